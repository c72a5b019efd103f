use super::*;

fn label(rows: &[u32], class: &str) -> Action {
    Action::Label { rows: rows.to_vec(), class: class.into(), check: Vec::new() }
}

fn session(rows: usize) -> Session {
    Session::new(rows, None, &["-1".into()]).expect("no labels are given")
}

fn after(actions: &[Action]) -> Session {
    let mut session = session(10);
    actions.iter().for_each(|action| session.apply(action).expect("makes sense"));
    session
}

fn refused(session: &mut Session, action: Action) -> String {
    let before = format!("{:?}", session.seen());
    let version = session.version();
    let error = session.apply(&action).expect_err("makes no sense");
    assert_eq!((format!("{:?}", session.seen()), session.version()), (before, version));
    assert!(!error.help.is_empty());
    error.what
}

#[test]
fn every_kind_of_action_is_undone_and_redone_exactly() {
    let start = [
        label(&[0, 1], "cat"),
        Action::Label { rows: vec![2, 3], class: "dog".into(), check: vec![3] },
        Action::Skip { rows: vec![4] },
    ];
    let actions = [
        label(&[0, 2, 4], "dog"),
        label(&[5], "new"),
        Action::Unlabel { rows: vec![0, 3, 4] },
        Action::Skip { rows: vec![5, 6] },
        Action::Right { rows: vec![1] },
        Action::Class { name: "bird".into() },
        Action::Rename { class: "cat".into(), to: "kitten".into() },
        Action::Merge { class: "cat".into(), into: "dog".into() },
        Action::Key { class: "cat".into(), key: Some('2') },
        Action::Settings(Settings { method: "pca".into(), ..Settings::default() }),
    ];
    for action in actions {
        let mut session = after(&start);
        let before = format!("{:?}", session.seen());
        session.apply(&action).expect("makes sense");
        let done = format!("{:?}", session.seen());
        assert_ne!(before, done, "{action:?}");
        session.apply(&Action::Undo).expect("there is something");
        assert_eq!(format!("{:?}", session.seen()), before, "{action:?}");
        assert_eq!(session.ahead()[1], Some(action.words()));
        session.apply(&Action::Redo).expect("there is something");
        assert_eq!(format!("{:?}", session.seen()), done, "{action:?}");
    }
}

#[test]
fn rows_with_a_label_or_a_skip_are_not_open_and_only_labels_to_learn_from_are_not_taken() {
    let own = after(&[
        label(&[0], "cat"),
        Action::Label { rows: vec![1], class: "cat".into(), check: vec![1] },
        Action::Skip { rows: vec![2] },
    ]);
    let open: Vec<usize> = (0..10).filter(|&row| own.is_open(row)).collect();
    assert_eq!(open, [3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(own.taken(), [1, 2]);
}

#[test]
fn check_rows_of_a_class_that_is_merged_stay_check_rows() {
    let mut own = after(&[
        Action::Label { rows: vec![0, 1], class: "cat".into(), check: vec![1] },
        label(&[2], "dog"),
    ]);
    let merge = Action::Merge { class: "cat".into(), into: "dog".into() };
    own.apply(&merge).expect("two classes");
    assert_eq!(own.labels(false).labeled_rows(), [0, 2]);
    assert_eq!(own.checks().iter().map(|(row, _)| *row).collect::<Vec<_>>(), [1]);
    assert_eq!(own.labeled(), [2, 1]);
}

#[test]
fn a_class_may_be_called_as_it_is() {
    let mut own = after(&[label(&[0], "cat")]);
    let version = own.version();
    let same = Action::Rename { class: "cat".into(), to: " cat ".into() };
    own.apply(&same).expect("its own name is free");
    assert_eq!((own.version(), own.classes()[0].name.as_str()), (version, "cat"));
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let mut own = after(&[label(&[0], "cat"), label(&[1], "dog")]);
    assert!(refused(&mut own, label(&[0, 10], "cat")).contains("row 10"));
    for name in ["", "  ", "?", "NaN", "-1", "-1.0", "a\nb", "c\u{200b}at", &"x".repeat(201)] {
        assert!(refused(&mut own, label(&[2], name)).contains("cannot be"), "{name}");
    }
    after(&[label(&[2], &"x".repeat(200))]);
    let rename = Action::Rename { class: "cat".into(), to: "dog".into() };
    assert!(refused(&mut own, rename).contains("already"));
    assert!(refused(&mut own, Action::Class { name: "cat".into() }).contains("already"));
    let merge = Action::Merge { class: "cat".into(), into: "cat".into() };
    assert!(refused(&mut own, merge).contains("itself"));
    let merge = Action::Merge { class: "bird".into(), into: "cat".into() };
    assert!(refused(&mut own, merge).contains("no class 'bird'"));
    assert!(refused(&mut own, Action::Skip { rows: vec![3, 0] }).contains("row 0 has a label"));
    assert!(refused(&mut own, Action::Remove { class: "cat".into() }).contains("1 labeled row"));
    // A class that check rows alone have is not without rows.
    let check = Action::Label { rows: vec![5], class: "bird".into(), check: vec![5] };
    let mut birds = after(&[check]);
    assert!(refused(&mut birds, Action::Remove { class: "bird".into() }).contains("1 labeled row"));
    let key = Action::Key { class: "cat".into(), key: Some('?') };
    assert!(refused(&mut own, key).contains("cannot be a key"));
    assert!(refused(&mut own, Action::Redo).contains("nothing to redo"));
    assert!(refused(&mut session(3), Action::Undo).contains("nothing to undo"));
}

#[test]
fn a_new_action_ends_what_could_be_redone_and_nothing_new_is_no_action() {
    let mut own = after(&[label(&[0], "cat"), label(&[1], "dog"), Action::Undo]);
    let version = own.version();
    own.apply(&label(&[0], "cat")).expect("is already so");
    assert_eq!((own.version(), own.ahead()[1].is_some()), (version, true));
    own.apply(&label(&[2], "cat")).expect("makes sense");
    assert_eq!(own.ahead(), [Some("label row 2 as cat".into()), None]);
}

#[test]
fn check_rows_stay_check_rows_and_no_labels_to_learn_from() {
    let apart = Action::Label { rows: vec![0, 1], class: "cat".into(), check: vec![1] };
    let mut own = after(&[apart, label(&[1, 2], "dog")]);
    assert_eq!(own.labels(false).labeled_rows(), [0, 2]);
    assert_eq!(own.labels(true).labeled_rows(), [0, 1, 2]);
    assert_eq!(own.checks(), [(1, 1)]);
    assert_eq!(own.labeled(), [2, 1]);
    // A label that is said to be right is still none to learn from.
    own.apply(&Action::Right { rows: vec![1, 2] }).expect("makes sense");
    assert_eq!((own.mark_of(1), own.mark_of(2)), (CHECK, RIGHT));
    assert_eq!(own.labels(false).labeled_rows(), [0, 2]);
    own.apply(&Action::Unlabel { rows: vec![1] }).expect("makes sense");
    assert_eq!((own.labeled(), own.mark_of(1)), ([2, 0], 0));
}

#[test]
fn rows_that_are_gone_are_no_part_of_what_is_undone() {
    let mut own = after(&[label(&[1, 8], "cat"), label(&[9], "dog"), Action::Undo]);
    own.forget_from(5);
    assert_eq!((own.rows(), own.labeled()), (5, [1, 0]));
    own.apply(&Action::Redo).expect("makes sense");
    own.apply(&Action::Undo).expect("makes sense");
    own.apply(&Action::Undo).expect("makes sense");
    assert_eq!((own.rows(), own.labeled()), (5, [0, 0]));
}

#[test]
fn rows_of_another_order_are_check_rows_there_too() {
    let action = Action::Label { rows: vec![1, 2], class: "cat".into(), check: vec![2] };
    let mut own = after(&[action.moved(|row| 9 - row)]);
    assert_eq!(own.labels(false).labeled_rows(), [8]);
    assert_eq!(own.checks(), [(7, 0)]);
    own.apply(&Action::Undo).expect("makes sense");
    assert_eq!(own.labeled(), [0, 0]);
}

#[test]
fn a_name_that_differs_by_case_or_spaces_is_the_class_that_is_there() {
    let own = after(&[label(&[0], "House cat")]);
    let mut again = label(&[1], " house  CAT");
    again.known_as(&own).expect("a class that is there");
    assert_eq!(again, label(&[1], "House cat"));
    let mut second = Action::Class { name: "house cat".into() };
    assert!(second.known_as(&own).is_err());
    // Its own name may be written in another way.
    let mut again = Action::Rename { class: "House cat".into(), to: "house cat".into() };
    assert!(again.known_as(&own).is_ok());
}

#[test]
fn of_two_classes_that_differ_by_case_that_is_meant_which_is_written_so() {
    let own = after(&[label(&[0], "cat"), label(&[1], "Cat")]);
    for name in ["cat", "Cat"] {
        let mut again = label(&[2], name);
        again.known_as(&own).expect("a class that is there");
        assert_eq!(again, label(&[2], name));
    }
}

#[test]
fn a_page_is_told_what_changed_since_it_looked() {
    let mut own = after(&[label(&[0, 1], "cat"), label(&[3], "cat")]);
    let version = own.version();
    assert_eq!(own.since(version), Since::Rows(vec![]));
    assert_eq!(own.since(version - 1), Since::Rows(vec![3]));
    assert_eq!(own.since(1), Since::Rows(vec![0, 1, 3]));
    assert_eq!(own.since(0), Since::Everything);
    assert_eq!(own.since(version + 1), Since::Everything);
    own.apply(&Action::Undo).expect("there is something");
    assert_eq!(own.since(version - 1), Since::Rows(vec![3]));
    own.apply(&label(&[4], "dog")).expect("makes sense");
    let version = own.version();
    own.apply(&Action::Merge { class: "cat".into(), into: "dog".into() }).expect("makes sense");
    assert_eq!(own.since(version), Since::Everything);
    let version = own.version();
    own.apply(&Action::Undo).expect("there is something");
    assert_eq!(own.since(version), Since::Everything);
}

#[test]
fn classes_are_numbered_by_their_place() {
    let own = after(&[
        label(&[0], "a"),
        label(&[1], "b"),
        label(&[2], "c"),
        Action::Merge { class: "a".into(), into: "c".into() },
    ]);
    let places = own.places();
    assert_eq!(own.label(1).map(|id| places[usize::from(id)]), Some(0));
    assert_eq!(own.label(0).map(|id| places[usize::from(id)]), Some(1));
    assert_eq!(own.order().iter().map(|&id| own.name(id)).collect::<Vec<_>>(), ["b", "c"]);
}

/// Numbers that a seed decides.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        // A linear congruence does for tests.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }

    pub(crate) fn action(&mut self, rows: usize) -> Action {
        let some: Vec<u32> = (0..=self.below(4)).map(|_| self.below(rows + 1) as u32).collect();
        let mut class = || ["a", "b", "c", "d", "?"][self.below(5)].to_owned();
        let (first, second) = (class(), class());
        match self.below(12) {
            0..=3 => Action::Label { check: some[..1].to_vec(), rows: some, class: first },
            4 => Action::Unlabel { rows: some },
            5 => Action::Skip { rows: some },
            6 => Action::Class { name: first },
            7 => Action::Rename { class: first, to: second },
            8 => Action::Merge { class: first, into: second },
            9 | 10 => {
                if self.below(2) == 0 {
                    Action::Redo
                } else {
                    Action::Undo
                }
            }
            _ => Action::Settings(Settings { votes: Some(self.below(3)), ..Settings::default() }),
        }
    }
}

#[test]
fn random_actions_replayed_give_the_same_state_and_undone_none() {
    for seed in 0..60 {
        let (mut dice, mut own, mut again) = (Dice(seed), session(8), session(8));
        for _ in 0..60 {
            let action = dice.action(8);
            if own.apply(&action).is_ok() {
                let line = serde_json::to_string(&action).expect("plain data");
                let read: Action = serde_json::from_str(&line).expect("was just written");
                again.apply(&read).expect("went well before");
            }
            assert_eq!(own.seen(), again.seen());
            assert_eq!(own.version(), again.version());
            let counted = (0..8).filter(|&row| own.label(row).is_some()).count();
            assert_eq!(own.labeled().iter().sum::<usize>(), counted);
        }
        while own.apply(&Action::Undo).is_ok() {}
        assert_eq!(own.seen(), session(8).seen());
        while own.apply(&Action::Redo).is_ok() {}
        while again.apply(&Action::Redo).is_ok() {}
        assert_eq!(own.seen(), again.seen());
    }
}

#[test]
fn what_cannot_be_written_down_is_not_done() {
    let start = [label(&[0, 1], "cat"), label(&[2], "dog"), label(&[3], "dog"), Action::Undo];
    let actions = [
        label(&[0, 5], "bird"),
        Action::Merge { class: "cat".into(), into: "dog".into() },
        Action::Rename { class: "cat".into(), to: "kitten".into() },
        Action::Settings(Settings { method: "pca".into(), ..Settings::default() }),
        Action::Undo,
        Action::Redo,
    ];
    for action in actions {
        let mut own = after(&start);
        let before = format!("{:?}", (own.seen(), own.version(), own.ahead()));
        let full = || Err(StudioError::failed("the disk is full", "make room"));
        assert!(own.apply_kept(&action, full).is_err());
        assert_eq!(format!("{:?}", (own.seen(), own.version(), own.ahead())), before, "{action:?}");
        own.apply(&action).expect("makes sense");
    }
}

#[test]
fn classes_that_were_undone_leave_room_for_others() {
    let mut session = session(3);
    session.apply(&label(&[0], "kept")).expect("makes sense");
    for k in 0..1_100 {
        session.apply(&Action::Class { name: format!("c{k}") }).expect("there is room");
        session.apply(&Action::Undo).expect("makes sense");
    }
    for k in 0..999 {
        session.apply(&Action::Class { name: format!("d{k}") }).expect("there is room");
    }
    assert_eq!(session.classes().len(), 1_000);
    let full = refused(&mut session, Action::Class { name: "one more".into() });
    assert!(full.contains("1000 classes"), "{full}");
    // A class that a redo brings back leaves no room either.
    session.apply(&Action::Undo).expect("makes sense");
    let full = refused(&mut session, Action::Class { name: "one more".into() });
    assert!(full.contains("1000 classes"), "{full}");
    session.apply(&Action::Redo).expect("makes sense");
    // Everything can still be taken back.
    for _ in 0..999 {
        session.apply(&Action::Undo).expect("makes sense");
    }
    assert_eq!(session.classes().iter().map(|own| own.name.as_str()).collect::<Vec<_>>(), ["kept"]);
}
