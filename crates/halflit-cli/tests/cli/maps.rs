//! All rows in one picture.

use crate::tables::flowers_csv;
use crate::world::World;

#[test]
fn a_map_is_a_table_a_picture_and_a_page() {
    let world = World::with("flowers.csv", flowers_csv());
    let line =
        "map flowers.csv --label species --output places.csv --picture map.png --report map.html";
    let told = world.json(line);
    assert_eq!((told["rows"].as_u64(), told["dimensions"].as_u64()), (Some(60), Some(2)));
    assert!(told["faithfulness"]["trustworthiness"].as_f64().is_some_and(|share| share > 0.8));
    let places = world.text("places.csv");
    assert!(places.starts_with("z1,z2,label,predicted,probability\n"), "{places}");
    assert_eq!(places.lines().count(), 61);
    assert!(world.text("map.html").contains("picture, across"));
    assert_eq!(world.run(line).code, Some(1), "files that exist stay");
}

#[test]
fn labels_are_not_needed() {
    let world = World::with("flowers.csv", flowers_csv());
    let told = world.ok("map flowers.csv --drop species --dimensions 3");
    assert!(told.starts_with("60 rows without labels: "), "{told}");
    assert!(told.contains("of the 10 nearest rows kept, trustworthiness 0."), "{told}");
    let places = world.ok("map flowers.csv --drop species --output -");
    assert!(places.starts_with("z1,z2\n"), "{places}");
    assert_eq!(places, world.ok("map flowers.csv --drop species --output - --threads 3"));
}

#[test]
fn values_out_of_range_are_refused_by_name() {
    let world = World::with("flowers.csv", flowers_csv());
    for (option, words) in [
        ("--dimensions 4", "dimensions = 4 is out of range"),
        ("--neighbors 1", "neighbors = 1 is out of range"),
        ("--label-weight -1", "label_weight = -1 is out of range"),
    ] {
        let run = world.run(&format!("map flowers.csv --label species {option}"));
        assert_eq!(run.code, Some(2), "{option}");
        assert!(run.err.contains(words), "{}", run.err);
    }
}

#[test]
fn a_fit_shows_axes_or_a_layout_and_keeps_the_latter() {
    let world = World::with("flowers.csv", flowers_csv());
    let line = "fit flowers.csv --label species --no-check";
    world.ok(&format!("{line} --picture axes.svg --model axes.halflit"));
    world.ok(&format!("{line} --picture layout.svg --model layout.halflit --picture-of layout"));
    assert!(world.text("axes.svg").contains("axis 1"));
    assert!(!world.text("layout.svg").contains("axis 1"));
    let size = |name: &str| std::fs::metadata(world.path(name)).expect("a model").len();
    assert!(size("layout.halflit") > size("axes.halflit") + 60 * 2 * 4);
}
