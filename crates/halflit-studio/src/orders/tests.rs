use halflit::{Plan, datasets};

use super::*;
use crate::material::Material;

fn desk(folder: &std::path::Path) -> Desk {
    let text = "x,y\n1,2\n3,4\n5,7\n";
    let table = halflit_io::read_from(text.as_bytes(), "some.csv", &Default::default());
    let material = Material::of("some.csv", table.expect("a table"));
    let journal = crate::journal::Journal::open(&folder.join("labels.jsonl"), &material);
    Desk::new(material, journal.expect("a new file")).expect("no labels")
}

/// What comes of work of a kind that newer labels come amid; it ends by itself after a while.
fn amid(what: What) -> Option<bool> {
    let folder = tempfile::tempdir().expect("a folder");
    let desk = desk(folder.path());
    let data = datasets::ionosphere();
    desk.orders.run(&desk, what, || {
        assert!(desk.orders.working().is_some());
        desk.orders.fit();
        Plan::default().prepare(data.samples()).and_then(|own| own.warm()).is_err()
    })
}

#[test]
fn a_check_gives_way_to_newer_labels_and_what_no_label_changes_does_not() {
    assert_eq!(amid(What::Details), None);
    assert_eq!(amid(What::Prepare), Some(false));
    assert_eq!(amid(What::Job), Some(false));
    // A fit that has just begun is let finish.
    assert_eq!(amid(What::Fit), Some(false));
}

#[test]
fn a_caller_that_waits_is_told_when_there_will_be_no_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let desk = desk(folder.path());
    desk.orders.stop();
    let answer: Result<()> = ask(&mut |job| desk.orders.job(job), |_| Ok(()));
    assert!(answer.is_err());
    assert_eq!(desk.orders.run(&desk, What::Fit, || ()), None);
}
