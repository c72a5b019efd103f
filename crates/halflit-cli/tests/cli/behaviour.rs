//! How the command behaves, whatever it is asked.

use std::fs::OpenOptions;
use std::io::Write;
use std::process::{Child, Command, Stdio};

use crate::tables::{Numbers, flowers_csv};
use crate::world::{World, halflit, words};

#[test]
fn results_go_to_standard_output_and_talk_to_standard_error() {
    let world = World::with("f.csv", flowers_csv());
    let line =
        "fit f.csv --method ss-lfda --label species --gamma 1 --alpha 1 --force --model m.halflit";
    let run = world.run(line);
    assert!(run.out.contains("ss-lfda") && !run.out.contains("wrote"), "{}", run.out);
    assert!(run.out.contains("60, 12 of them labeled"), "{}", run.out);
    assert!(run.out.contains("held-out labels found") && !run.out.contains("residual"));
    assert!(run.err.contains("wrote the model") && run.err.contains("next: "), "{}", run.err);
    let quiet = world.run(&format!("{line} --quiet"));
    assert_eq!((quiet.out.as_str(), quiet.err.as_str()), (run.out.as_str(), ""));
    let verbose = world.run(&format!("{line} -v"));
    assert!(verbose.out.contains("eigenvalues") && verbose.out.contains("residual"));
    assert!(verbose.err.contains("read f.csv: 60 rows, 5 columns"), "{}", verbose.err);
}

#[test]
fn json_is_printed_by_every_command_with_results() {
    let world = World::with("f.csv", flowers_csv());
    world.ok("fit f.csv --label species --method fda --model m.halflit");
    for line in [
        "fit f.csv --label species --method fda",
        "fit f.csv --label species --method fda --output -",
        "transform f.csv --label species --model m.halflit",
        "transform f.csv --label species --model m.halflit --output t.csv",
        "predict f.csv --label species --model m.halflit",
        "predict f.csv --label species --model m.halflit --output p.csv",
        "tune f.csv --label species --gammas 1 --alphas 1",
        "compare f.csv --label species --methods fda",
        "inspect m.halflit",
        "methods",
        "methods --kernels",
        "plot map f.csv --label species --model m.halflit --output p.png",
        "demo --splits 2 --output demo",
    ] {
        world.json(line);
    }
}

#[test]
fn colour_is_for_terminals_and_for_those_who_want_it() {
    let world = World::with("f.csv", flowers_csv());
    let run = |set: &[(&str, &str)]| {
        let mut command = halflit(world.folder());
        command.args(["fit", "f.csv", "--label", "specie"]).envs(set.iter().copied());
        String::from_utf8(command.output().expect("started").stderr).expect("text")
    };
    assert!(!run(&[]).contains('\x1b'));
    assert!(run(&[("CLICOLOR_FORCE", "1")]).contains("\x1b["));
    assert!(!run(&[("NO_COLOR", "1")]).contains('\x1b'));
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let world = World::with("f.csv", flowers_csv());
    let outputs = |threads: u32| {
        let line = format!(
            "fit f.csv --label species --threads {threads} --seed 3 --force --quiet --model m.halflit --picture p.png --output -"
        );
        let map = world.ok(&line);
        let compared = world.ok(&format!("compare f.csv --label species --threads {threads}"));
        (map, compared, world.read("m.halflit"), world.read("p.png"))
    };
    assert!(outputs(1) == outputs(2));
}

#[test]
fn nothing_is_overwritten_without_force_and_that_is_found_out_first() {
    let world = World::with("f.csv", flowers_csv());
    world.write("taken", "precious").write("taken.csv", "precious").write("taken.png", "precious");
    world.ok("fit f.csv --label species --method fda --model m.halflit");
    for line in [
        // The data are not there: what is refused is the output, before any work.
        "fit missing.csv --model taken",
        "fit missing.csv --output taken.csv",
        "fit missing.csv --report taken",
        "fit missing.csv --picture taken.png",
        "tune missing.csv --model taken",
        "compare missing.csv --report taken",
        "transform missing.csv --model m.halflit --output taken.csv",
        "predict missing.csv --model m.halflit --output taken.csv",
        "plot graph missing.csv --output taken.png",
    ] {
        let run = world.run(line);
        assert_eq!(run.code, Some(1), "{line}");
        assert!(run.err.contains("already exists") && run.err.contains("--force"), "{}", run.err);
    }
    assert_eq!(world.text("taken") + &world.text("taken.csv"), "preciousprecious");
    world.ok("transform f.csv --label species --model m.halflit --output taken.csv --force");
    assert!(world.text("taken.csv").starts_with("z1,z2,label"));
}

#[test]
fn a_first_line_of_numbers_taken_for_names_is_pointed_out() {
    let text = flowers_csv();
    let (_, headless) = text.split_once('\n').expect("a header");
    let world = World::with("f.csv", headless);
    let line = "fit f.csv --label 5 --method fda";
    let run = world.run(line);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("warning: f.csv: the first line was taken for names"), "{}", run.err);
    assert!(run.err.contains("--no-header"), "{}", run.err);
    for silent in [format!("{line} --no-header"), format!("{line} --header")] {
        assert!(!world.run(&silent).err.contains("warning"), "{silent}");
    }
}

#[test]
fn work_that_takes_long_is_pointed_out_with_what_takes_most_of_it() {
    let mut numbers = Numbers::new(1);
    let mut row = || format!("{},{}\n", numbers.next(), numbers.next());
    let world = World::with("many.csv", (0..80_001).map(|_| row()).collect::<String>());
    // Asking for too many dimensions ends the run before the work that the warning is about.
    let run = world.run("fit many.csv --method lpp --dim 3");
    assert!(run.err.contains("warning: 80001 rows take about "), "{}", run.err);
    assert!(run.err.contains(", most of it for the graph (all pairs)"), "{}", run.err);
    assert!(run.err.contains("--graph 10"), "{}", run.err);
    let quiet = world.run("fit many.csv --method lpp --dim 3 --quiet");
    assert!(!quiet.err.contains("warning"), "{}", quiet.err);
    let kernel = world.run("fit many.csv --method pca --kernel precomputed");
    assert!(kernel.err.contains(", most of it for the kernel ("), "{}", kernel.err);
    assert!(kernel.err.contains("--kernel-rank landmarks:1000"), "{}", kernel.err);
    let near = world.run("fit many.csv --method lpp --dim 3 --graph 10");
    assert!(!near.err.contains("warning"), "{}", near.err);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_and_a_closed_pipe_is_none() {
    let world = World::with("f.csv", flowers_csv());
    world.ok("fit f.csv --label species --method fda --model m.halflit");
    for line in [
        "methods",
        "inspect m.halflit",
        "fit f.csv --label species --method fda",
        "transform f.csv --label species --model m.halflit",
        "predict f.csv --label species --model m.halflit --json",
        "completions bash",
        "man",
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("a full device");
        let output = command(&world, line).stdout(full).output().expect("started");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {err}");
        assert!(err.contains("error: standard output: cannot be written"), "{line}: {err}");

        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(&world, line).stdout(writer).output().expect("started");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{line}: {err}");
        assert!(!err.contains("error"), "{line}: {err}");
    }
}

fn command(world: &World, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halflit"));
    command.current_dir(world.folder()).args(words(line)).stderr(Stdio::piped());
    command
}

/// Interrupted while it reads, which it does as long as nobody ends its input: exit code 130, and no file is left.
#[test]
#[cfg(unix)]
fn an_interrupt_while_reading_leaves_no_file() {
    let world = World::new();
    let made = Command::new("mkfifo").arg(world.path("pipe")).status().expect("mkfifo");
    assert!(made.success());
    let line = "fit pipe --format csv --method pca --model slow.halflit";
    let mut child = command(&world, line).spawn().expect("started");
    // Opening waits for the reader, which has its handler by then.
    let mut pipe = OpenOptions::new().write(true).open(world.path("pipe")).expect("a reader");
    pipe.write_all(b"a,b\n1,2\n").expect("room in the pipe");
    interrupt(&child);
    assert_eq!(child.wait().expect("ended").code(), Some(130));
    assert_eq!(world.files(), ["pipe"]);
}

/// Interrupted as soon as it has begun to write: no half of a file is left.
#[test]
#[cfg(unix)]
fn an_interrupt_while_writing_leaves_no_half_written_file() {
    let mut numbers = Numbers::new(2);
    let mut row = || {
        let cells: Vec<String> = (0..20).map(|_| numbers.next().to_string()).collect();
        cells.join(",") + "\n"
    };
    let world = World::with("many.csv", (0..15_000).map(|_| row()).collect::<String>());
    world.ok("fit many.csv --method pca --dim 15 --model m.halflit");
    let before = world.files();
    let line = "transform many.csv --model m.halflit --output slow.csv";
    let mut child = command(&world, line).spawn().expect("started");
    while world.files() == before && child.try_wait().expect("a state").is_none() {
        std::thread::yield_now();
    }
    interrupt(&child);
    match child.wait().expect("ended").code() {
        Some(130) => assert_eq!(world.files(), before),
        // It was faster than the signal; what it wrote is whole.
        code => {
            assert_eq!(code, Some(0));
            assert_eq!(world.text("slow.csv").lines().count(), 15_001);
        }
    }
}

/// As Ctrl-C does; nothing where the child has ended.
#[cfg(unix)]
fn interrupt(child: &Child) {
    let pid = child.id().to_string();
    Command::new("kill").args(["-INT", &pid]).stderr(Stdio::null()).status().expect("a signal");
}

#[test]
fn a_page_that_no_browser_could_hold_is_refused_before_the_work() {
    let world = World::with("many.csv", "1\n2\n".repeat(500_001));
    let run = world.run("fit many.csv --method pca --dim 1 --report r.html");
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("a report of 1000002 rows"), "{}", run.err);
}
