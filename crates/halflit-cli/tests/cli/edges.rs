//! Files, links, pipes and limits that people meet.

use crate::tables::{delimited, flowers, flowers_csv};
use crate::world::{World, halflit};

#[cfg(unix)]
#[test]
fn two_results_through_a_link_to_a_file_that_is_not_there_are_refused() {
    let world = World::with("f.csv", flowers_csv());
    std::os::unix::fs::symlink("both.csv", world.path("link.csv")).expect("a link");
    let run = world.run("fit f.csv --label species --model both.csv --output link.csv");
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains("two results are to be written there"), "{}", run.err);
    // A link to what is read is what is read.
    std::os::unix::fs::symlink("f.csv", world.path("input.csv")).expect("a link");
    let run = world.run("fit f.csv --label species --output input.csv --force");
    assert_eq!(run.code, Some(2), "{}", run.err);
    // Links in a ring lead nowhere, and that is said.
    std::os::unix::fs::symlink("ring.csv", world.path("ring.csv")).expect("a link");
    assert_eq!(world.run("fit f.csv --label species --output ring.csv").code, Some(1));
}

#[cfg(unix)]
#[test]
fn names_that_are_not_text_are_names() {
    use std::os::unix::ffi::OsStrExt;
    let world = World::with("f.csv", flowers_csv());
    let name = std::ffi::OsStr::from_bytes(b"r\xffeport.html");
    let words = ["fit", "f.csv", "--label", "species", "--method", "fda", "--report"];
    let output = halflit(world.folder()).args(words).arg(name).output().expect("starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(world.folder().join(name).exists());
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_printed_is_a_failure() {
    let world = World::new();
    for line in ["--help", "fit --help", "--version", "help fit", "completions bash", "man"] {
        let full = std::fs::File::create("/dev/full").expect("a full device");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_halflit"));
        let status = command.args(line.split(' ')).current_dir(world.folder()).stdout(full);
        let output = status.stderr(std::process::Stdio::piped()).output().expect("starts");
        assert_eq!(output.status.code(), Some(1), "{line}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("standard output: cannot be written"), "{line}: {said}");
    }
    assert_eq!(world.run("").code, Some(2), "a command is missing");
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_limit_of_memory_does_not_allow_is_refused_before_the_work() {
    let world = World::with("f.csv", delimited(&flowers(30_000), 30, ','));
    let binary = env!("CARGO_BIN_EXE_halflit");
    for line in [
        "suggest f.csv --label species",
        "fit f.csv --label species",
        "compare f.csv --label species --methods auto",
        "map f.csv --label species",
        "map f.csv --drop species",
    ] {
        let script = format!("ulimit -v 120000; exec {binary} {line} --threads 1");
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .current_dir(world.folder())
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{line}: {said}");
        assert!(said.contains("memory"), "{line}: {said}");
    }
}

#[test]
fn a_line_without_end_is_no_table() {
    let world = World::with("wide.csv", "1,".repeat(1_000_001));
    let run = world.run("fit wide.csv --method pca");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("more cells than 1000000"), "{}", run.err);
}

#[test]
fn a_model_with_numbers_beyond_all_sense_is_refused_when_it_is_read() {
    let world = World::with("f.csv", flowers_csv());
    world.ok("fit f.csv --label species --method fda --model m.halflit");
    let mut bytes = world.read("m.halflit");
    // The last tensor of the file is one of numbers.
    let end = bytes.len();
    bytes[end - 8..].copy_from_slice(&1e300f64.to_le_bytes());
    world.write("huge.halflit", bytes);
    let run = world.run("predict f.csv --model huge.halflit");
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("beyond 1e150"), "{}", run.err);
}

#[test]
fn the_examples_of_the_guides_are_written_once() {
    let world = World::new();
    world.ok("demo --tables .");
    let run = world.run("demo --tables .");
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert_eq!(world.run("demo --tables . --splits 3").code, Some(2));
    let again = World::new();
    again.ok("demo --tables .");
    assert_eq!(world.files(), again.files());
    assert!(world.files().iter().all(|name| world.read(name) == again.read(name)));
}

#[test]
fn a_model_fills_gaps_as_it_learned_to() {
    let gaps = flowers_csv().replacen("0.", ".", 1);
    let world = World::with("f.csv", gaps);
    world.ok("fit f.csv --label species --missing median --method fda --model filled.halflit");
    world.ok("fit f.csv --label species --method fda --model strict.halflit");
    world.write("new.csv", "width,length,height,depth,age\n1,,0,0,0\n");
    let filled = world.ok("predict new.csv --model filled.halflit");
    assert_eq!(filled, world.ok("predict new.csv --model strict.halflit --missing median"));
    assert_eq!(world.run("predict new.csv --model strict.halflit").code, Some(1));
}

#[test]
fn a_table_without_a_label_is_asked_which_column_it_is() {
    let world = World::with("f.csv", delimited(&flowers(60), 60, ','));
    let run = world.run("fit f.csv");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("width, length, height, depth, age, species"), "{}", run.err);
    assert!(run.err.contains("--label species"), "{}", run.err);
    assert_eq!(world.run("fit f.csv --method pca").code, Some(0));
}
