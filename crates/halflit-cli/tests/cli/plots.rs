//! Pictures of maps, graphs and their quality.

use crate::tables::flowers_csv;
use crate::world::World;

#[test]
fn map_graph_and_pairs_are_drawn_as_png_and_svg() {
    let world = World::with("f.csv", flowers_csv());
    world.ok("fit f.csv --label species --method fda --model m.halflit --picture p.svg");
    for (name, line) in [
        ("map", "plot map f.csv --label species --model m.halflit"),
        ("graph", "plot graph f.csv --label species --threshold 0.3"),
        ("nearest", "plot graph f.csv --label species --graph 3 --model m.halflit"),
        ("pairs", "plot pairs f.csv --label species --alphas 1,4,16"),
        ("unlabeled", "plot graph f.csv --drop species --graph-weights heat:2 --metric manhattan"),
    ] {
        let json = world.json(&format!("{line} -o {name}.png"));
        assert_eq!(json["picture"], format!("{name}.png"));
        assert!(world.read(&format!("{name}.png")).starts_with(b"\x89PNG\r\n\x1a\n"), "{name}");
        assert_eq!(world.ok(&format!("{line} --output {name}.svg")), "");
        let svg = world.text(&format!("{name}.svg"));
        assert!(svg.contains("<svg") && svg.trim_end().ends_with("</svg>"), "{name}");
    }
    assert!(world.text("pairs.svg").contains("alpha = 16"));
    assert!(world.text("map.svg").contains("versi color"));
    assert!(world.text("p.svg").contains("fda in 2 dimensions"));
}

#[test]
fn one_dimension_and_five_are_drawn_too() {
    let world = World::with("f.csv", flowers_csv());
    for dim in [1, 5] {
        world.ok(&format!(
            "fit f.csv --label species --method pca --dim {dim} --picture {dim}.png --report {dim}.html"
        ));
        assert!(world.read(&format!("{dim}.png")).len() > 1000);
        assert!(world.text(&format!("{dim}.html")).contains("</html>"));
    }
}
