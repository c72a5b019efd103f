//! What repeats the model outside.

use std::path::Path;

use halflit::choose::Open;
use halflit::{Breadth, Content, Method, Plan, SourceColumn};
use halflit_io::means_unlabeled;
use serde_json::{Value, json};

use super::{LABELS, MODEL};
use crate::desk::Desk;
use crate::material::{Material, Origin};
use crate::session::Settings;

/// In place of a line for data that came from no file.
const UNREADABLE: &str = "# the table came from no file that could be read again";

/// What estimators take as unlabeled unless they are told otherwise.
const PYTHON_UNLABELED: &str = "-1";

/// For a shell and for Python. Both begin with the labels that were exported.
pub(super) fn of(desk: &Desk) -> Value {
    let shell = shell(desk).unwrap_or_else(|| UNREADABLE.to_owned());
    json!({ "shell": shell, "python": python(desk) })
}

/// One line; nothing for data that cannot be read again.
pub(super) fn shell(desk: &Desk) -> Option<String> {
    let settings = desk.state().session.settings().clone();
    let mut words = vec!["halflit".to_owned(), "fit".to_owned()];
    let Origin::File(reading) = &desk.material.origin else { return None };
    words.extend(joined(reading));
    words.extend(["--labels", LABELS].map(str::to_owned));
    if settings.method != Method::AUTO {
        words.extend(["--method".to_owned(), settings.method.clone()]);
    } else if Settings::breadth(desk.material.table.rows) != Breadth::default() {
        words.extend([
            "--views".to_owned(),
            Settings::breadth(desk.material.table.rows).to_string(),
        ]);
    }
    let numbers = [
        ("--gamma", settings.gamma.map(|value| value.to_string())),
        ("--alpha", settings.alpha.map(|value| value.to_string())),
        ("--dim", settings.dimension.map(|value| value.to_string())),
        ("--seed", Some(desk.material.seed).filter(|seed| *seed != 0).map(|s| s.to_string())),
    ];
    for (option, value) in numbers {
        words.extend(value.into_iter().flat_map(|value| [option.to_owned(), value]));
    }
    words.extend(["--model", MODEL].map(str::to_owned));
    Some(words.into_iter().map(quoted).collect::<Vec<_>>().join(" "))
}

/// An option and its value are one word where the value would be taken for an option itself.
fn joined(words: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        match joined.last_mut() {
            Some(last) if last.starts_with("--") && word.starts_with('-') && takes_value(last) => {
                *last = format!("{last}={word}");
            }
            _ => joined.push(word.clone()),
        }
    }
    joined
}

fn takes_value(option: &str) -> bool {
    !option.contains('=') && !["--header", "--no-header"].contains(&option)
}

/// As a shell takes it for one word.
fn quoted(word: String) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word,
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Lines that fit the same model where Python has the table as it is here; else those that load it.
fn python(desk: &Desk) -> String {
    let settings = desk.state().session.settings().clone();
    let material = &desk.material;
    let Some(table) = table(material) else {
        return format!("from halflit import load\n\nmodel = load({})\n", text(MODEL));
    };
    let breadth = Settings::breadth(material.table.rows);
    let (class, mut arguments) = estimator(&settings, material.seed, breadth);
    let markers = [PYTHON_UNLABELED.to_owned()];
    let classes = desk.state().session.classes();
    if classes.iter().any(|own| means_unlabeled(&own.name, &markers)) {
        arguments.extend((!arguments.is_empty()).then_some(", "));
        arguments.push_str("unlabeled=None");
    }
    format!(
        "import pandas as pd\nfrom halflit import {class}\n\n\
         {table}\n\
         y = pd.read_csv({}, dtype=str, keep_default_na=False, na_values=[\"\"])[\"label\"]\n\
         model = {class}({arguments}).fit(X, y)\n",
        text(LABELS),
    )
}

/// The line that makes `X`; nothing where pandas would read something else.
fn table(material: &Material) -> Option<String> {
    let words = match &material.origin {
        Origin::Nowhere => return None,
        Origin::Python => return Some("# X is the table that halflit.studio was given".to_owned()),
        Origin::File(words) => words,
    };
    let (path, options) = words.split_first()?;
    let table = &material.table;
    let is_number = |own: &SourceColumn| matches!(own.content, Content::Number { .. });
    let read = match Path::new(path).extension()?.to_str()? {
        "csv" if table.index.is_some() => format!("pd.read_csv({}, index_col=0)", text(path)),
        "csv" => format!("pd.read_csv({})", text(path)),
        "parquet" if table.index.is_none() => format!("pd.read_parquet({})", text(path)),
        _ => return None,
    };
    let plain = table.named
        && table.notes.is_empty()
        && table.encoding.columns.iter().all(is_number)
        // Columns by number would need their names.
        && options.chunks(2).all(|own| own[0] == "--drop" && own[1].parse::<usize>().is_err());
    let dropped: Vec<String> =
        options.chunks(2).filter_map(|own| own.get(1)).map(|own| text(own)).collect();
    let features = match dropped.is_empty() {
        true => String::new(),
        false => format!(".drop(columns=[{}])", dropped.join(", ")),
    };
    plain.then(|| format!("X = {read}{features}"))
}

/// The class of a method, and what it is made with.
fn estimator(settings: &Settings, seed: u64, breadth: Breadth) -> (String, String) {
    let mut arguments = Vec::new();
    arguments.extend(settings.dimension.map(|value| value.to_string()));
    if settings.method == Method::AUTO {
        let thin = breadth != Breadth::default();
        arguments.extend(thin.then(|| format!("views={:?}", breadth.to_string())));
        return ("AutoDR".into(), arguments.join(", "));
    }
    let number = |name: &str, value: Option<f64>| value.map(|value| format!("{name}={value:?}"));
    arguments.extend(number("gamma", settings.gamma));
    // In Python LPP and LPP* are one class, whose α is 1 unless it is said otherwise.
    let open = settings.method == "lpp*" && settings.alpha.is_none();
    arguments.extend(open.then(|| "alpha=\"auto\"".to_owned()));
    arguments.extend(number("alpha", settings.alpha));
    arguments.extend(settings.votes.map(|votes| format!("n_votes={votes}")));
    // Who looks for nothing draws nothing.
    let draws = Plan::named(&settings.method).is_ok_and(|own| own.open() != Open::default());
    arguments.extend((seed != 0 && draws).then(|| format!("random_state={seed}")));
    let class = settings.method.replace(['-', '*'], "").to_uppercase();
    (class, arguments.join(", "))
}

/// As Python takes it for a text.
fn text(word: &str) -> String {
    // What JSON escapes Python reads as it was meant.
    Value::from(word).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(quoted("a-b_c.csv".into()), "a-b_c.csv");
        assert_eq!(quoted("my data.csv".into()), "'my data.csv'");
        assert_eq!(quoted("it's $HOME".into()), "'it'\\''s $HOME'");
        assert_eq!(quoted(String::new()), "''");
    }

    #[test]
    fn a_value_that_looks_like_an_option_is_joined_to_its_own() {
        let words = ["a.csv", "--drop", "-x", "--columns", "y", "--header"].map(str::to_owned);
        assert_eq!(joined(&words), ["a.csv", "--drop=-x", "--columns", "y", "--header"]);
    }

    #[test]
    fn methods_have_their_classes() {
        let named = |method: &str| {
            let settings = Settings { method: method.into(), ..Settings::default() };
            estimator(&settings, 0, Breadth::Full)
        };
        assert_eq!(named("auto"), ("AutoDR".into(), String::new()));
        assert_eq!(named("ss-lfda").0, "SSLFDA");
        assert_eq!(named("lpp"), ("LPP".into(), String::new()));
        assert_eq!(named("lpp*"), ("LPP".into(), "alpha=\"auto\"".into()));
    }

    #[test]
    fn a_seed_is_for_those_who_draw() {
        let named = |method: &str| {
            let settings = Settings { method: method.into(), ..Settings::default() };
            estimator(&settings, 7, Breadth::Full).1
        };
        assert_eq!(named("ss-fda"), "random_state=7");
        assert_eq!((named("fda"), named("auto")), (String::new(), String::new()));
    }

    #[test]
    fn tables_are_read_in_python_where_pandas_reads_them_alike() {
        let read = |content: &[u8], words: &[&str]| {
            let categories = true;
            let options = halflit_io::ReadOptions { categories, ..Default::default() };
            let table = halflit_io::read_from(content, "a.csv", &options).expect("a table");
            let words = words.iter().map(|word| (*word).to_owned()).collect();
            super::table(&Material { origin: Origin::File(words), ..Material::of("a.csv", table) })
        };
        let numbers = b"x,y\n1,2\n3,4\n";
        assert_eq!(read(numbers, &["a.csv"]).as_deref(), Some("X = pd.read_csv(\"a.csv\")"));
        let dropped = read(numbers, &["a\u{301}.csv", "--drop", "the \"id\""]);
        let line = "X = pd.read_csv(\"a\u{301}.csv\").drop(columns=[\"the \\\"id\\\"\"])";
        assert_eq!(dropped.as_deref(), Some(line));
        let counted = read(b",x,y\n0,1,2\n1,3,4\n2,5,7\n", &["a.csv"]);
        assert_eq!(counted.as_deref(), Some("X = pd.read_csv(\"a.csv\", index_col=0)"));
        let categories = format!("x,y\n{}", "1,a\n3,b\n".repeat(20));
        assert_eq!(read(categories.as_bytes(), &["a.csv"]), None);
        assert_eq!(read(numbers, &["a.csv", "--missing", "median"]), None);
        assert_eq!(read(numbers, &["a.txt"]), None);
    }
}
