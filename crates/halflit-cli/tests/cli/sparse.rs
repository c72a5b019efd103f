//! Wide files that store no zeros, through every command that takes a table.

use crate::world::World;

const TOPICS: usize = 4;

/// Texts as counts of words, 3,000 columns, of which the first rows are labeled.
fn topics(rows: usize, labeled: usize) -> String {
    let text = |i: usize| {
        let word = |k: usize| match k % 3 {
            0 => 1501 + (i * 37 + k * 101) % 1500,
            _ => 1 + (i % TOPICS) * 300 + (i / TOPICS * (3 + k) + k * k * 5) % 60,
        };
        let mut words: Vec<usize> = (0..12).map(word).collect();
        words.sort_unstable();
        words.dedup();
        let pairs: Vec<String> =
            words.iter().map(|word| format!("{word}:{}", 1 + word % 2)).collect();
        let label = if i < labeled { (i % TOPICS) as i64 } else { -1 };
        format!("{label} {}\n", pairs.join(" "))
    };
    (0..rows).map(text).collect()
}

/// How many predictions are right.
fn right(csv: &str) -> usize {
    let own = |line: &str| -> Option<bool> {
        let cells: Vec<&str> = line.split(',').collect();
        Some(cells[2].parse::<usize>().ok()? == cells[0].parse::<usize>().ok()? % TOPICS)
    };
    csv.lines().skip(1).filter(|line| own(line) == Some(true)).count()
}

#[test]
fn the_default_fits_predicts_and_says_which_columns_matter() {
    let world = World::with("words.svm", topics(200, 20));
    world.ok("fit words.svm --model words.halflit --report page.html");
    let predictions = world.ok("predict words.svm --model words.halflit --output -");
    assert!(right(&predictions) > 190, "{}", right(&predictions));
    // New rows without the last columns.
    world.write("new.svm", topics(40, 0).replace(":2\n", ":1\n"));
    assert!(right(&world.ok("predict new.svm --model words.halflit --output -")) > 35);
    let inspected = world.json("inspect words.halflit");
    assert!(inspected.to_string().contains("relevance"), "{inspected}");
    let refused = world.run("export words.halflit --onnx words.onnx");
    assert_ne!(refused.code, Some(0));
    assert!(refused.err.contains("sparse rows"), "{}", refused.err);
    assert!(!world.files().contains(&"words.onnx".to_owned()));
    assert!(world.text("page.html").contains("<svg"));
}

#[test]
fn every_command_takes_them_or_says_why_not() {
    let world = World::with("words.svm", topics(120, 20));
    world.ok("suggest words.svm --count 5");
    world.ok("map words.svm --output map.csv");
    world.ok("fit words.svm --dry-run");
    let compared = world.ok("compare words.svm --methods auto,pca,fda");
    assert!(compared.contains("auto") && compared.contains("pca"), "{compared}");
    // A learner looks at all numbers, written out.
    world.ok("fit words.svm --method ss-lfda --model learner.halflit");
    world.ok("transform words.svm --model learner.halflit --output mapped.csv");
}
