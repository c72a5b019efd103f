//! Pictures under one folder, and no other file.

use halflit_studio::{Material, Studio};

use crate::world::{World, folder, table};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and so on";

#[cfg(unix)]
#[test]
fn only_pictures_under_the_folder_are_shown() {
    let (folder, journal) = folder();
    let pictures = folder.path().join("pictures");
    std::fs::create_dir(&pictures).expect("a folder");
    let write = |path: &std::path::Path, bytes: &[u8]| std::fs::write(path, bytes).expect("room");
    write(&pictures.join("0.png"), PNG);
    write(&pictures.join("1.png"), b"<script>alert(1)</script>");
    write(&folder.path().join("secret.png"), PNG);
    std::os::unix::fs::symlink(folder.path().join("secret.png"), pictures.join("2.png"))
        .expect("a link");
    std::os::unix::fs::symlink(pictures.join("0.png"), pictures.join("3.png")).expect("a link");
    std::fs::create_dir(pictures.join("5.png")).expect("a folder");
    let mut own = table();
    let cells = &mut own.kept[2].1;
    cells[6] = "../secret.png".into();
    cells[7] = folder.path().join("secret.png").display().to_string();
    cells[8] = "/etc/passwd".into();
    cells[9] = "data:image/png;base64,iVBORw0KGgo=".into();
    cells[10] = "data:text/html,<script>alert(1)</script>".into();
    cells[11] = "data:image/svg+xml,<svg onload='alert(1)'/>".into();
    cells[12] = String::new();
    cells[13] = pictures.join("0.png").display().to_string();
    let material =
        Material { image: Some(2), images: Some(pictures), ..Material::of("ionosphere.csv", own) };
    let world = World::serving(Studio::open(material, &journal, 0).expect("a free port"));
    let status = |row: usize| world.get(&format!("/api/image?row={row}")).status;
    for (row, expected) in [
        (0, 200),
        (1, 404),
        (2, 403),
        (3, 200),
        (4, 404),
        (5, 404),
        (6, 403),
        (7, 403),
        (8, 403),
        (9, 404),
        (12, 404),
        (13, 200),
    ] {
        assert_eq!(status(row), expected, "row {row}");
    }
    let picture = world.get("/api/image?row=0");
    assert_eq!((picture.header("content-type"), &picture.body[..]), (Some("image/png"), PNG));
    let rows = world.get("/api/rows?rows=0,9,10,11,12").json();
    assert_eq!(rows[0]["image"], "/api/image?row=0");
    assert_eq!(rows[1]["image"], "data:image/png;base64,iVBORw0KGgo=");
    for place in 2..5 {
        assert!(rows[place]["image"].is_null(), "{}", rows[place]);
    }
    world.end();
}
