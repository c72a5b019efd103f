//! How many instructions three small fits take: a number that no other program on the machine disturbs, so that a slip shows at once.
//!
//! Counted by valgrind on one thread. Counts belong to a compiler and to what its code finds on the processor; where those
//! differ from the kept ones there is nothing to compare. The counts of one build vary by less than a thousandth, because
//! of hash tables with random seeds.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::step::{Step, root};

/// The kept counts.
const FILE: &str = "benchmarks/instructions.txt";
/// More than the kept count by this share fails.
const MOST: f64 = 0.03;
/// The fits: names, and their plans.
const FITS: [(&str, &str); 3] = [
    ("pca", r#"{"method": {"name": "pca"}, "dimension": 2}"#),
    ("ss-lfda", r#"{"method": {"name": "ss-lfda"}, "dimension": 2}"#),
    ("auto", "{}"),
];

/// Compares with the kept counts, where there are some of this compiler and valgrind is there.
pub(crate) fn check() -> Result<(), String> {
    let skipped = |why: &str| {
        println!("== instructions: skipped, {why}");
        Ok(())
    };
    if !has_valgrind() {
        return skipped("no valgrind on the PATH");
    }
    let Ok(text) = fs::read_to_string(root().join(FILE)) else {
        return skipped("none are kept: `cargo xtask instructions` counts them");
    };
    let kept = Counts::read(&text)?;
    if kept.built_by != built_by() {
        return skipped(&format!("those kept are of {}", kept.built_by));
    }
    kept.compare(&count()?)
}

/// Counts, and keeps what was counted.
pub(crate) fn keep() -> Result<(), String> {
    if !has_valgrind() {
        return Err("instructions are counted by valgrind, which is not on the PATH".into());
    }
    let text = count()?.written();
    fs::write(root().join(FILE), &text).map_err(|error| format!("cannot write {FILE}: {error}"))?;
    print!("{text}");
    Ok(())
}

/// Counts of fits, and of which build they are.
#[derive(Debug, PartialEq)]
struct Counts {
    built_by: String,
    fits: Vec<(String, u64)>,
}

impl Counts {
    /// From a first line on the build, then a name and a number in each.
    fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let built_by = lines.next().unwrap_or_default().to_owned();
        let fit = |line: &str| {
            let (name, count) = line.split_once(' ')?;
            Some((name.to_owned(), count.parse().ok()?))
        };
        let fits = lines.map(fit).collect::<Option<_>>();
        Ok(Self { built_by, fits: fits.ok_or(format!("{FILE} does not hold counts"))? })
    }

    fn written(&self) -> String {
        let fits = self.fits.iter().map(|(name, count)| format!("{name} {count}\n"));
        format!("{}\n{}", self.built_by, fits.collect::<String>())
    }

    /// Prints every fit, and fails for those that take clearly more than what is kept.
    fn compare(&self, now: &Counts) -> Result<(), String> {
        let mut slower = Vec::new();
        for (name, before) in &self.fits {
            let Some((_, count)) = now.fits.iter().find(|(own, _)| own == name) else { continue };
            let change = *count as f64 / *before as f64 - 1.0;
            let line = format!("{name}: {count} instructions, {:+.1} %", 100.0 * change);
            println!("== {line}");
            if change > MOST {
                slower.push(line);
            }
        }
        match slower.is_empty() {
            true => Ok(()),
            false => Err(format!(
                "{}\n  if that is meant to be so: cargo xtask instructions",
                slower.join("\n")
            )),
        }
    }
}

fn count() -> Result<Counts, String> {
    let build = ["build", "--workspace", "--locked", "--bin", "halflit-bench"];
    Step::cargo("instructions", &build).linted().run()?;
    let fits = FITS.iter().map(|(name, plan)| Ok((name.to_string(), count_of(plan)?)));
    Ok(Counts { built_by: built_by(), fits: fits.collect::<Result<_, String>>()? })
}

fn count_of(plan: &str) -> Result<u64, String> {
    let order = format!(r#"{{"task": "ionosphere", "learner": {plan}, "repeat": 1, "budget": 0}}"#);
    let folder = env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from);
    let run = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(folder.join("debug").join("halflit-bench"))
        .arg(order)
        .env("RAYON_NUM_THREADS", "1")
        .output();
    let run = run.map_err(|error| format!("valgrind could not start: {error}"))?;
    let words = String::from_utf8_lossy(&run.stderr);
    match (run.status.success(), counted(&words)) {
        (true, Some(count)) => Ok(count),
        _ => Err(format!("valgrind did not count:\n{words}")),
    }
}

/// The number in the line `I refs: 1,234`.
fn counted(words: &str) -> Option<u64> {
    let line = words.lines().find(|line| line.contains("refs:"))?;
    line.split_once("refs:")?.1.trim().replace(',', "").parse().ok()
}

/// The compiler, and what its code finds on the processor.
fn built_by() -> String {
    let version = Command::new("rustc").arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    #[cfg(target_arch = "x86_64")]
    let wide =
        std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    let wide = false;
    let wide = if wide { " with AVX2" } else { "" };
    format!("{} on {}{wide}", version.unwrap_or_default(), env::consts::ARCH)
}

fn has_valgrind() -> bool {
    let paths = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&paths).any(|folder| folder.join("valgrind").is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(pca: u64) -> Counts {
        Counts { built_by: "rustc".into(), fits: vec![("pca".into(), pca)] }
    }

    #[test]
    fn a_little_more_passes_and_much_more_does_not() {
        assert_eq!(counts(1000).compare(&counts(1029)), Ok(()));
        assert_eq!(counts(1000).compare(&counts(500)), Ok(()));
        let message = counts(1000).compare(&counts(1031)).expect_err("too much");
        assert!(message.contains("pca: 1031 instructions, +3.1 %"), "{message}");
    }

    #[test]
    fn counts_are_read_as_they_were_written() {
        let own = counts(12);
        assert_eq!(Counts::read(&own.written()), Ok(own));
        assert!(Counts::read("rustc\npca many\n").is_err());
        let words = "==12== \n==12== I   refs:      10,738,693\n";
        assert_eq!(counted(words), Some(10_738_693));
    }
}
