use super::*;
use crate::figures::Finding;
use crate::protocol::{Protocol, Space};
use crate::rows::Row;
use halflit::choose::Rule;
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
        setting: None,
    };
    (0..3).map(row).collect()
}

fn paper() -> Protocol {
    Protocol::built_in("table2").expect("valid")
}

fn table(protocol: &Protocol, rule: Rule) -> Table {
    let rows: Vec<Row> = LEARNERS.iter().flat_map(|(name, rate)| rows(name, *rate, rule)).collect();
    Table::new(protocol, &rows, rule, "paper")
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
        title: "A | *study* <of> everything".into(),
        opening: Some("- What <i>it</i> is.\n\n# And `more`.".into()),
        paper: true,
        provenance,
        details: vec![details],
        tables: vec![table(&paper(), Rule::Cv), table(&paper(), Rule::Oracle)],
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
    let (markdown, page) = (markdown(&study()), page(&study()).expect("made"));
    let main = between(&page, "<main>", "</main>");
    let (nav, picture) = (between(main, "<nav", "</nav>"), between(main, "<svg", "</svg>"));
    let main = main.replace(nav, "").replace(picture, "");
    assert_eq!(numbers(&markdown), numbers(&main));
    let headings = markdown.lines().filter(|line| line.starts_with('#')).count();
    assert_eq!(headings, main.matches("<h").count());
    assert!(markdown.contains("![A curve of c^u](figures/curve.png)"));
    assert!(!page.contains("figures/curve.png") && page.contains("A curve of cᵘ"));
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
fn every_section_is_linked_under_its_own_words() {
    let page = page(&study()).expect("made");
    for (at, found) in page.match_indices("<a href=\"#") {
        let (id, rest) = page[at + found.len()..].split_once("\">").expect("a link");
        let words = rest.split_once("</a>").expect("an end").0;
        assert!(page.contains(&format!(" id=\"{id}\">{words}</h")), "{id}: {words}");
    }
    assert!(page.matches("<a href=\"#section-").count() > 10);
}

#[test]
fn text_from_outside_is_only_text() {
    let mut study = study();
    study.tables[0].title = "<script>alert(1)</script> ## | `x`\n\n## Not a section".into();
    study.tables[0].lines[0].dataset = "a|b <img src=x> *c* [d](e)\nf".into();
    study.provenance.data[0].1 = "data/<x>|`y`.csv".into();
    let (markdown, page) = (markdown(&study), page(&study).expect("made"));
    assert!(page.contains("'&lt;folder&gt;' &amp;&amp; echo \"a|b\""));
    assert!(markdown.contains("    halflit reproduce --data '<folder>' && echo \"a|b\""));
    assert!(markdown.contains("`fetch <x>`, see http://example.org/~a_b."));
    let shown = [
        "What &lt;b&gt;is&lt;/b&gt; seen",
        "A &amp; B, 2 cores",
        "<h1>A | *study* &lt;of&gt; everything</h1>",
        "<title>A | *study* &lt;of&gt; everything</title>",
        "<p>- What &lt;i&gt;it&lt;/i&gt; is.</p>",
        "<p># And `more`.</p>",
        "&lt;script&gt;alert(1)&lt;/script&gt; ## | `x`  ## Not a section</h2>",
        "<td>a|b &lt;img src=x&gt; *c* [d](e) f</td>",
        "<td>data/&lt;x&gt;|`y`.csv</td>",
    ];
    for words in shown {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("<img") && !page.contains("<script"));
}

#[test]
fn winners_are_bold_and_raised() {
    let (markdown, page) = (markdown(&study()), page(&study()).expect("made"));
    let won = "<strong>64.1 ± 0.1</strong><sup>99</sup>";
    let published = "<em><strong>57.1 ± 0.6</strong></em><sup>99</sup>";
    assert_eq!([won, published].map(|cell| page.matches(cell).count()), [2, 2]);
    assert_eq!(page.matches(">52.1 ± 0.1</td>").count(), 2);
    assert!(markdown.contains("| **64.1 ± 0.1**<sup>99</sup> | 52.1 ± 0.1 |"));
    assert!(markdown.contains("| ***57.1 ± 0.6***<sup>99</sup> | ***55.2 ± 0.3***<sup>99</sup> |"));
    assert!(page.contains("<sup>†</sup></td>"));
    assert!(page.contains("† BCI: LFDA could not be fitted on 1 of 3 splits."));
    assert!(markdown.contains("learners beyond the paper"));
}

#[test]
fn the_summary_counts() {
    let markdown = markdown(&study());
    let clause =
        "they win 1 of 2 contests (the paper: 2) and reach the published value in 1 of 2 cells.";
    let rule = |rule: &str| format!("- **Rule `{rule}`, constraint `paper`**");
    assert!(markdown.contains(&format!("{} (honest): {clause}", rule("cv"))));
    assert!(markdown.contains(&format!("{} (an upper bound): {clause}", rule("oracle"))));
    assert!(markdown.contains("on 1 of 1 datasets. Of 2 claims about the figures, 1 came out"));
    assert!(markdown.contains("- **Does not hold**: It falls."));
}

#[test]
fn a_study_of_ones_own_has_no_word_about_the_paper() {
    let own = Protocol { title: "Mine".into(), paper: false, published: vec![], ..paper() };
    let study = Study {
        title: "Mine".into(),
        opening: Some("Why I did it.".into()),
        paper: false,
        details: vec![],
        tables: vec![table(&own, Rule::Cv)],
        figures: vec![],
        ..study()
    };
    let markdown = markdown(&study);
    assert!(markdown.starts_with("# Mine\n\nWhy I did it.\n\n## How to read the tables\n"));
    assert!(markdown.contains("## Results\n\n### Rule `cv`, constraint `paper`\n"));
    assert!(markdown.contains("| Dataset | raw 1-NN | LPP\\* | DNE | LFDA | SS-DNE | SS-LFDA |"));
    assert!(markdown.contains("**64.1 ± 0.1**<sup>99</sup>"));
    for word in ["the paper", "The paper", "paper's", "published", "Errata", "wins"] {
        assert!(!markdown.contains(word), "{word}");
    }
}

#[test]
fn an_empty_study_is_still_a_report() {
    let empty = Study {
        title: "Empty".into(),
        opening: None,
        paper: true,
        provenance: Provenance::default(),
        details: vec![],
        tables: vec![],
        figures: vec![],
        missing: vec![],
    };
    let markdown = markdown(&empty);
    assert!(markdown.contains("## Errata") && !markdown.contains("## Figures"));
}
