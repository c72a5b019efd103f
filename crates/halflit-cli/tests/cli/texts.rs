//! Raw texts and folders of pictures: learned from, predicted, shown, refused.

use std::path::Path;

use crate::world::World;

const TOPICS: [(&str, [&str; 4]); 2] =
    [("sea", ["ship", "sail", "harbour", "anchor"]), ("bread", ["loaf", "oven", "flour", "yeast"])];

fn sentence(row: usize) -> String {
    let words = TOPICS[row % 2].1;
    let (a, b, c) = (words[row / 2 % 4], words[row / 3 % 4], words[(row / 5 + 1) % 4]);
    format!("The {a}, the {b} and a {c}")
}

/// Every tenth row has its label.
fn reviews() -> String {
    let label = |row: usize| if row % 10 < 2 { TOPICS[row % 2].0 } else { "" };
    let line = |row: usize| format!("\"{}\",{}\n", sentence(row), label(row));
    "review,topic\n".to_owned() + &(0..120).map(line).collect::<String>()
}

#[test]
fn a_model_of_texts_predicts_from_raw_text() {
    let world = World::with("reviews.csv", reviews());
    let fit = world.run("fit reviews.csv --text review --label topic --model m.halflit");
    assert_eq!(fit.code, Some(0), "{}", fit.err);
    assert!(fit.err.contains("learning from the words of review"), "{}", fit.err);
    let lines = (0..20).map(|row| format!("{row},\"{}!\"\n", sentence(row + 200)));
    world.write("new.csv", "id,review\n".to_owned() + &lines.collect::<String>());
    let out = world.ok("predict new.csv --model m.halflit --keep id");
    let right = |(row, line): (usize, &str)| line.contains(&format!(",{},", TOPICS[row % 2].0));
    let count = out.lines().skip(1).enumerate().filter(|own| right(*own)).count();
    assert!(count >= 19, "{out}");
    let refused = world.run("predict new.csv --model m.halflit --text review");
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("which knows its columns of texts"), "{}", refused.err);
    let inspected = world.ok("inspect m.halflit");
    assert!(inspected.contains("auto"), "{inspected}");
}

#[test]
fn texts_are_suggested_and_mapped() {
    let world = World::with("reviews.csv", reviews());
    let rows = world.ok("suggest reviews.csv --text review --drop topic --count 4 --keep review");
    assert!(rows.contains("The "), "{rows}");
    world.ok("map reviews.csv --text review --label topic --output map.csv");
    assert_eq!(world.text("map.csv").lines().count(), 121);
}

#[test]
fn a_refused_text_names_the_option() {
    let line = |row: usize| format!("\"{} {row}\",{row}\n", sentence(row));
    let world =
        World::with("t.csv", "review,x\n".to_owned() + &(0..90).map(line).collect::<String>());
    let refused = world.run("map t.csv");
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("--text 'review'"), "{}", refused.err);
    let missing = world.run("map t.csv --text reviw");
    assert!(missing.err.contains("did you mean 'review'?"), "{}", missing.err);
    let useless = world.run("map t.csv --vectors v.vec");
    assert_eq!(useless.code, Some(2));
    let none = world.run("map t.csv --text review --vectors v.npy");
    assert!(none.err.contains("--vocabulary FILE"), "{}", none.err);
}

#[test]
fn word_vectors_are_learned_with() {
    let words = TOPICS.iter().enumerate().flat_map(|(k, (_, words))| {
        words.iter().map(move |word| format!("{word} {} {}\n", 1 - k, k))
    });
    let world = World::with("v.vec", words.collect::<String>());
    world.write("reviews.csv", reviews());
    let line = "fit reviews.csv --text review --vectors v.vec --label topic --model m.halflit";
    let fit = world.run(line);
    assert_eq!(fit.code, Some(0), "{}", fit.err);
    assert!(fit.err.contains("vectors of 8 words"), "{}", fit.err);
    world.write("new.csv", "review\nyeast\nanchor\n");
    let out = world.ok("predict new.csv --model m.halflit");
    assert!(out.contains("bread") && out.contains("sea"), "{out}");
}

#[test]
fn a_folder_of_pictures_is_learned_from_and_predicted() {
    let world = World::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../halflit-io/tests/data");
    for (name, from) in [("a", "bars.jpg"), ("b", "grey.jpg")] {
        std::fs::create_dir_all(world.path("photos").join(name)).expect("a folder");
        for k in 0..4 {
            let to = world.path("photos").join(name).join(format!("{k}.jpg"));
            std::fs::copy(source.join(from), to).expect("copied");
        }
    }
    let fit = world.run("fit photos --label folder --method fda --model m.halflit --no-check");
    assert_eq!(fit.code, Some(0), "{}", fit.err);
    assert!(fit.err.contains("plain features"), "{}", fit.err);
    let out = world.ok("predict photos/ --model m.halflit --keep file");
    assert!(out.contains("a/0.jpg,0,a") && out.contains("b/3.jpg,7,b"), "{out}");
}
