//! Random command lines over all options of all commands: never a panic, never an exit code that nobody documents.
//!
//! Options are read from `--help`, so that a new one takes part at once. A fixed number of lines; `cargo xtask fuzz SECONDS` runs as long as
//! you like. A studio that opens is closed again; `demo` and `reproduce` get something small to do.

#[path = "../../halflit-io/tests/common/mutate.rs"]
#[allow(dead_code)] // what files need
mod mutate;

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, ExitStatus, Output, Stdio};

use mutate::{Effort, Random, keep};

/// Lines where nobody asked for more: about a minute of one processor.
const LINES: usize = 8000;
/// Who tries lines side by side: most of a short command is its start, which uses one processor.
const WORKERS: u64 = 2;

const COMMANDS: [&str; 18] = [
    "fit",
    "map",
    "studio",
    "demo",
    "reproduce",
    "licences",
    "transform",
    "predict",
    "suggest",
    "tune",
    "compare",
    "inspect",
    "plot map",
    "plot graph",
    "plot pairs",
    "methods",
    "completions",
    "man",
];

/// A table, one with gaps and words, one that is none.
const TABLES: [(&str, &str); 7] = [
    (
        "t.csv",
        "id,a,b,c,y\nr1,1,2,0.5,u\nr2,2,1,0.1,u\nr3,8,9,0.3,v\nr4,9,8,0.2,v\nr5,1,1,0.9,\nr6,9,9,0.4,\nr7,2,2,0.7,u\nr8,8,8,0.6,v\n",
    ),
    ("gaps.csv", "a,b,color,y\n1,,red,u\n2,1,blue,\n,3,red,v\n4,4,,v\n5,1,blue,u\n6,2,red,v\n"),
    ("labels.csv", "row,id,check,y\n4,r5,yes,u\n5,r6,no,v\n"),
    ("bad.csv", "a,b\n1\n2,3,4\n\"\n"),
    ("empty.csv", ""),
    ("full.csv", "a,b,y\n1,2,u\n2,1,u\n8,9,v\n9,8,v\n1,1,u\n9,9,v\n2,2,u\n8,8,v\n"),
    (
        "own.toml",
        "title = \"Own\"\nlearners = [\"pca\"]\n\n\
         [[dataset]]\ntable = \"full.csv\"\nlabel = \"y\"\nlabeled = 4\ndimension = 1\n",
    ),
];

/// What every line of a command begins with, so that it ends soon.
const BEGINNINGS: [(&str, &[&[&str]]); 3] = [
    ("studio", &[&["--no-open"]]),
    ("demo", &[&["--tables", "new", "--force"], &["--tables", "."], &["--splits", "1"]]),
    ("reproduce", &[&["--splits", "2"]]),
];

struct Grammar {
    command: &'static str,
    /// Options, and what kind of value each takes, if any.
    options: Vec<(String, Option<String>)>,
}

fn halflit(folder: &Path, words: &[String]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halflit"));
    command.args(words).current_dir(folder).env("NO_COLOR", "1").env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::null());
    match words.first().is_some_and(|word| word == "studio") {
        true => closed(command),
        false => command.output().expect("the command starts"),
    }
}

/// A studio that opened did what it was asked.
fn closed(mut command: Command) -> Output {
    let pipes = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut studio = pipes.spawn().expect("the command starts");
    let mut out = BufReader::new(studio.stdout.take().expect("a pipe"));
    let mut said = String::new();
    out.read_line(&mut said).expect("text");
    let is_open = said.contains("http://127.0.0.1");
    match is_open {
        true => studio.kill().expect("it was running"),
        false => drop(out.read_to_string(&mut said).expect("text")),
    }
    let ended = studio.wait_with_output().expect("it ends");
    let status = if is_open { ExitStatus::default() } else { ended.status };
    Output { status, stdout: said.into_bytes(), stderr: ended.stderr }
}

/// The options that the help of a command lists.
fn grammar(folder: &Path, command: &'static str) -> Grammar {
    let mut words: Vec<String> = command.split(' ').map(str::to_owned).collect();
    words.push("--help".into());
    let help = String::from_utf8(halflit(folder, &words).stdout).expect("text");
    let option = |line: &str| {
        let start = line.trim_start();
        let start = start.strip_prefix("-").filter(|_| start.starts_with('-'))?;
        let long = format!("-{start}");
        let long = &long[long.find("--")?..];
        let name: String = long.chars().take_while(|c| !c.is_whitespace()).collect();
        let value = long[name.len()..].strip_prefix(" <").and_then(|rest| rest.split('>').next());
        (name != "--help").then(|| (name, value.map(str::to_owned)))
    };
    Grammar { command, options: help.lines().filter_map(option).collect() }
}

/// A value for an option, mostly of its kind.
fn value(option: &str, kind: &str, random: &mut Random) -> String {
    const COLUMN: [&str; 8] = ["a", "b", "y", "id", "color", "0", "99", "no such"];
    const FILE: [&str; 9] =
        ["t.csv", "gaps.csv", "labels.csv", "m.halflit", "new.csv", "new.png", "x.html", "-", "."];
    const NUMBER: [&str; 12] = [
        "0",
        "1",
        "2",
        "3",
        "0.5",
        "-1",
        "1e-9",
        "1e300",
        "nan",
        "inf",
        "99999999999999999999",
        "x",
    ];
    const NAME: [&str; 14] = [
        "auto", "pca", "fda", "lfda", "ss-lfda", "self", "lpp*", "mmc", "custom", "standard",
        "nearest", "rbf", "all", "no such",
    ];
    let pools: [&[&str]; 4] = [&COLUMN, &FILE, &NUMBER, &NAME];
    let own = match (option, kind) {
        ("--threads", _) => return ["1", "2", "0", "x"][random.below(4)].to_owned(),
        // More would take longer than a line should.
        ("--count" | "--top" | "--votes" | "--dim", _) => {
            return ["1", "2", "3", "0", "-1", "50"][random.below(6)].to_owned();
        }
        (_, "COLUMN") => 0,
        (_, kind) if kind.starts_with("FILE") || kind == "FOLDER" => 1,
        (_, "NUMBER" | "NUMBERS") => 2,
        _ => 3,
    };
    let pool = if random.below(8) == 0 { pools[random.below(4)] } else { pools[own] };
    let one = pool[random.below(pool.len())].to_owned();
    match random.below(12) {
        0 => format!("{one},{}", pool[random.below(pool.len())]),
        1 => String::new(),
        _ => one,
    }
}

fn line(grammar: &Grammar, random: &mut Random) -> Vec<String> {
    let mut words: Vec<String> = grammar.command.split(' ').map(str::to_owned).collect();
    let own = BEGINNINGS.iter().find(|(command, _)| *command == grammar.command);
    words.extend(
        own.iter().flat_map(|(_, all)| all[random.below(all.len())]).map(|&word| word.into()),
    );
    let no_table = ["inspect", "methods", "completions", "man", "demo", "reproduce", "licences"];
    let takes_table = !no_table.contains(&grammar.command);
    let positional: &[&str] = match grammar.command {
        "inspect" => &["m.halflit", "t.csv", "no.halflit"],
        "completions" => &["bash", "zsh", "no such"],
        "man" => &["fit", "plot", "no such"],
        "reproduce" => &["own.toml", "own.toml", "bad.csv", "none.toml", "table9"],
        "methods" | "demo" | "licences" => &[],
        _ => &["t.csv", "t.csv", "t.csv", "gaps.csv", "bad.csv", "empty.csv", "none.csv", "."],
    };
    if !positional.is_empty() && random.below(20) > 0 {
        words.push(positional[random.below(positional.len())].to_owned());
    }
    // Most lines get as far as learning something.
    for own in [["--label", "y"], ["--id", "id"]] {
        if takes_table && random.below(4) > 0 {
            words.extend(own.map(str::to_owned));
        }
    }
    let needs_model = grammar.options.iter().any(|(name, _)| name == "--model");
    if needs_model && grammar.command != "fit" && random.below(6) > 0 {
        words.extend(["--model".to_owned(), "m.halflit".to_owned()]);
    }
    for _ in 0..random.below(5) {
        let (name, kind) = &grammar.options[random.below(grammar.options.len())];
        words.push(name.clone());
        words.extend(kind.as_ref().map(|kind| value(name, kind, random)));
    }
    words
}

fn reset(folder: &Path) {
    for (name, text) in TABLES {
        std::fs::write(folder.join(name), text).expect("room on the disk");
    }
    let fit = "fit t.csv --label y --id id --method fda --model m.halflit --force";
    let made = halflit(folder, &fit.split(' ').map(str::to_owned).collect::<Vec<_>>());
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// Tries lines in a folder of its own; how many, and how many did what they were asked.
fn tried(grammars: &[Grammar], effort: &Effort, seed: u64) -> (usize, usize) {
    let folder = tempfile::tempdir().expect("a folder");
    reset(folder.path());
    let mut random = Random::new(seed);
    let (mut done, mut well) = (0, 0);
    while effort.goes_on(done) {
        let words = line(&grammars[random.below(grammars.len())], &mut random);
        let ended = halflit(folder.path(), &words);
        let said = String::from_utf8_lossy(&ended.stderr);
        let shown = words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" ");
        let fine = match ended.status.code() {
            Some(0) => !said.contains("error:"),
            Some(1 | 2) => said.contains("error:") && said.contains("help:"),
            _ => false,
        };
        if !fine || said.contains("internal error") || said.contains("panicked") {
            let path = keep(&format!("line-{seed}-{done}.txt"), shown.as_bytes());
            panic!("halflit {shown}\n{:?}\n{said}\nkept as {}", ended.status, path.display());
        }
        well += usize::from(ended.status.success());
        done += 1;
        if done % 100 == 0 {
            reset(folder.path()); // --force may have written over them
        }
    }
    (done, well)
}

#[test]
fn no_command_line_ends_in_a_way_that_nobody_documents() {
    let folder = tempfile::tempdir().expect("a folder");
    let grammars = COMMANDS.map(|command| grammar(folder.path(), command));
    assert!(grammars.iter().all(|own| own.options.len() > 3), "the help was not understood");
    let effort = Effort::of(LINES / WORKERS as usize, 2);
    let seeds = (0..WORKERS).map(|worker| effort.seed + 1_000_000 * worker);
    let counts: Vec<(usize, usize)> = std::thread::scope(|scope| {
        let start = |seed| {
            scope.spawn({
                let (grammars, effort) = (&grammars, &effort);
                move || tried(grammars, effort, seed)
            })
        };
        let workers: Vec<_> = seeds.map(start).collect();
        workers.into_iter().map(|own| own.join().expect("every line is fine")).collect()
    });
    let (done, well) = counts.iter().fold((0, 0), |(a, b), (done, well)| (a + done, b + well));
    println!("command lines: {done}, of which {well} did what they were asked");
    assert!(well * 10 > done, "hardly any line does anything");
}
