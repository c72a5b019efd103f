//! What a fit came to, for its users: rows, labels, how often it is right.

use halflit::choose::Tally;
use halflit::evaluation::wilson;
use halflit::{Labels, Model};
use serde_json::{Value, json};

use crate::check;
use crate::commands::fit::Account;
use crate::printer::{percent, short};
use crate::show;

/// Classes that are listed one by one.
const SHOWN_CLASSES: usize = 12;

/// How many check rows a model gets right. They were drawn at random and kept from learning, so that this is an honest accuracy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CheckRows {
    right: usize,
    of: usize,
}

impl CheckRows {
    /// Of rows with their labels, by what every row was taken for; nothing where there is no such row.
    pub(crate) fn of(
        checks: &[(usize, String)],
        model: &Model,
        predicted: &[usize],
    ) -> Option<Self> {
        let is_right = |(row, label): &&(usize, String)| {
            predicted.get(*row).is_some_and(|&class| model.classes()[class] == *label)
        };
        let (right, of) = (checks.iter().filter(is_right).count(), checks.len());
        (of > 0 && !predicted.is_empty()).then_some(Self { right, of })
    }

    fn interval(self) -> (f64, f64) {
        wilson(&Tally::counted(self.right, self.of))
    }

    /// For people.
    pub(crate) fn sentence(self) -> String {
        let (low, high) = self.interval();
        let share = self.right as f64 / self.of as f64;
        format!(
            "{} of {} check rows right: {} % ({}–{} with 95 % confidence)",
            self.right,
            self.of,
            percent(share),
            percent(low),
            percent(high)
        )
    }

    /// For machines.
    pub(crate) fn to_json(self) -> Value {
        let accuracy = self.right as f64 / self.of as f64;
        json!({ "right": self.right, "of": self.of, "accuracy": accuracy, "interval": self.interval() })
    }
}

/// Two columns of words; what only concerns the solver where more was asked for.
pub(crate) fn text(account: &Account<'_>, verbose: bool) -> String {
    let (model, labels) = (&account.fit.model, account.labels());
    let method = format!("{} in {}", model.plan().name(), show::dimensions(model.dimension()));
    let labeled = labels.labeled_rows().len();
    let mut pairs = vec![
        ("method".to_owned(), method),
        ("rows".to_owned(), format!("{}, {labeled} of them labeled", labels.len())),
    ];
    pairs.extend((labeled > 0).then(|| ("labels".to_owned(), classes(labels))));
    pairs.extend(account.choice().map(|line| ("chosen".to_owned(), line)));
    if let Some(own) = &account.check {
        pairs.push(("accuracy".into(), check::accuracy(own)));
        pairs.push(("beside".into(), check::baselines(own)));
    }
    pairs.extend(account.check_rows.map(|own| ("check rows".to_owned(), own.sentence())));
    if verbose {
        pairs.extend(solver(model));
    }
    show::pairs_text(&pairs)
}

/// `setosa 4, virginica 8`.
fn classes(labels: &Labels) -> String {
    let rows = labels.labeled_rows();
    let mut counts = vec![0usize; labels.classes().len()];
    rows.iter().filter_map(|&row| labels.class_of(row)).for_each(|class| counts[class] += 1);
    let named = labels.classes().iter().zip(counts).filter(|(_, count)| *count > 0);
    let named: Vec<String> = named.map(|(name, n)| format!("{} {n}", show::quoted(name))).collect();
    match named.len() > SHOWN_CLASSES {
        false => named.join(", "),
        true => {
            let more = named.len() - SHOWN_CLASSES;
            format!("{} and {more} more classes", named[..SHOWN_CLASSES].join(", "))
        }
    }
}

/// What was solved, and how.
fn solver(model: &Model) -> Vec<(String, String)> {
    let eigenvalues = model.eigenvalues().iter().map(|value| short(*value));
    let mut shown = eigenvalues.take(10).collect::<Vec<_>>().join(", ");
    if model.eigenvalues().len() > 10 {
        shown += ", …";
    }
    let mut pairs = show::parameters(model);
    pairs.retain(|(name, _)| name != "method" && name != "dimensions");
    pairs.push(("eigenvalues".into(), shown));
    pairs.extend(show::diagnostics(model));
    pairs
}
