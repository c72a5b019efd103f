use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;

#[test]
fn a_watch_is_current_while_it_runs_something_and_no_longer() {
    let (outer, inner) = (Watch::default(), Watch::default());
    inner.cancel();
    assert_eq!(check(), Ok(()));
    outer.run(|| {
        assert_eq!(inner.run(check), Err(Error::Interrupted));
        assert_eq!(check(), Ok(()));
        let panicked = catch_unwind(AssertUnwindSafe(|| inner.run(|| panic!("within"))));
        assert!(panicked.is_err());
        assert_eq!(check(), Ok(()));
    });
    outer.cancel();
    assert_eq!(check(), Ok(()));
    assert_eq!(outer.run(check), Err(Error::Interrupted));
}

#[test]
fn what_is_handed_to_a_pool_has_the_watch_of_who_handed_it() {
    let (watch, other) = (Watch::default(), Watch::default());
    watch.cancel();
    let (watched, free) = (watch.run(current), current());
    // As if this thread, in the midst of work of the one, took up work of the other.
    other.run(|| assert_eq!(watched.enter(check), Err(Error::Interrupted)));
    watch.run(|| assert_eq!(free.enter(check), Ok(())));
}

#[test]
fn the_oldest_counted_stage_is_shown() -> Result<()> {
    let watch = Watch::default();
    let name = || watch.underway().map(|underway| underway.name);
    watch.run(|| {
        let whole = stage("whole", 1);
        assert_eq!(name(), Some("whole"));
        let counted = stage("counted", 4);
        let within = stage("within", 9);
        counted.advance(1)?;
        let expected = Underway { name: "counted", number: 1, done: 1, total: 4 };
        assert_eq!(watch.underway(), Some(expected));
        drop(counted);
        assert_eq!(name(), Some("within"));
        drop((whole, within));
        assert_eq!(name(), None);
        Ok(())
    })
}

#[test]
fn work_that_is_held_waits_at_its_next_step() {
    let watch = Watch::default();
    let steps = AtomicUsize::new(0);
    let step = || {
        steps.fetch_add(1, Ordering::SeqCst);
        check()
    };
    watch.hold(Duration::from_secs(3600));
    std::thread::scope(|scope| {
        let work = scope.spawn(|| watch.run(|| step().and_then(|()| step())));
        while steps.load(Ordering::SeqCst) == 0 {
            std::thread::yield_now();
        }
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(steps.load(Ordering::SeqCst), 1, "it waits");
        watch.release();
        assert_eq!(work.join().expect("no panic"), Ok(()));
    });
    // Nobody released it: it goes on by itself. Who cancels does not wait either.
    watch.hold(Duration::from_millis(1));
    assert_eq!(watch.run(check), Ok(()));
    watch.hold(Duration::from_secs(3600));
    watch.cancel();
    assert_eq!(watch.run(check), Err(Error::Interrupted));
}
