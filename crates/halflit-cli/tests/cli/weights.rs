//! A column that says how often rows count.

use crate::tables::{delimited, drowned};
use crate::world::World;

/// One table twice: with a column of weights, and with every row written as often as it counts.
fn tables() -> (String, String) {
    let text = delimited(&drowned(80), 60, ',');
    let (mut weighed, mut written) = (String::new(), String::new());
    for (row, line) in text.lines().enumerate() {
        let weight = [2, 1, 3, 1][row % 4];
        match row {
            0 => {
                weighed += &format!("{line},times\n");
                written += &format!("{line}\n");
            }
            _ => {
                weighed += &format!("{line},{weight}\n");
                written += &format!("{line}\n").repeat(weight);
            }
        }
    }
    (weighed, written)
}

#[test]
fn a_row_of_weight_two_is_that_row_twice() {
    let (weighed, written) = tables();
    let world = World::with("weighed.csv", weighed);
    world.write("written.csv", written);
    for method in ["fda", "ss-lfda --gamma 1 --alpha 2", "lpp"] {
        let fit = |options: &str| {
            world.json(&format!("fit {options} --label species --method {method} --no-check"))
        };
        let (found, expected) = (fit("weighed.csv --weight times"), fit("written.csv"));
        let values = |json: &serde_json::Value| -> Vec<f64> {
            let values = json["eigenvalues"].as_array().expect("a list");
            values.iter().map(|value| value.as_f64().expect("a number")).collect()
        };
        let (found, expected) = (values(&found), values(&expected));
        let size = expected.iter().fold(0.0f64, |size, value| size.max(value.abs()));
        for (a, b) in found.iter().zip(&expected) {
            assert!((a - b).abs() < 1e-9 * size, "{method}: {found:?} for {expected:?}");
        }
    }
}

#[test]
fn weights_are_no_feature_and_predict_needs_none() {
    let world = World::with("w.csv", tables().0);
    world.ok(
        "fit w.csv --label species --weight times --method fda --model m.halflit --output map.csv",
    );
    assert!(!world.text("map.csv").contains("times"), "{}", world.text("map.csv"));
    let model = world.json("inspect m.halflit");
    assert!(!model.to_string().contains("times"), "{model}");
    let predicted = world.ok("predict w.csv --model m.halflit --votes 5 --label species");
    assert_eq!(predicted.lines().count(), 81, "{predicted}");
    let json = world.json("compare w.csv --label species --weight times --methods auto,fda");
    assert_eq!(json["rows"].as_array().map(Vec::len), Some(3));
    world.ok("tune w.csv --label species --weight times --gammas 1 --alphas 1");
}

#[test]
fn bad_weights_are_named_by_row() {
    for cell in ["0", "-1", "x", "", "inf"] {
        let world = World::with("w.csv", format!("a,b,times\n1,2,1\n2,1,{cell}\n3,3,2\n"));
        let run = world.run("fit w.csv --weight times --method pca");
        assert_eq!(run.code, Some(1), "{}", run.err);
        assert!(run.err.contains("the weight of row 1"), "{}", run.err);
    }
    let world = World::with("w.csv", "a,b,times\n1,2,1.5\n2,1,1\n3,3,2\n4,1,1\n");
    world.ok("fit w.csv --weight times --method pca --dim 1");
    let run = world.run("fit w.csv --weight times --method pca --dim 1 --kernel rbf");
    assert!(run.err.contains("whole weights, and that of row 0 is 1.5"), "{}", run.err);
}
