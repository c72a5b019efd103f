//! Pictures of maps, graphs and their quality.

use serde_json::Value;

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

/// The data of a page.
fn payload(page: &str) -> Value {
    let start = page.split_once("id=\"data\">").expect("a block of data").1;
    serde_json::from_str(start.split_once("</script>").expect("its end").0).expect("JSON")
}

/// Two columns tell the classes apart, the first in units a million times as small, so that its weight is so much larger
/// though it says much less; the third is noise.
fn units_csv() -> String {
    let row = |i: usize| {
        let (class, wave) = (i % 2, (i * 37 % 60) as f64 / 60.0);
        let (faint, strong) =
            (1e-6 * (4.0 * wave + class as f64), 10.0 * class as f64 + wave * wave);
        format!("{faint},{strong},{},{}\n", (i * 17 % 13) as f64, ["a", "b"][class])
    };
    format!("faint,strong,noise,kind\n{}", (0..60).map(row).collect::<String>())
}

/// The first feature in the table of those that make up the axes.
fn first_feature(page: &str) -> Option<&str> {
    let table = page.split_once("<section id=\"loadings\"")?.1;
    table.split_once("<td>")?.1.split("</td>").next()
}

#[test]
fn features_are_ranked_by_weight_times_deviation() {
    let world = World::with("units.csv", units_csv());
    let fit =
        "fit units.csv --label kind --method fda --dim 1 --force --model m.halflit --report r.html";
    for scale in ["", "--scale minmax"] {
        world.ok(&format!("{fit} {scale}"));
        let page = world.text("r.html");
        assert_eq!(first_feature(&page), Some("strong"), "{scale}");
        // They also choose whose values are shown of a row, and those are as they were given.
        let first = &payload(&page)["features"][0];
        assert_eq!(first["name"], "strong");
        assert_eq!(first["values"].as_array().map(Vec::len), Some(60));
        assert_eq!(first["values"][0], 0.0);
    }
    // A weight alone would name the column of smallest units; a model knows how far its columns spread.
    world.ok(fit);
    let json = world.json("inspect m.halflit");
    assert_eq!(json["top_features"][0][0]["feature"], "strong");
    assert!(world.ok("inspect m.halflit").contains("weight times standard deviation"));
}

#[test]
fn the_default_says_which_columns_matter() {
    let world = World::with("units.csv", units_csv());
    world.ok("fit units.csv --label kind --model m.halflit --report r.html");
    let page = world.text("r.html");
    let section = page.split_once("<section id=\"columns\"").expect("a section").1;
    let section = section.split_once("</section>").expect("its end").0;
    for heading in ["<h3>Axis 1</h3>", "<h3>Class a</h3>", "<h3>Class b</h3>"] {
        assert!(section.contains(heading), "{heading}");
    }
    // Relevance comes first, and the most relevant column first in it, as `inspect` has it.
    let first = section.split_once("<th scope=\"row\">").expect("a row").1;
    assert_eq!(first.split("</th>").next(), Some("strong"));
    let json = world.json("inspect m.halflit");
    assert_eq!(json["relevant_columns"][0]["feature"], "strong");
    // A high value of the strong column makes class b probable and class a improbable.
    let strong = |class: &str| {
        let cells =
            format!("<tr><th scope=\"row\">Class {class}</th><td>strong</td><td class=\"number\">");
        let value = section.split_once(&cells).expect("its row").1.split("</td>").next();
        value.expect("a number").replace('−', "-").parse::<f64>().expect("a number")
    };
    assert!(strong("b") > 0.9 && strong("a") < -0.9, "{} {}", strong("a"), strong("b"));
    // Weights say it where there are some.
    world.ok("fit units.csv --label kind --method fda --dim 1 --report r.html --force");
    assert!(!world.text("r.html").contains("<section id=\"columns\""));
}

#[test]
fn rows_have_values_where_the_map_has_no_weights_too() {
    let world = World::with("units.csv", units_csv());
    for line in ["--method auto", "--method pca --dim 1 --kernel rbf"] {
        world.ok(&format!("fit units.csv --label kind {line} --report r.html --force"));
        let page = world.text("r.html");
        assert_eq!(first_feature(&page), None);
        let features = payload(&page)["features"].as_array().expect("a list").clone();
        assert_eq!(features.len(), 3, "{line}");
        assert_ne!(features[0]["name"], "noise", "{line}");
    }
}
