//! How near our values are to the published ones, in words.

/// How far from the published values, in standard errors of the difference.
pub(super) fn phrase(distances: &[(String, f64)]) -> Option<String> {
    let is_near = |distance: f64| distance.abs() <= 2.0;
    let side = |distance: f64| if distance < 0.0 { "below" } else { "above" };
    Some(match distances {
        [] => return None,
        [(name, d)] if is_near(*d) => {
            format!("{name} is within two standard errors of its published value")
        }
        [(name, d)] => {
            format!("{name} is {:.1} standard errors {} its published value", d.abs(), side(*d))
        }
        [(one, a), (other, b), ..] => match (is_near(*a), is_near(*b)) {
            (true, true) => {
                format!("{one} and {other} are within two standard errors of the published values")
            }
            (false, false) if side(*a) == side(*b) => format!(
                "{one} is {:.1} and {other} {:.1} standard errors {} the published value",
                a.abs(),
                b.abs(),
                side(*a)
            ),
            (false, false) => format!(
                "{one} is {:.1} standard errors {} its published value, {other} {:.1} {} its own",
                a.abs(),
                side(*a),
                b.abs(),
                side(*b)
            ),
            (near, _) => {
                let ((close, _), (far, d)) = if near {
                    (&distances[0], &distances[1])
                } else {
                    (&distances[1], &distances[0])
                };
                format!(
                    "{close} is within two standard errors of its published value, {far} {:.1} {} its own",
                    d.abs(),
                    side(*d)
                )
            }
        },
    })
}
