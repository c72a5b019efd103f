use super::*;
use crate::figures::Finding;
use crate::protocol::{Protocol, Space};
use crate::rows::Row;
use crate::rule::Rule;
use halflit_report::{Curve, CurveChart, pictures};

const LEARNERS: [(&str, f64); 6] = [
    ("raw", 0.61),
    ("lpp*", 0.55),
    ("dne", 0.57),
    ("lfda", 0.56),
    ("ss-dne", 0.64),
    ("ss-lfda", 0.52),
];

/// Three splits of one learner; the last could not be fitted by LFDA.
fn rows(learner: &str, rate: f64, rule: Rule) -> Vec<Row> {
    let row = |split: usize| Row {
        dataset: "BCI".into(),
        labeled: 10,
        space: Space::Linear,
        learner: learner.into(),
        constraint: learner.starts_with("ss-").then(|| "paper".into()),
        selection: rule,
        split,
        accuracy: (learner != "lfda" || split < 2).then_some(rate + 0.001 * split as f64),
        gamma: None,
        alpha: None,
    };
    (0..3).map(row).collect()
}

fn table(rule: Rule) -> Table {
    let rows: Vec<Row> = LEARNERS.iter().flat_map(|(name, rate)| rows(name, *rate, rule)).collect();
    Table::new(&Protocol::built_in("table2").expect("valid"), &rows, rule, "paper")
}

fn figure() -> Figure {
    let curve = Curve { name: "α".into(), points: vec![(0.0, 0.5), (1.0, 1.0)] };
    let chart = CurveChart { curves: vec![curve], ..CurveChart::default() };
    let finding =
        |claim: &str, holds| Finding { claim: claim.into(), measured: "0.5".into(), holds };
    Figure {
        name: "curve",
        title: "A curve of c^u".into(),
        caption: "What <b>is</b> seen".into(),
        picture: pictures::curves(&chart, "A curve").expect("picture"),
        findings: vec![finding("It rises", true), finding("It falls", false)],
    }
}

fn study() -> Study {
    let details = Details {
        dataset: "BCI".into(),
        columns: 117,
        classes: 2,
        rows: 400,
        labeled: vec![10, 100],
        unlabeled: None,
        dimension: 2,
        good_neighbors: [0.575, 0.593],
        published: [0.575, 0.593],
        verdict: "the same in both spaces".into(),
    };
    let provenance = Provenance {
        command: "halflit reproduce --data '<folder>' && echo \"a|b\"".into(),
        version: "9.8.7".into(),
        machine: "A & B, 2 cores".into(),
        data: vec![("BCI".into(), "data/bci.csv".into(), "0123456789abcdef".into())],
        splits: 3,
        seed: 42,
        kernel_constant: 1.0,
        elapsed: Duration::from_secs(312),
        ..Provenance::default()
    };
    Study {
        provenance,
        details: vec![details],
        tables: vec![table(Rule::Cv), table(Rule::Best)],
        figures: vec![figure()],
        missing: vec![("USPS".into(), "run `fetch <x>`, see http://example.org/~a_b".into())],
    }
}

/// Numbers with a decimal point, in order. Pictures exist in one of the two forms only.
fn numbers(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !(c.is_ascii_digit() || c == '.'));
    let is_number = |part: &&str| part.contains('.') && part.parse::<f64>().is_ok();
    parts.map(|part| part.trim_end_matches('.')).filter(is_number).map(str::to_owned).collect()
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let rest = text.split_once(start).expect("start").1;
    rest.split_once(end).expect("end").0
}

#[test]
fn both_forms_say_the_same() {
    let (markdown, page) = (markdown(&study()).expect("made"), page(&study()).expect("made"));
    let mut main = between(&page, "<main id=\"content\">", "</main>").to_owned();
    let picture = between(&main, "<svg", "</svg>").to_owned();
    main = main.replace(&picture, "");
    assert_eq!(numbers(&markdown), numbers(&main));
    let headings = markdown.lines().filter(|line| line.starts_with("##")).count();
    assert_eq!(headings, main.matches("<h").count());
    assert!(markdown.contains("![A curve of c^u](figures/curve.png)"));
}

#[test]
fn the_page_needs_nothing_and_runs_nothing() {
    let page = page(&study()).expect("made");
    assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("url("));
    // The one address is that of a missing dataset, as text.
    assert_eq!((page.matches("http:").count(), page.matches("https:").count()), (1, 0));
    let mut targets = page.match_indices("href=\"").map(|(at, found)| &page[at + found.len()..]);
    assert!(targets.all(|rest| rest.starts_with('#')));
    for (at, found) in page.match_indices("href=\"#") {
        let id = page[at + found.len()..].split('"').next().expect("an end");
        assert_eq!(page.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
    }
    assert!(page.contains("Content-Security-Policy") && page.contains("class=\"skip\""));
}

#[test]
fn text_from_outside_is_only_text() {
    let (markdown, page) = (markdown(&study()).expect("made"), page(&study()).expect("made"));
    assert!(page.contains("&#39;&lt;folder&gt;&#39; &amp;&amp; echo &quot;a|b&quot;"));
    assert!(
        page.contains("What &lt;b&gt;is&lt;/b&gt; seen") && page.contains("A &amp; B, 2 cores")
    );
    assert!(markdown.contains("    halflit reproduce --data '<folder>' && echo \"a|b\""));
    assert!(markdown.contains("`fetch <x>`, see <http://example.org/~a_b>."));
    assert!(markdown.contains("What &lt;b&gt;is&lt;/b&gt; seen"));
}

#[test]
fn winners_are_bold_and_raised() {
    let (markdown, page) = (markdown(&study()).expect("made"), page(&study()).expect("made"));
    let won = "<strong>64.1 ± 0.1</strong><sup>99</sup>";
    let published = "<strong>57.1 ± 0.6</strong><sup>99</sup>";
    assert_eq!([won, published].map(|cell| page.matches(cell).count()), [2, 2]);
    assert_eq!(page.matches("<td class=\"number\">52.1 ± 0.1</td>").count(), 2);
    assert!(markdown.contains("| **64.1 ± 0.1**<sup>99</sup> | 52.1 ± 0.1 |"));
    assert!(markdown.contains("| ***57.1 ± 0.6***<sup>99</sup> | ***55.2 ± 0.3***<sup>99</sup> |"));
    assert!(page.contains("<sup>†</sup></td>"));
    assert!(page.contains("† BCI: LFDA could not be fitted on 1 of 3 splits."));
    assert!(markdown.contains("Linear, learners beyond the paper"));
}

#[test]
fn the_summary_counts() {
    let markdown = markdown(&study()).expect("made");
    let clause = "with the paper's constraint they win 1 of 2 contests (the paper: 2) and reach the published \
                  value in 1 of 2 cells.";
    assert!(markdown.contains(&format!("- **cv** (honest): {clause}")));
    assert!(markdown.contains(&format!("- **best** (an upper bound): {clause}")));
    assert!(markdown.contains("The rule `cv` looks at no test label; `best` chooses"));
    assert!(markdown.contains("on 1 of 1 datasets. Of the 2 findings of the figures, 1 holds."));
    assert!(markdown.contains("- **Does not hold**: It falls."));
}

#[test]
fn an_empty_study_is_still_a_report() {
    let empty = Study {
        provenance: Provenance::default(),
        details: vec![],
        tables: vec![],
        figures: vec![],
        missing: vec![],
    };
    let markdown = markdown(&empty).expect("made");
    assert!(markdown.contains("## Errata") && !markdown.contains("## Figures"));
}
