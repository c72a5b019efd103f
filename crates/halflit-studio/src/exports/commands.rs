//! What repeats the model outside.

use std::path::Path;

use halflit::{Auto, Breadth};
use serde_json::{Value, json};

use super::{LABELS, MODEL};
use crate::desk::Desk;
use crate::session::Settings;

/// In place of a line for data that came from no file.
const UNREADABLE: &str = "# the table came from no file that could be read again";

/// For a shell and for Python. Both begin with the labels that were exported.
pub(super) fn of(desk: &Desk) -> Value {
    let shell = shell(desk).unwrap_or_else(|| UNREADABLE.to_owned());
    json!({ "shell": shell, "python": python(desk) })
}

/// One line; nothing for data that cannot be read again.
pub(super) fn shell(desk: &Desk) -> Option<String> {
    let settings = desk.state().session.settings().clone();
    let mut words = vec!["halflit".to_owned(), "fit".to_owned()];
    words.extend(desk.material.reading.clone()?);
    words.extend(["--labels", LABELS].map(str::to_owned));
    if settings.method != Auto::NAME {
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

/// As a shell takes it for one word.
fn quoted(word: String) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word,
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Lines that fit the same model where pandas reads the table as it was read here; else those that load it.
fn python(desk: &Desk) -> String {
    let settings = desk.state().session.settings().clone();
    let material = &desk.material;
    let path = material.reading.as_ref().and_then(|words| words.first()).map(String::as_str);
    let ending = path.and_then(|path| Path::new(path).extension()).and_then(|e| e.to_str());
    let options = || material.reading.iter().flat_map(|words| words[1..].chunks(2));
    // Columns by number would need their names.
    let by_name = |own: &[String]| own.get(1).is_some_and(|word| word.parse::<usize>().is_err());
    let plain = material.table.named && options().all(|own| own[0] == "--drop" && by_name(own));
    let read = match ending {
        Some("csv") => "read_csv",
        Some("parquet") => "read_parquet",
        _ => "",
    };
    let (Some(path), false, true) = (path, read.is_empty(), plain) else {
        return format!("from halflit import load\n\nmodel = load({})\n", text(MODEL));
    };
    let dropped: Vec<String> = options().filter_map(|own| own.get(1)).map(|d| text(d)).collect();
    let features = match dropped.is_empty() {
        true => String::new(),
        false => format!(".drop(columns=[{}])", dropped.join(", ")),
    };
    let breadth = Settings::breadth(material.table.rows);
    let (class, arguments) = estimator(&settings, material.seed, breadth);
    format!(
        "import pandas as pd\nfrom halflit import {class}\n\n\
         X = pd.{read}({}){features}\n\
         y = pd.read_csv({}, dtype=str, keep_default_na=False, na_values=[\"\"])[\"label\"]\n\
         model = {class}({arguments}).fit(X, y)\n",
        text(path),
        text(LABELS),
    )
}

/// The class of a method, and what it is made with.
fn estimator(settings: &Settings, seed: u64, breadth: Breadth) -> (String, String) {
    let mut arguments = Vec::new();
    arguments.extend(settings.dimension.map(|value| value.to_string()));
    if settings.method == Auto::NAME {
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
    arguments.extend((seed != 0).then(|| format!("random_state={seed}")));
    let class = settings.method.replace(['-', '*'], "").to_uppercase();
    (class, arguments.join(", "))
}

/// As Python takes it for a text.
fn text(word: &str) -> String {
    format!("{word:?}")
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
}
