//! How often a comparison claims something: of noise, where every claim is false, and of tables in which two of twenty columns tell two
//! classes apart. `cargo run --example claims -- noise|effect LABELS FIRST LAST` prints one line for each table: the smallest p-value of a
//! method against the baseline, that of unlabeled rows, and the rows that each method got right.

use halflit::evaluation::{Comparison, testable_folds};
use halflit::{Labels, Plan, Samples, compare};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const ROWS: usize = 120;
const COLUMNS: usize = 20;
/// Columns that tell, and how far apart the classes are there, in deviations.
const TELLING: usize = 2;
const APART: f64 = 1.5;

const METHODS: [&str; 10] =
    ["auto", "pca", "lpp", "fda", "mmc", "lfda", "self", "ss-fda", "ss-mmc", "ss-lfda"];

struct Noise(ChaCha8Rng);

impl Noise {
    fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Close enough to a normal number.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}

/// Rows of noise, those of the second class shifted where there is an effect; the first rows have labels.
fn table(seed: u64, labeled: usize, effect: bool) -> (Samples<'static>, Labels) {
    let mut noise = Noise(ChaCha8Rng::seed_from_u64(seed));
    let classes: Vec<bool> = (0..ROWS).map(|_| noise.uniform() < 0.5).collect();
    let shift = |class: bool, j: usize| match effect && class && j < TELLING {
        true => APART,
        false => 0.0,
    };
    let rows: Vec<Vec<f64>> = classes
        .iter()
        .map(|&class| (0..COLUMNS).map(|j| noise.normal() + shift(class, j)).collect())
        .collect();
    let labels = classes.iter().enumerate().map(|(i, &class)| (i < labeled).then_some(class));
    (Samples::from_rows(&rows).expect("samples"), Labels::new(labels))
}

fn compared(samples: &Samples<'_>, labels: &Labels) -> Comparison {
    let all = Plan::default().prepare(samples).expect("rows");
    let plan = |name: &&str| all.with(&Plan::named(name).expect("a method")).expect("a plan");
    let each: Vec<_> = METHODS.iter().map(plan).collect();
    let folds = testable_folds(labels, 0).expect("folds");
    compare(&each, labels, &folds).expect("a comparison")
}

/// One letter for each held-out row, in order: 1 where it was classified right.
fn rights(found: &Comparison) -> String {
    let of = |standing: &halflit::evaluation::Standing| -> String {
        let Ok(own) = &standing.assessment else { return "-".into() };
        let mut rows: Vec<(usize, bool)> = own.rows.iter().flatten().copied().collect();
        rows.sort_unstable();
        rows.iter().map(|(_, right)| if *right { '1' } else { '0' }).collect()
    };
    found.standings.iter().map(of).collect::<Vec<_>>().join(" ")
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words[at].parse::<u64>().expect("a number");
    let (effect, labeled) = (words[0] == "effect", number(1) as usize);
    for seed in number(2)..number(3) {
        let (samples, labels) = table(seed, labeled, effect);
        if labels.present_classes().len() < 2 {
            continue;
        }
        let found = compared(&samples, &labels);
        let p = found.standings.iter().filter_map(|own| own.p_better).fold(1.0, f64::min);
        let unlabeled = found.unlabeled.as_ref().map_or(1.0, |own| own.p);
        println!("{seed} {p:.5} {unlabeled:.5} {}", rights(&found));
    }
}
