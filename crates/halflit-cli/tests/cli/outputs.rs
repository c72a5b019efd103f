//! Where results go, and what is said when that cannot be.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::tables::{Numbers, flowers_csv};
use crate::world::{World, words};

/// A table of so many rows of two columns.
fn many(rows: usize) -> String {
    let mut numbers = Numbers::new(4);
    let mut row =
        |i: usize| format!("{},{},{}\n", numbers.next(), numbers.next(), ["u", "v"][i % 2]);
    std::iter::once("a,b,y\n".to_owned()).chain((0..rows).map(&mut row)).collect()
}

#[test]
#[cfg(unix)]
fn one_file_by_two_names_is_found_out_before_the_work() {
    use std::os::unix::fs::symlink;
    let world = World::with("f.csv", flowers_csv());
    symlink(world.path("f.csv"), world.path("link.csv")).expect("a link");
    std::fs::create_dir(world.path("folder")).expect("a folder");
    symlink(world.path("folder"), world.path("same")).expect("a link");
    let before = world.files();
    for (line, words) in [
        ("--model folder/m --report same/m", "folder/m: two results are to be written there"),
        ("--model m --output link.csv --force", "link.csv: is read, and a result"),
        ("--model folder/m.html --report same/../same/m.html", "two results"),
    ] {
        let run = world.run(&format!("fit f.csv --label species --method fda {line}"));
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{line}: {}", run.err);
        assert!(run.err.contains(words), "{line}: {}", run.err);
        // Nothing was read, let alone learned.
        assert_eq!(run.err.lines().count(), 2, "{line}: {}", run.err);
    }
    assert_eq!(world.text("f.csv"), flowers_csv());
    assert_eq!(world.files(), before);
    // A link to nowhere could not be written after the work.
    symlink(world.path("nowhere"), world.path("dangling")).expect("a link");
    let run = world.run("fit f.csv --label species --method fda --model dangling");
    assert_eq!((run.code, run.err.lines().count()), (Some(1), 2), "{}", run.err);
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_takes_no_file_is_found_out_before_the_work() {
    let world = World::with("f.csv", flowers_csv());
    // No one writes there, not even root.
    for output in ["--model /proc/m.halflit", "--output /proc/map.csv", "--report /proc/r.html"] {
        let run = world.run(&format!("fit f.csv --label species --method fda {output}"));
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{output}: {}", run.err);
        assert!(run.err.starts_with("error: /proc/"), "{output}: {}", run.err);
        assert!(run.err.contains("cannot be written"), "{output}: {}", run.err);
    }
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let world = World::with("f.csv", flowers_csv());
    world.write(".halflit-a1B2c3.unfinished", "half a model");
    world.ok("fit f.csv --label species --method fda --model m.halflit");
    assert_eq!(world.files(), ["f.csv", "m.halflit"]);
}

#[test]
#[cfg(unix)]
fn a_reader_that_leaves_early_is_no_failure() {
    let world = World::with("many.csv", many(20_000));
    world.ok("fit many.csv --label y --method fda --dim 1 --model m.halflit");
    for format in ["csv", "json", "npy"] {
        let line =
            format!("transform many.csv --model m.halflit --output - --output-format {format}");
        let mut child = Command::new(env!("CARGO_BIN_EXE_halflit"))
            .current_dir(world.folder())
            .args(words(&line))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        // As `head -1` does; the output is far longer than a pipe holds.
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_until(b'\n', &mut Vec::new()).expect("a line");
        drop(out);
        let output = child.wait_with_output().expect("ended");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*err), (Some(0), ""), "{format}");
    }
}

#[test]
#[cfg(unix)]
fn talk_that_nobody_reads_is_no_failure() {
    let world = World::with("f.csv", flowers_csv());
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = Command::new(env!("CARGO_BIN_EXE_halflit"))
        .current_dir(world.folder())
        .args(words("fit f.csv --label species --method fda --model m.halflit"))
        .stderr(writer)
        .output()
        .expect("started");
    assert_eq!(output.status.code(), Some(0));
    assert!(world.path("m.halflit").exists());
}

#[test]
fn a_fit_whose_result_goes_nowhere_says_so() {
    let world = World::with("f.csv", flowers_csv());
    let line = "fit f.csv --label species --method fda";
    let run = world.run(line);
    assert!(run.err.contains("nothing was kept: --model keeps the model"), "{}", run.err);
    for output in ["--model m.halflit", "-o map.csv", "-o -", "--report r.html", "--quiet"] {
        let run = world.run(&format!("{line} {output}"));
        assert_eq!(run.code, Some(0), "{output}: {}", run.err);
        assert!(!run.err.contains("nothing was kept"), "{output}: {}", run.err);
    }
}

/// The reader of Parquet panics on some damage, which is caught; nothing of that is seen.
#[test]
fn no_panic_is_ever_seen() {
    let world = World::with("f.csv", many(40));
    world.ok("fit f.csv --label y --method fda --dim 1 -o m.parquet");
    let whole = world.read("m.parquet");
    for at in whole.len() - 210..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0xff;
        world.write("x.parquet", damaged);
        let run = world.run("fit x.parquet --label label --method pca --dim 1 -q");
        assert!(matches!(run.code, Some(0 | 1)), "{at}: {run:?}");
        assert!(!run.err.contains("panicked"), "{at}: {}", run.err);
    }
}

#[test]
fn columns_of_very_different_widths_are_pointed_out() {
    let text = many(30);
    let wide = text.lines().enumerate().map(|(i, line)| match i {
        0 => format!("{line},income\n"),
        i => format!("{line},{}\n", 1000 * (i % 7)),
    });
    let world = World::with("w.csv", wide.collect::<String>());
    for command in ["fit", "tune", "compare"] {
        let method = if command == "compare" { "--methods lfda,auto" } else { "--method ss-lfda" };
        let run = world.run(&format!("{command} w.csv --label y {method}"));
        let expected = "warning: the standard deviation of income is ";
        assert!(run.err.contains(expected), "{command}: {}", run.err);
        assert!(run.err.contains("--scale standard"), "{command}: {}", run.err);
    }
    for options in ["--method lfda --scale none", "--method lfda --scale standard", "--method auto"]
    {
        let run = world.run(&format!("fit w.csv --label y {options}"));
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert!(!run.err.contains("standard deviation"), "{options}: {}", run.err);
    }
}

#[test]
fn very_many_pairs_with_rows_of_a_model_are_pointed_out() {
    let world = World::with("many.csv", many(20_000));
    world.ok("fit many.csv --label y --method fda --dim 1 --model m.halflit");
    // A number that is too large ends the run before the work that the warning is about.
    world.write("more.csv", many(20_000) + "1,1e200,u\n");
    let run = world.run("predict more.csv --model m.halflit");
    assert_eq!(run.code, Some(1));
    let expected = "warning: each of 20001 rows is compared with 20000 rows of the model";
    assert!(run.err.contains(expected), "{}", run.err);
    // A linear map compares with none.
    assert!(!world.run("transform more.csv --model m.halflit").err.contains("warning"));
}
