//! Peaks, and the step of a check.

use super::*;

#[test]
fn the_peak_is_what_was_kept_and_what_one_step_holds() {
    let step = |during, kept| Step { during, kept, ..samples(&Shape::new(1, 1, 0, 0)) };
    let steps = vec![step(10.0, 10.0), step(50.0, 0.0), step(30.0, 25.0), step(20.0, 0.0)];
    let estimate = Estimate { steps };
    assert_eq!(estimate.peak(), (1, 60.0));
    assert_eq!(estimate.largest(), Some(&estimate.steps[1]));
    let steps = vec![step(40.0, 40.0), step(30.0, 0.0)];
    assert_eq!(Estimate { steps: steps.clone() }.largest(), Some(&steps[0]));
    assert_eq!(Estimate { steps: Vec::new() }.largest(), None);
}

#[test]
fn a_check_does_the_last_step_for_every_fold() {
    let shape = Shape::new(100, 5, 40, 2);
    let steps = vec![Step { operations: 7.0, ..samples(&shape) }];
    let checked = |shape: &Shape, needed| {
        Estimate { steps: steps.clone() }.with_check(shape, needed).operations()
    };
    assert_eq!(checked(&shape, Some(1e9)), 7.0 + 5.0 * 7.0);
    assert_eq!(checked(&shape, Some(1e12)), 7.0);
    assert_eq!(checked(&shape, None), 7.0);
    // Three labels are too few for a check.
    assert_eq!(checked(&Shape { labeled: 3, ..shape }, Some(1e9)), 7.0);
}
