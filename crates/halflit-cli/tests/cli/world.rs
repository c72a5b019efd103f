//! A folder to run the command in, and what came of it.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;

/// The command, with no say from the outside.
pub(crate) fn halflit(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halflit"));
    command.current_dir(folder).env("COLUMNS", "100").env_remove("NO_COLOR");
    command.env_remove("CLICOLOR_FORCE").env_remove("CLICOLOR");
    command
}

/// A temporary folder with files.
pub(crate) struct World {
    folder: TempDir,
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl World {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    /// An empty folder with one file.
    pub(crate) fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        let world = Self::new();
        world.write(name, content);
        world
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        std::fs::write(self.path(name), content).expect("written");
        self
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("text")
    }

    /// Names of all files, in order.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder()).expect("a folder");
        let name = |entry: std::io::Result<std::fs::DirEntry>| {
            entry.expect("an entry").file_name().to_string_lossy().into_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }

    /// Runs a line of words that a shell would split at spaces, with quotes around those that hold some.
    pub(crate) fn run(&self, line: &str) -> Run {
        self.run_with(line, "")
    }

    /// Runs a line with something on standard input.
    pub(crate) fn run_with(&self, line: &str, input: impl Into<Vec<u8>>) -> Run {
        let output = halflit(self.folder())
            .args(words(line))
            .write_stdin(input)
            .output()
            .expect("the command starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Run { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// Runs a line that has to succeed, and gives its standard output.
    pub(crate) fn ok(&self, line: &str) -> String {
        let run = self.run(line);
        assert_eq!(run.code, Some(0), "halflit {line}\n{}{}", run.out, run.err);
        run.out
    }

    /// Runs a line that has to succeed and to print JSON.
    pub(crate) fn json(&self, line: &str) -> serde_json::Value {
        let out = self.ok(&format!("{line} --json"));
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("halflit {line}: {error}\n{out}"))
    }
}

/// Splits at spaces outside quotes.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut open, mut any) = (String::new(), None, false);
    for c in line.chars() {
        match open {
            Some(quote) if c == quote => open = None,
            None if c == '"' || c == '\'' => (open, any) = (Some(c), true),
            None if c.is_whitespace() => {
                if any {
                    words.push(std::mem::take(&mut word));
                }
                any = false;
            }
            _ => {
                word.push(c);
                any = true;
            }
        }
    }
    if any {
        words.push(word);
    }
    words
}
