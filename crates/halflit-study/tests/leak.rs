//! No honest rule sees a test label: with every test label wrong it chooses what it chose before.

use std::path::Path;

use halflit::Labels;
use halflit::choose::Rule;
use halflit::evaluation::draw_labeled;
use halflit_study::protocol::{DatasetPlan, Protocol};
use halflit_study::run::{Choices, Experiment, Journal, Record, run};
use halflit_study::sources::{Loaded, Lookup};
use halflit_study::{Row, rows};

const SPLITS: usize = 3;

/// One dataset whose unlabeled rows are the test, and one whose test rows are never shown.
const PROTOCOL: &str = "
title = 'Leaks'
learners = ['lpp*', 'lfda', 'self', 'ss-dne', 'ss-lfda']
[grid]
gamma = [0.01, 0.1, 1, 10]
alpha = [1, 8]
neighbors = [1, 3]
[[dataset]]
source = 'ionosphere'
labeled = 10
dimension = 2
[[dataset]]
source = 'balance'
labeled = 24
unlabeled = 100
dimension = 1
";

fn protocol() -> Protocol {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("leaks.toml");
    std::fs::write(&path, PROTOCOL).expect("written");
    Protocol::read(Path::new(&path)).expect("a protocol")
}

fn choices() -> Choices {
    let rules = vec![Rule::Cv, Rule::PooledCv, Rule::Auto, Rule::Oracle];
    Choices { splits: Some(SPLITS), seed: 3, rules, ..Choices::default() }
}

fn records(protocol: &Protocol, plan: &DatasetPlan, loaded: &Loaded) -> Vec<Record> {
    let experiment = Experiment { protocol, datasets: vec![(plan, loaded)] };
    let found = run(&[experiment], &choices(), &Journal::none(), &|_, _| {}).expect("records");
    found.into_iter().flatten().collect()
}

/// This dataset with a wrong label on every row that the split does not label.
fn scrambled(plan: &DatasetPlan, loaded: &Loaded, split: usize) -> Loaded {
    let labels = loaded.data.labels();
    // The seed of a split, as `run` makes it.
    let draw = |labels: &Labels| {
        draw_labeled(labels, plan.labeled, choices().seed * 1_000_003 + split as u64)
            .expect("drawn")
    };
    let labeled = draw(labels);
    let classes = labels.classes();
    let wrong = |row: usize| {
        let class = labels.class_of(row).expect("a label");
        let moved = if labeled.contains(&row) { class } else { (class + 1) % classes.len() };
        Some(classes[moved].clone())
    };
    let wrong = Labels::new((0..labels.len()).map(wrong));
    assert_eq!(draw(&wrong), labeled, "the split must stay: take another seed");
    let data = loaded.data.clone().with_labels(wrong).expect("as many labels");
    Loaded { data, ..loaded.clone() }
}

/// Rows with the true test labels, and rows where the test labels of every split are wrong.
fn both(protocol: &Protocol, plan: &DatasetPlan) -> [Vec<Row>; 2] {
    let Lookup::Data(loaded) = plan.load(None).expect("read") else { panic!("at hand") };
    let honest = records(protocol, plan, &loaded);
    let of_split = |split: usize| {
        let all = records(protocol, plan, &scrambled(plan, &loaded, split));
        all.into_iter().filter(move |record| record.key.split == split)
    };
    let wrong: Vec<Record> = (0..SPLITS).flat_map(of_split).collect();
    [rows(&honest, &choices().rules), rows(&wrong, &choices().rules)]
}

#[test]
fn no_honest_rule_sees_a_test_label() {
    let protocol = protocol();
    for plan in &protocol.datasets {
        let [before, after] = both(&protocol, plan);
        // 5 learners and none, 4 rules.
        assert_eq!((before.len(), after.len()), (24 * SPLITS, 24 * SPLITS));
        let pairs = || before.iter().zip(&after);
        for (one, other) in pairs().filter(|(one, _)| one.selection.is_honest()) {
            assert_eq!((one.selection, one.split), (other.selection, other.split));
            assert_eq!(one.setting, other.setting, "{one:?} {other:?}");
        }
        // The wrong labels did reach the tests, and the rule that looks at them.
        let moved = |(one, other): &(&Row, &Row)| one.setting != other.setting;
        assert!(pairs().any(|pair| pair.0.selection == Rule::Oracle && moved(&pair)));
        assert!(pairs().any(|(one, other)| one.accuracy != other.accuracy));
    }
}
