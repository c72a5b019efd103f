//! The page as text: nothing from the data can act, nothing is fetched, nothing is missing.

use halflit_report::*;

const NASTY: &str = "</script><script>alert('x')</script><!-- & \" \u{2028}";

fn nasty_report() -> Report {
    let text = || NASTY.to_string();
    Report {
        title: text(),
        summary: vec![text()],
        command: text(),
        embedding: Some(Embedding {
            points: vec![vec![0.0, 1.0, 2.0], vec![1.0 / 3.0, 1.0, 2.0]],
            labels: vec![Some(text()), None],
            predicted: vec![Some(text()), None],
            row_names: Some(vec![text(), text()]),
            classes: vec![text()],
            sureness: vec![0.5, 1.0],
            axis_names: vec![text(), text(), text()],
            features: vec![Feature { name: text(), values: vec![0.5, 1e-9] }],
            texts: vec![(text(), vec![text(), text()])],
        }),
        accuracy: Some(AccuracyTable {
            rows: vec![AccuracyRow { learner: text(), mean: 0.5, interval: None, note: text() }],
            caption: text(),
        }),
        heat_map: Some(HeatMap {
            x_name: text(),
            x_values: vec![1.0],
            y_name: text(),
            y_values: vec![f64::MIN_POSITIVE],
            value_name: text(),
            values: vec![f64::NAN],
            chosen: Some((0, 0)),
        }),
        spectrum: Some(Spectrum { eigenvalues: vec![1.0, -1.0] }),
        loadings: Some(Loadings { axes: vec![vec![(text(), 1.0)], vec![]] }),
        columns: Some(Columns {
            relevance: vec![(text(), 0.5)],
            axes: vec![vec![(text(), -1.0)]],
            classes: vec![(text(), vec![(text(), 0.25)])],
        }),
        curves: vec![CurveChart {
            title: text(),
            x_title: text(),
            curves: vec![Curve { name: text(), points: vec![(0.0, 0.0)] }],
            ..CurveChart::default()
        }],
        parameters: vec![(text(), text())],
        diagnostics: vec![(text(), text())],
    }
}

#[test]
fn names_stay_text() {
    let page = html(&nasty_report()).expect("a page");
    assert!(!page.contains("<script>alert"));
    assert!(!page.contains("<!--"), "a comment in the data could hide the end of a script");
    // The page's own scripts: the watch, the data, the code of the map.
    assert_eq!(page.matches("<script").count(), 3);
    assert_eq!(page.matches("</script").count(), 3);
}

#[test]
fn nothing_is_fetched() {
    let page = html(&nasty_report()).expect("a page");
    assert!(page.contains("default-src 'none'"));
    for loader in ["src=\"http", "href=\"http", "@import", "url(", "<link", "<iframe", "import("] {
        assert!(!page.contains(loader), "{loader}");
    }
}

#[test]
fn every_part_has_its_section_and_links_to_it() {
    let page = html(&nasty_report()).expect("a page");
    for id in [
        "embedding",
        "accuracy",
        "settings",
        "spectrum",
        "loadings",
        "columns",
        "curves-0",
        "parameters",
        "diagnostics",
        "command",
    ] {
        assert!(page.contains(&format!("<section id=\"{id}\"")), "{id}");
        assert!(page.contains(&format!("href=\"#{id}\"")), "{id}");
    }
    assert_eq!(page.matches("<h1>").count(), 1);
    assert_eq!(page.matches("<table>").count(), page.matches("<caption>").count());
}

/// The text between two marks that a section of the page has, for every section.
fn sections(page: &str) -> impl Iterator<Item = &str> {
    page.split("<section").skip(1).filter_map(|rest| rest.split("</section>").next())
}

#[test]
fn every_chart_is_drawn_in_its_place_without_a_script() {
    let page = html(&nasty_report()).expect("a page");
    let drawn: Vec<usize> = sections(&page).map(|s| s.matches("role=\"img\"").count()).collect();
    // Map, accuracies, two settings, eigenvalues, features of two axes, relevance with an axis and a class, curves; then three tables.
    assert_eq!(drawn, [0, 1, 1, 1, 2, 3, 1, 0, 0, 0]);
    assert_eq!(page.matches("class=\"chart\"").count(), 9);
    let named = "role=\"img\" aria-label=\"";
    assert_eq!(page.matches(named).count(), 9, "each says what it is");
    assert!(page.contains("<title>axis 2\neigenvalue −1</title>"), "a bar answers to the pointer");
}

#[test]
fn nothing_on_the_page_has_the_name_of_another() {
    let page = html(&nasty_report()).expect("a page");
    let mut ids: Vec<&str> =
        page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

#[test]
fn a_page_is_small() {
    // Its style and its code, and nothing that somebody else wrote.
    let page = html(&Report::default()).expect("a page");
    assert!(page.len() < 50_000, "{} bytes", page.len());
}

#[test]
fn the_map_comes_first() {
    let page = html(&nasty_report()).expect("a page");
    let place = |words: &str| page.find(words).expect("there");
    let main = place("<main");
    for later in
        ["<nav", "class=\"reading\"", "class=\"controls\"", "class=\"classes\"", "id=\"accuracy\""]
    {
        assert!(
            main < place("id=\"chart-embedding\"")
                && place("id=\"chart-embedding\"") < place(later),
            "{later}"
        );
    }
}

/// A page of so many classes.
fn page_of(classes: usize) -> String {
    let name = |class: usize| Some(format!("class {class}"));
    let embedding = Embedding {
        points: (0..classes).map(|class| vec![class as f64, 0.0]).collect(),
        labels: (0..classes).map(name).collect(),
        ..Embedding::default()
    };
    html(&Report { embedding: Some(embedding), ..Report::default() }).expect("a page")
}

#[test]
fn a_long_legend_is_folded_beyond_ten_classes() {
    let main = |page: &str| {
        page[page.find("<main").expect("a start")..page.find("</main").expect("an end")].to_owned()
    };
    let few = main(&page_of(10));
    assert!(!few.contains("<details>") && few.matches("data-class=").count() == 10);
    let many = main(&page_of(12));
    let (shown, folded) =
        many.split_once("<details><summary>Show all 12 classes</summary>").expect("a fold");
    assert_eq!([shown, folded].map(|part| part.matches("data-class=").count()), [10, 2]);
    assert_eq!(many.matches("data-only=").count(), 12);
}

#[test]
fn the_reader_is_told_what_costs_and_features_are() {
    let page = html(&nasty_report()).expect("a page");
    assert!(
        page.contains("axes of least cost") && page.contains("lower the end of a bar, the better")
    );
    let main = &page[..page.find("</main").expect("an end")];
    assert!(!main.contains("longest"), "the longest bar is best only below zero");
    assert!(page.contains("its weight there times its standard deviation"));
}

#[test]
fn an_empty_report_is_a_page_too() {
    let page = html(&Report::default()).expect("a page");
    assert!(page.contains("<title>Report</title>"));
    assert!(!page.contains("<section"));
}

#[test]
fn a_report_survives_json() {
    let mut report = nasty_report();
    let json = serde_json::to_string(&report).expect("JSON");
    let mut back: Report = serde_json::from_str(&json).expect("a report");
    // NaN is not equal to itself: compare it apart from the rest.
    let values =
        |report: &mut Report| report.heat_map.as_mut().map(|map| std::mem::take(&mut map.values));
    assert!(values(&mut back).is_some_and(|values| values[0].is_nan()));
    values(&mut report);
    assert_eq!(back, report);
}

#[test]
fn data_that_do_not_fit_together_are_refused() {
    let mut report = nasty_report();
    report.curves[0].x_scale = Scale::Logarithmic;
    assert_eq!(html(&report), Err(Error::NotPositive { value: 0.0 }));
    let map = HeatMap { values: vec![1.0], ..HeatMap::default() };
    assert!(html(&Report { heat_map: Some(map), ..Report::default() }).is_err());
}
