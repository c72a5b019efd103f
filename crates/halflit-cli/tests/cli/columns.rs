//! From columns as they come to features, and what is carried beside them.

use crate::tables::{Numbers, flowers};
use crate::world::World;

/// Flowers with an index, an id, a category and two gaps; 20 of 60 labels.
fn shop() -> String {
    let mut text = String::from(",id,width,length,color,species\n");
    for (i, (x, class)) in flowers(60).iter().enumerate() {
        let width = if i == 5 || i == 40 { String::new() } else { x[0].to_string() };
        let (color, label) = (["red", "blue", "green"][i % 3], if i < 20 { class } else { "" });
        text += &format!("{i},id-{i},{width},{},{color},{label}\n", x[1]);
    }
    text
}

#[test]
fn gaps_and_categories_are_learned_and_kept_in_the_model() {
    let world = World::with("s.csv", shop());
    let data = "s.csv --label species --drop id --method fda --model m.halflit";
    let run = world.run(&format!("fit {data}"));
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("line 7: column 'width' has no value"), "{}", run.err);
    assert!(run.err.contains("--missing median, --missing drop"), "{}", run.err);

    let run = world.run(&format!("fit {data} --missing median"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("left out the first column: it has no name"), "{}", run.err);
    assert!(
        run.err.contains("one column for each value of color (blue, green, red)"),
        "{}",
        run.err
    );
    let names = world.json("inspect m.halflit")["feature_names"].clone();
    let expected = ["width", "length", "color=blue", "color=green", "color=red"];
    assert_eq!(names, serde_json::json!(expected));

    // Another order, other columns beside, and a color that nobody has met.
    world.write("n.csv", "note,color,length,width\na,red,0.5,1\nb,violet,0.5,1\nc,red,0.5,\n");
    let run = world.run("predict n.csv --model m.halflit --keep note --missing median");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("warning: column 'color' holds 'violet'"), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("note,row,predicted,margin,probability of "), "{}", lines[0]);
    assert!(lines[1].starts_with("a,0,") && lines[3].starts_with("c,2,"), "{}", run.out);
}

#[test]
fn rows_with_gaps_are_left_out_and_the_rest_keep_their_numbers() {
    let world = World::with("s.csv", shop());
    let run = world.run("fit s.csv --label species --drop id --method fda --missing drop --model m.halflit -o map.csv");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.contains("left out 2 of 60 rows, which lack a value"), "{}", run.err);
    let map = world.text("map.csv");
    assert!(map.starts_with("row,z1,z2,label\n0,"), "{map}");
    assert!(map.lines().nth(6).is_some_and(|line| line.starts_with("6,")), "{map}");

    let line = "transform s.csv --model m.halflit --missing drop --keep id,species";
    let map = world.ok(line);
    assert!(map.starts_with("id,species,row,z1,z2\nid-0,setosa,0,"), "{map}");
    assert_eq!(map.lines().count(), 59);
    let line = "predict s.csv --label species --model m.halflit --missing drop --keep id --unlabeled-only --json";
    let rows: serde_json::Value = serde_json::from_str(&world.ok(line)).expect("json");
    assert_eq!(rows.as_array().map(Vec::len), Some(39));
    assert_eq!((&rows[20]["id"], &rows[20]["row"]), (&"id-41".into(), &41.into()));
    // Labels in a file of their own are of the rows of the file.
    let labels: String = (0..60).map(|i| ["a\n", "b\n"][i % 2]).collect();
    world.write("y.txt", labels);
    let line =
        "fit s.csv --drop id,species --labels y.txt --method fda --dim 1 --missing drop -o -";
    let map = world.ok(line);
    assert!(map.lines().nth(6).is_some_and(|line| line.starts_with("6,") && line.ends_with(",a")));
}

#[test]
fn probabilities_where_there_are_some_and_margins_elsewhere() {
    let world = World::with("f.csv", crate::tables::flowers_csv());
    world.ok("fit f.csv --label species --model auto.halflit");
    world.ok("fit f.csv --label species --method fda --model fda.halflit");
    for (model, options, name) in [
        ("auto", "", "probability"),
        ("auto", "--votes 1", "margin"),
        ("fda", "", "margin"),
        ("fda", "--votes 3", "probability"),
    ] {
        let line = format!("predict f.csv --model {model}.halflit {options}");
        for row in world.json(&line).as_array().expect("rows") {
            let value = row[name].as_f64().expect(name);
            assert!((0.0..=1.0).contains(&value), "{line}: {row}");
            if name == "probability" {
                let class = row["predicted"].as_str().expect("a class");
                assert_eq!(row[&format!("probability of {class}")], row[name], "{line}");
            }
        }
    }
}

#[test]
fn labels_that_may_not_be_meant_are_questioned() {
    let world = World::new();
    let mut numbers = Numbers::new(5);
    let mut fit = |label: &dyn Fn(usize) -> String, options: &str| {
        let mut text = String::from("a,b,y\n");
        for i in 0..30 {
            text += &format!("{},{},{}\n", numbers.next(), numbers.next(), label(i));
        }
        world.write("d.csv", text);
        let run =
            world.run(&format!("fit d.csv --label y --method fda --dim 1 --no-check {options}"));
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.err
    };
    let few = |other: &'static str| {
        move |i: usize| if i < 10 { ["up", "down"][i % 2].to_owned() } else { other.to_owned() }
    };
    for marker in ["unknown", "None", "0", "unlabeled"] {
        let said = fit(&few(marker), "");
        let expected =
            format!("warning: 20 of 30 labels are '{marker}': does that mean unlabeled?");
        assert!(said.contains(&expected), "{said}");
        assert!(said.contains(&format!("--unlabeled '{marker}'")), "{said}");
        let said = fit(&few(marker), &format!("--unlabeled {marker}"));
        assert!(!said.contains("warning"), "{said}");
    }
    for (label, options) in [(few("left"), ""), (few("0"), "--unlabeled ''"), (few(""), "")] {
        let said = fit(&label, options);
        assert!(!said.contains("warning"), "{said}");
    }
    // Zero is a class among numbers.
    let digits = |i: usize| if i < 10 { (1 + i % 2).to_string() } else { "0".into() };
    assert!(!fit(&digits, "").contains("warning"));
    let said = fit(&few("-1"), "");
    assert!(said.contains("-1 means unlabeled in 20 of 30 rows; --unlabeled ''"), "{said}");
    assert!(!fit(&few("-1"), "--unlabeled ''").contains("-1 means"));

    let measured = |i: usize| format!("{}", 1.5 * (i / 2) as f64);
    let said = fit(&measured, "");
    assert!(said.contains("warning: the labels are 15 different numbers in 30 rows"), "{said}");
    let said = fit(&|i| (i % 10).to_string(), "");
    assert!(!said.contains("warning"), "{said}");
}

#[test]
fn minus_one_beside_a_single_label_is_refused_with_the_way_out() {
    let world = World::with("s.csv", "a,b,y\n0,1,1\n1,0,1\n5,5,-1\n6,5,-1\n5,7,-1\n");
    let run = world.run("fit s.csv --label y --method fda --dim 1");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("-1 means unlabeled in 3 of 5 rows, which leaves"), "{}", run.err);
    assert!(run.err.contains("--unlabeled '' if -1 is a class"), "{}", run.err);
    world.ok("fit s.csv --label y --method fda --dim 1 --unlabeled ''");
}
