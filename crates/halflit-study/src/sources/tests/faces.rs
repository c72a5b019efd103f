//! M-Eyale.

use super::*;
use crate::sources::draw::images;

#[test]
fn faces_from_three_forms_are_the_same() -> Tested {
    let (pictures, table, drawn) = (TempDir::new()?, TempDir::new()?, TempDir::new()?);
    write_pictures(&pictures.path().join("CroppedYale"))?;
    let header: String = (0..504).map(|j| format!("p{j},")).collect();
    let (mut full, mut rows) = (format!("{header}subject,pose\n"), format!("{header}class\n"));
    // The table is sorted by subject, has others too, and marks damaged pictures as such tables do.
    let mut sorted: Vec<_> = images().into_iter().enumerate().collect();
    sorted.sort_by_key(|(_, image)| (image.subject, image.light));
    for (grey, image) in sorted {
        let ending = if grey == 84 { ".pgm" } else { "" };
        full += &format!("{}{},{}{ending}\n", cells(grey), image.subject, image.light);
    }
    full += &format!("{}yaleB01,P00A+000E+00\n", cells(3));
    for (grey, image) in images().iter().enumerate() {
        rows += &format!("{}{}\n", cells(grey), image.class);
    }
    fs::write(table.path().join("yaleb24x21.csv"), full)?;
    fs::write(drawn.path().join("meyale.csv"), rows)?;
    let pictures = loaded(Source::MEyale, pictures.path())?;
    let (table, drawn) =
        (loaded(Source::MEyale, table.path())?, loaded(Source::MEyale, drawn.path())?);
    assert_eq!(pictures.data, drawn.data);
    assert_eq!(table.data, drawn.data);
    assert_eq!((&pictures.digest, &table.digest), (&drawn.digest, &drawn.digest));
    assert_eq!(drawn.data.labels().classes(), ["c1", "c2", "c3", "c4", "c5"]);
    Ok(())
}

/// One grey level a picture, so that a picture in the wrong row shows; its corner is lighter.
fn cells(grey: usize) -> String {
    format!("{},{}", grey % 251 + 4, format!("{},", grey % 251).repeat(503))
}

fn write_pictures(folder: &Path) -> std::io::Result<()> {
    for (grey, image) in images().iter().enumerate() {
        let ending = if grey == 84 { ".pgm.bad" } else { ".pgm" };
        let mut bytes = b"P5\n168 192\n255\n".to_vec();
        bytes.extend([(grey % 251) as u8; 168 * 192]);
        (0..8 * 8).for_each(|k| bytes[15 + k / 8 * 168 + k % 8] += 4);
        fs::create_dir_all(folder.join(image.subject))?;
        let name = format!("{0}/{0}_{1}{ending}", image.subject, image.light);
        fs::write(folder.join(name), bytes)?;
    }
    fs::write(folder.join("yaleB30/yaleB30_P00_Ambient.pgm"), "P5\n640 480\n255\n")
}

#[test]
fn broken_pictures_and_absent_ones_are_named() -> Tested {
    let folder = TempDir::new()?;
    let first = folder.path().join("CroppedYale/yaleB30/yaleB30_P00A+000E+00.pgm");
    fs::create_dir_all(folder.path().join("CroppedYale/yaleB30"))?;
    let none = refusal(Source::MEyale, folder.path());
    assert!(
        none.contains("320 pictures of which 320 are not there, the first of them yaleB30_P00")
    );
    fs::write(&first, "P5\n168 192\n255\nshort")?;
    let cut = refusal(Source::MEyale, folder.path());
    assert!(cut.contains("E+00.pgm: cut off: 5 bytes for 168 × 192 pixels"), "{cut}");
    fs::write(&first, "P5\n2 2\n255\n1234")?;
    let small = refusal(Source::MEyale, folder.path());
    assert!(small.contains("168 × 192 pixels is expected, this picture has 2 × 2"), "{small}");
    fs::write(folder.path().join("yaleb24x21.csv"), "p0,subject\n1,yaleB01\n")?;
    assert!(refusal(Source::MEyale, folder.path()).contains("no column 'pose'"));
    Ok(())
}
