//! Whole studies on embedded data: repeatable, resumable, and open to tables of one's own.

use std::path::{Path, PathBuf};

use halflit::choose::Rule;
use halflit_study::run::Choices;
use halflit_study::{Part, Request, Results, Row, StudyError, reproduce};
use tempfile::TempDir;

const RULES: [Rule; 4] = [Rule::Cv, Rule::PooledCv, Rule::Auto, Rule::Oracle];

const SMALL: &str = "
title = 'Small'
learners = ['raw', 'pca', 'lpp*', 'dne', 'lfda', 'self', 'ss-dne', 'ss-lfda']
splits = 3

[grid]
gamma = [0.1, 10]
alpha = [1, 8]

[[dataset]]
source = 'ionosphere'
labeled = 10
dimension = 2

[[dataset]]
source = 'balance'
labeled = 12
unlabeled = 60
dimension = 1
";

struct Place {
    folder: TempDir,
}

impl Place {
    fn new(protocol: &str) -> Self {
        let place = Self { folder: tempfile::tempdir().expect("a folder") };
        std::fs::write(place.path("small.toml"), protocol).expect("written");
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn request(&self, rules: &[Rule]) -> Request {
        Request {
            parts: vec![Part::File(self.path("small.toml"))],
            data: None,
            choices: Choices { rules: rules.to_vec(), ..Choices::default() },
            journal: Some(self.path("journal.jsonl")),
            resume: false,
            command: "halflit reproduce small.toml".into(),
        }
    }
}

fn run(request: &Request) -> Results {
    reproduce(request, &|_, _| {}).expect("a result")
}

fn mean(rows: &[Row], dataset: &str, learner: &str, rule: Rule) -> f64 {
    let wanted =
        |row: &&Row| row.dataset == dataset && row.learner == learner && row.selection == rule;
    let rates: Vec<f64> = rows.iter().filter(wanted).filter_map(|row| row.accuracy).collect();
    assert_eq!(rates.len(), 3, "{dataset} {learner} {rule}");
    rates.iter().sum::<f64>() / 3.0
}

#[test]
fn every_rule_and_learner_has_its_rows() {
    let place = Place::new(SMALL);
    let results = run(&place.request(&RULES));
    // 2 datasets × 8 learners × 4 rules × 3 splits.
    assert_eq!(results.rows.len(), 2 * 8 * 4 * 3);
    for row in &results.rows {
        let has_gamma = row.learner == "self" || row.learner.starts_with("ss-");
        assert_eq!(
            row.setting.is_some_and(|setting| setting.gamma.is_some()),
            has_gamma,
            "{row:?}"
        );
        assert_eq!(row.constraint.is_some(), row.learner.starts_with("ss-"), "{row:?}");
    }
    for dataset in ["Ionosphere", "Balance"] {
        for learner in ["lpp*", "self", "ss-dne", "ss-lfda"] {
            let best = mean(&results.rows, dataset, learner, Rule::Oracle);
            assert!(best >= mean(&results.rows, dataset, learner, Rule::Cv));
            assert!(best >= mean(&results.rows, dataset, learner, Rule::PooledCv));
        }
        let pca = |rule| mean(&results.rows, dataset, "pca", rule);
        assert_eq!(pca(Rule::Cv), pca(Rule::Auto));
    }
    assert_eq!(results.study.tables.len(), 4);
}

#[test]
fn threads_do_not_change_a_bit() {
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let place = Place::new(SMALL);
        pool.install(|| run(&place.request(&[Rule::Cv, Rule::Auto])).rows)
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn a_run_goes_on_where_it_was_stopped() {
    let place = Place::new(SMALL);
    let whole = run(&place.request(&[Rule::Cv])).rows;
    let journal = std::fs::read_to_string(place.path("journal.jsonl")).expect("a journal");
    // Cut in the middle of a line, as an interruption does.
    std::fs::write(place.path("journal.jsonl"), &journal[..journal.len() / 2]).expect("written");
    let resumed = run(&Request { resume: true, ..place.request(&[Rule::Cv]) });
    assert_eq!(resumed.rows, whole);
    let again = std::fs::read_to_string(place.path("journal.jsonl")).expect("a journal");
    assert_eq!(again.lines().count(), journal.lines().count());
}

#[test]
fn a_journal_of_another_run_is_refused() {
    let place = Place::new(SMALL);
    run(&place.request(&[Rule::Oracle]));
    let mut other = Request { resume: true, ..place.request(&[Rule::Oracle]) };
    other.choices.seed = 5;
    let error = reproduce(&other, &|_, _| {}).err().expect("refused");
    assert!(matches!(error, StudyError::OtherRun { .. }), "{error}");
    assert!(error.to_string().contains("was written with seed 0, not 5"), "{error}");
}

#[test]
fn a_journal_of_other_code_or_another_plan_is_refused() {
    let place = Place::new(SMALL);
    run(&place.request(&[Rule::Oracle]));
    let resume = Request { resume: true, ..place.request(&[Rule::Oracle]) };
    let is_refused =
        || matches!(reproduce(&resume, &|_, _| {}).err(), Some(StudyError::OtherRun { .. }));
    let changes = [
        ("small.toml", "dimension = 2", "dimension = 3"),
        ("journal.jsonl", "commit ", "commit x"),
    ];
    for (file, from, to) in changes {
        let text = std::fs::read_to_string(place.path(file)).expect("a file");
        std::fs::write(place.path(file), text.replacen(from, to, 1)).expect("written");
        assert!(is_refused(), "{file}");
        std::fs::write(place.path(file), text).expect("written");
    }
    assert!(!is_refused());
}

#[test]
fn a_run_goes_on_from_elsewhere_and_with_more_splits() {
    let place = mine(MINE);
    run(&place.request(&[Rule::Cv]));
    let journal = std::fs::read_to_string(place.path("journal.jsonl")).expect("a journal");
    // The same files in another folder: other paths, the same data.
    let moved = mine(MINE);
    std::fs::write(moved.path("journal.jsonl"), &journal).expect("written");
    let mut more = Request { resume: true, ..moved.request(&[Rule::Cv]) };
    more.choices.splits = Some(3);
    let resumed = run(&more).rows;
    let longer = std::fs::read_to_string(moved.path("journal.jsonl")).expect("a journal");
    // Nothing is written again: one more split of four learners.
    assert!(longer.starts_with(&journal) && longer.lines().count() == journal.lines().count() + 4);
    let fresh = run(&Request { resume: false, ..more });
    assert_eq!(resumed, fresh.rows);
}

#[test]
fn results_that_are_still_to_be_written_keep_their_folder() {
    let place = mine(MINE);
    let results = run(&place.request(&[Rule::Oracle]));
    let again =
        || reproduce(&Request { resume: true, ..place.request(&[Rule::Oracle]) }, &|_, _| {});
    assert!(matches!(again().err(), Some(StudyError::Busy { .. })));
    drop(results);
    assert!(again().is_ok());
}

#[test]
fn rules_that_need_held_out_labels_add_them_to_a_journal_without() {
    let place = Place::new(SMALL);
    run(&place.request(&[Rule::Oracle]));
    let resumed = run(&Request { resume: true, ..place.request(&[Rule::Cv]) });
    let fresh = run(&Place::new(SMALL).request(&[Rule::Cv]));
    assert_eq!(resumed.rows, fresh.rows);
}

#[test]
fn progress_reaches_its_end() {
    let place = Place::new(SMALL);
    let last = std::sync::Mutex::new((0, 1));
    let note = |done, total| {
        let mut last = last.lock().expect("unpoisoned");
        last.0 = last.0.max(done);
        last.1 = total;
    };
    reproduce(&place.request(&[Rule::Oracle]), &note).expect("a result");
    let (done, total) = *last.lock().expect("unpoisoned");
    assert_eq!(done, total);
}

const MINE: &str = "
title = 'Mine'
opening = '''
Does the second <column> matter?

It *might*.'''
learners = ['pca', 'lfda', 'ss-lfda']
splits = 2
[[dataset]]
table = 'mine.csv'
label = 'kind'
labeled = 8
dimension = 1
";

fn mine(protocol: &str) -> Place {
    let row = |i: u32| {
        let (class, wave) = (i % 2, f64::from(i * 37 % 60) / 60.0);
        format!("{},{},{}\n", wave + f64::from(class), wave * wave, ["a", "b"][class as usize])
    };
    let place = Place::new(protocol);
    let rows: String = (0..60).map(row).collect();
    std::fs::write(place.path("mine.csv"), format!("x,y,kind\n{rows}")).expect("written");
    place
}

#[test]
fn a_protocol_of_ones_own_gives_a_report_of_ones_own() {
    let place = mine(MINE);
    let results = run(&place.request(&[Rule::Cv]));
    assert_eq!(results.rows.len(), 4 * 2);
    assert!(results.rows.iter().all(|row| row.dataset == "mine"));
    results.write(&place.path("out"), false).expect("written");
    let read = |name: &str| std::fs::read_to_string(place.path("out").join(name)).expect("there");
    let report = read("report.md");
    let start =
        "# Mine\n\nDoes the second &lt;column&gt; matter?\n\nIt \\*might\\*.\n\n## How to read";
    assert!(report.starts_with(start), "{report}");
    assert!(report.contains("| Dataset | raw 1-NN | PCA | LFDA | SS-LFDA |\n"), "{report}");
    let page = read("report.html");
    assert!(page.contains("<title>Mine</title>") && page.contains("<p>It *might*.</p>"));
    for word in ["the paper", "The paper", "paper's", "published", "Chatpatanasiri", "Errata"] {
        assert!(!report.contains(word) && !page.contains(word), "{word}");
    }
    // The baseline is there though the protocol does not name it: a row for each split, and a cell in every table.
    assert_eq!(results.rows.iter().filter(|row| row.learner == "raw").count(), 2);
    assert!(report.contains("“raw 1-NN” is the nearest neighbor among the rows as they are"));
    let summary = read("summary.csv");
    assert!(summary.contains("mine,8,linear,raw,,cv,"), "{summary}");
    assert!(summary.contains("mine,8,linear,ss-lfda,paper,cv,"), "{summary}");
}

#[test]
fn a_table_may_lie_in_the_folder_of_the_data() {
    let place = mine(MINE);
    let folder = place.path("elsewhere");
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::rename(place.path("mine.csv"), folder.join("mine.csv")).expect("moved");
    let nowhere = place.request(&[Rule::Oracle]);
    let error = reproduce(&nowhere, &|_, _| {}).err().expect("refused").to_string();
    assert!(error.contains("mine.csv"), "{error}");
    let results = run(&Request { data: Some(folder), ..nowhere });
    assert!(results.study.provenance.data[0].1.contains("elsewhere"));
}

#[test]
fn a_copy_of_a_table_of_the_paper_is_still_the_papers() {
    let results = run(&mine(&format!("paper = true{MINE}")).request(&[Rule::Oracle]));
    assert_eq!(results.study.title, "The paper, reproduced");
    assert!(results.study.paper && results.study.tables[0].paper);
}

#[test]
fn names_with_commas_and_quotes_are_quoted_in_tables() {
    let place = mine(&MINE.replace("mine.csv", "a,\\\"b\\\".csv").replace('\'', "\""));
    std::fs::rename(place.path("mine.csv"), place.path("a,\"b\".csv")).expect("renamed");
    let results = run(&place.request(&[Rule::Oracle]));
    results.write(&place.path("out"), false).expect("written");
    let rows = std::fs::read_to_string(place.path("out/rows.csv")).expect("rows");
    let mut lines = rows.lines();
    let head = "dataset,labeled,space,learner,constraint,selection,split,accuracy,gamma,alpha,neighbors,dimension,weights";
    assert_eq!(lines.next(), Some(head));
    assert!(lines.all(|line| line.starts_with("\"a,\"\"b\"\"\",8,linear,")), "{rows}");
}

#[test]
fn datasets_that_are_not_there_are_named_and_left_out() {
    let place = Place::new(&SMALL.replace("'balance'", "'usps'"));
    let request =
        Request { data: Some(Path::new("nowhere").into()), ..place.request(&[Rule::Oracle]) };
    let results = run(&request);
    assert!(results.rows.iter().all(|row| row.dataset == "Ionosphere"));
    let (name, hint) = &results.study.missing[0];
    assert!(name == "USPS" && hint.contains("fetch_data.py"), "{name}: {hint}");
}

#[test]
fn everything_is_written_and_nothing_overwritten() {
    let place = Place::new(SMALL);
    let mut request = place.request(&[Rule::Oracle]);
    request.parts.push(Part::Table1);
    let results = run(&request);
    let folder = place.path("out");
    let files = results.write(&folder, false).expect("written");
    let names: Vec<String> =
        files.iter().filter_map(|f| f.file_name()?.to_str().map(str::to_owned)).collect();
    assert_eq!(names, ["report.html", "report.md", "run.json", "rows.csv", "summary.csv"]);
    let rows = std::fs::read_to_string(folder.join("rows.csv")).expect("rows");
    assert_eq!(rows.lines().count(), 1 + results.rows.len());
    assert!(results.write(&folder, false).is_err());
    assert!(results.write(&folder, true).is_ok());
}

/// The first lines of `rows.csv`, and those of some learner, as cells.
fn written(results: &Results, folder: &Path, learner: &str) -> (String, Vec<Vec<String>>) {
    results.write(folder, false).expect("written");
    let text = std::fs::read_to_string(folder.join("rows.csv")).expect("rows");
    let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let own = text.lines().map(cells).filter(|cells| cells[3] == learner).collect();
    (text.lines().next().unwrap_or_default().to_owned(), own)
}

#[test]
fn every_learner_takes_from_the_grid_what_it_has() {
    let protocol = SMALL
        .replace("gamma = [0.1, 10]\nalpha = [1, 8]", "neighbors = [1, 3]")
        .replace("'lpp*', 'dne', 'lfda', 'self', 'ss-dne', 'ss-lfda'", "'lfda'");
    let place = Place::new(&protocol);
    let results = run(&place.request(&RULES));
    // 2 datasets × 3 learners × 4 rules × 3 splits.
    assert_eq!(results.rows.len(), 2 * 3 * 4 * 3);
    for row in &results.rows {
        let neighbors = row.setting.and_then(|setting| setting.neighbors);
        // The automatic choice is one of γ and α.
        let tuned = row.learner == "lfda" && row.selection != Rule::Auto;
        assert_eq!(neighbors.is_some(), tuned, "{row:?}");
        assert!(neighbors.is_none_or(|k| k == 1 || k == 3), "{row:?}");
    }
    let (head, lfda) = written(&results, &place.path("out"), "lfda");
    assert!(head.ends_with("accuracy,gamma,alpha,neighbors,dimension,weights"), "{head}");
    assert!(["1", "3"].contains(&lfda[0][10].as_str()), "{:?}", lfda[0]);
    assert_eq!(lfda[0][11..], ["2", "identity"]);
}

#[test]
fn rows_say_which_dimension_and_weights_won() {
    let grid = "dimension = [1, 2, 5]\nweights = ['identity', 'unit']";
    let protocol = SMALL.replace("gamma = [0.1, 10]\nalpha = [1, 8]", grid);
    let one = protocol.split("[[dataset]]\nsource = 'balance'").next().expect("a part");
    let place = Place::new(one);
    let results = run(&place.request(&[Rule::Oracle]));
    let (_, lfda) = written(&results, &place.path("out"), "lfda");
    let won: Vec<&str> = lfda.iter().map(|cells| cells[11].as_str()).collect();
    assert!(won.len() == 3 && won.iter().all(|d| ["1", "2", "5"].contains(d)), "{won:?}");
    // An upper bound over three dimensions is no less than over one of them.
    let only = run(&Place::new(&one.replace("[1, 2, 5]", "[2]")).request(&[Rule::Oracle]));
    for learner in ["pca", "lfda", "ss-lfda"] {
        let mean = |results: &Results| mean(&results.rows, "Ionosphere", learner, Rule::Oracle);
        assert!(mean(&results) >= mean(&only), "{learner}");
    }
}
