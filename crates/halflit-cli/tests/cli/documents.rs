//! Every command line in README.md and in the Markdown files under docs runs.
//!
//! The convention: in code blocks marked `sh` or `console`, a line that starts with `halflit` (after `$ ` in `console`)
//! is run by a shell, one document after the other in a folder of its own, from top to bottom, so that a line may use
//! what an earlier one wrote. `cargo run --release -- X` counts as `halflit X`. A line that ends in `\` goes on in the
//! next one. Each folder is empty at first: `halflit demo --tables .` writes what the rest reads. `# fill in …` is done as it says. `demo` is
//! run with fewer draws than it shows, for the time it takes; `studio`, which does not end by itself, until it has said where it
//! is. Lines that start otherwise (`cargo`, `pip`) are not run here.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::world::World;

/// Fills in the last column of a file of suggestions from the key that comes with the examples.
fn fill_in(world: &World, file: &str) {
    let key = world.text("flowers-key.csv");
    let species = |row: &str| {
        let line = key.lines().find(|line| line.split(',').next() == Some(row));
        line.and_then(|line| line.split(',').nth(1)).unwrap_or_default().to_owned()
    };
    let filled = |(k, line): (usize, &str)| match k {
        0 => format!("{line}\n"),
        _ => format!("{line}{}\n", species(line.split(',').next().unwrap_or_default())),
    };
    world.write(file, world.text(file).lines().enumerate().map(filled).collect::<String>());
}

/// The command lines of a document.
fn commands(markdown: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        let fence = line.trim().trim_start_matches('`');
        if !line.trim().starts_with("```") || !["sh", "console"].contains(&fence) {
            continue;
        }
        while let Some(line) = lines.next().filter(|line| !line.trim().starts_with("```")) {
            let mut command = line.trim().trim_start_matches("$ ").to_owned();
            while command.ends_with('\\') {
                command.pop();
                command += lines.next().unwrap_or_default().trim();
            }
            let command = command.replace("cargo run --release -- ", "halflit ");
            if command.starts_with("halflit ") || command.starts_with(FILL_IN) {
                commands.push(command);
            }
        }
    }
    commands
}

/// What a person does between two commands: the name of a file comes after it.
const FILL_IN: &str = "# fill in the column species of ";

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = vec![root.join("README.md")];
    collect(&root.join("docs"), &mut paths);
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    paths.sort();
    paths
}

/// Folders of docs that the site's build fills.
const WRITTEN: [&str; 2] = ["auto", "generated"];

/// Adds the files of a folder and of those in it, but for what was written by a program.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
    {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        match path.is_dir() {
            true if WRITTEN.contains(&name) => {}
            true => collect(&path, paths),
            false => paths.push(path),
        }
    }
}

#[test]
fn every_command_line_in_the_documents_runs() {
    let binary = Path::new(env!("CARGO_BIN_EXE_halflit"));
    let folder = binary.parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.display());
    let mut count = 0;
    for document in documents() {
        let world = World::new();
        let text = std::fs::read_to_string(&document).expect("a document");
        for command in commands(&text) {
            if let Some(file) = command.strip_prefix(FILL_IN) {
                fill_in(&world, file);
                continue;
            }
            if command.starts_with("halflit studio ") {
                opens(&command, &path, &world);
                count += 1;
                continue;
            }
            let faster = match command.split_whitespace().nth(1) {
                Some("demo") if !command.contains("--tables") => " --splits 2",
                _ => "",
            };
            let output = Command::new("sh")
                .args(["-e", "-c", &format!("{command}{faster}")])
                .env("PATH", &path)
                .current_dir(world.folder())
                .output()
                .expect("a shell");
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {command}\n{err}", document.display());
            assert!(!err.contains("error:"), "{}: {command}\n{err}", document.display());
            count += 1;
        }
    }
    eprintln!("{count} command lines ran");
}

/// A studio says where it is; then it is ended.
fn opens(command: &str, path: &str, world: &World) {
    let mut child = Command::new("sh")
        .args(["-e", "-c", &format!("exec {command} --no-open")])
        .env("PATH", path)
        .current_dir(world.folder())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut address = String::new();
    let read = child.stdout.take().map(|out| BufReader::new(out).read_line(&mut address));
    child.kill().and_then(|()| child.wait()).expect("ends");
    assert!(read.is_some_and(|read| read.is_ok()) && address.starts_with("http://"), "{command}");
}

#[test]
fn command_lines_are_found() {
    let markdown = "x\n```sh\nhalflit a \\\n  b\ncargo test\n```\n```console\n$ halflit c\nout\n```\n```rust\nhalflit d\n```\n";
    assert_eq!(commands(markdown), ["halflit a b", "halflit c"]);
}
