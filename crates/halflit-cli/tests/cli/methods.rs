//! Every learner and every option of the library can be reached.

use halflit::AnyLearner;
use halflit::learner::{Kind, LabelChoice};

use crate::tables::{Numbers, flowers, flowers_csv};
use crate::world::World;

#[test]
fn every_method_fits() {
    let world = World::with("f.csv", flowers_csv());
    for info in AnyLearner::TABLE.iter().filter(|info| info.kind != Kind::Custom) {
        let method = info.name;
        let model = world.json(&format!("fit f.csv --label species --method {method}"));
        assert_eq!(model["plan"]["method"]["name"], method);
        assert_eq!(model["eigenvalues"].as_array().map(Vec::len), Some(2), "{method}");
        let searched = !model["cross_validation"].is_null();
        let tunable = method == "lpp*" || matches!(info.kind, Kind::SemiSupervised(_));
        assert_eq!(searched, tunable, "{method}");
    }
}

#[test]
fn thin_views_are_principal_axes_and_eigenmaps() {
    let world = World::with("f.csv", flowers_csv());
    let model = world.json("fit f.csv --label species --views thin");
    assert_eq!(model["plan"]["method"]["parameters"]["breadth"], "thin");
    let views = model["diagnostics"]["views"].as_array().expect("views");
    let known = ["principal", "eigenmaps"];
    let is_thin = |view: &serde_json::Value| known.iter().any(|own| !view["view"][own].is_null());
    assert!(!views.is_empty() && views.iter().all(is_thin), "{views:?}");
    let table = world.ok("compare f.csv --label species --methods auto,fda --views thin");
    assert!(table.contains("auto"), "{table}");
}

#[test]
fn auto_is_the_default_and_has_nothing_to_choose() {
    let world = World::with("f.csv", flowers_csv());
    let model = world.json("fit f.csv --label species --model m.halflit");
    assert_eq!(model["plan"]["method"]["name"], "auto");
    // One axis fewer than classes.
    assert_eq!(model["eigenvalues"].as_array().map(Vec::len), Some(2));
    let shares = model["diagnostics"]["views"].as_array().expect("views");
    let sum: f64 = shares.iter().filter_map(|view| view["share"].as_f64()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    let shown = world.ok("inspect m.halflit");
    assert!(shown.contains("eigenmaps, ") && shown.contains(" others"), "{shown}");
    let predicted = world.ok("predict f.csv --label species --model m.halflit");
    assert!(predicted.contains("probability of setosa"), "{predicted}");
    for (option, parameter) in [("--gamma", "gamma"), ("--scale", "scaling"), ("--graph", "graph")]
    {
        let value = if option == "--scale" { "standard" } else { "1" };
        let run = world.run(&format!("fit f.csv --label species {option} {value}"));
        assert_eq!(run.code, Some(2), "{option}");
        let words = format!("auto has no parameter '{parameter}'\n help: leave out {option}; ");
        assert!(run.err.contains(&words), "{option}: {}", run.err);
    }
}

#[test]
fn gamma_and_alpha_are_used_as_given_or_found() {
    let world = World::with("f.csv", flowers_csv());
    let parameters = |options: &str| {
        let line = format!("fit f.csv --label species --method ss-lfda {options}");
        world.json(&line)["plan"]["method"]["parameters"].clone()
    };
    let given = parameters("--gamma 0.25 --alpha 3");
    assert_eq!((given["gamma"].as_f64(), given["alpha"].as_f64()), (Some(0.25), Some(3.0)));
    assert_eq!(parameters("--gamma auto --alpha auto"), parameters(""));
    assert_eq!(parameters("--gamma 0.25")["gamma"], 0.25);
}

#[test]
fn what_was_chosen_is_said_with_its_rule() {
    let world = World::with("f.csv", flowers_csv());
    for (options, words) in [
        ("--method ss-lfda", "by balance and margins\n"),
        ("--method ss-lfda --alpha 8", "by balance and margins\n"),
        ("--method ss-lfda --gamma 1", "by margins\n"),
        ("--method lpp*", "by margins\n"),
        ("--method self", "by balance and margins\n"),
    ] {
        let run = world.run(&format!("fit f.csv --label species {options}"));
        assert!(run.out.contains("chosen ") && run.out.contains(words), "{options}: {}", run.out);
        assert!(run.out.contains("held-out labels found"), "{options}: {}", run.out);
    }
    for options in ["--method ss-lfda --gamma 1 --alpha 8", "--method fda", ""] {
        let run = world.run(&format!("fit f.csv --label species {options}"));
        assert!(!run.out.contains("chosen "), "{options}: {}", run.out);
    }
    let unlabeled = world.run("fit f.csv --drop species --method lpp*");
    let words = "alpha stays at its default: no labels to tune by";
    assert!(unlabeled.out.contains(words), "{}", unlabeled.out);
}

#[test]
fn pca_goes_first_whatever_is_searched() {
    let world = World::with("f.csv", flowers_csv());
    for pca in ["3", "rank"] {
        let options = format!("f.csv --label species --pca-first {pca}");
        let found = world.json(&format!("fit {options} --method ss-lfda"));
        assert!(found["cross_validation"]["setting"]["gamma"].is_f64(), "{found}");
        assert_ne!(found["plan"]["space"]["pca_first"], "no");
        let tuned = world.json(&format!("tune {options} --gammas 0.1,1 --alphas 1,8"));
        assert_eq!(tuned["settings"].as_array().map(Vec::len), Some(4));
        let compared = world.json(&format!("compare {options} --methods pca,ss-lfda"));
        assert!(compared["rows"][2]["accuracy"].as_f64() > Some(0.5), "{compared}");
    }
}

#[test]
fn every_option_is_reached() {
    let world = World::with("f.csv", flowers_csv());
    let plan = |options: &str| {
        let method = if options.contains("--method") { "" } else { "--method ss-lfda" };
        let line = format!("fit f.csv --label species --gamma 1 --alpha 1 {method} {options}");
        world.json(&line)["plan"].clone()
    };
    let parameter = |options: &str, path: &str| {
        let plan = plan(options);
        let parameters = &plan["method"]["parameters"];
        parameters.pointer(path).cloned().unwrap_or_else(|| panic!("{path} in {plan}"))
    };
    assert_eq!(parameter("--neighbors 2", "/affinity/nearest"), 2);
    assert_eq!(parameter("--affinity local-scaling:2", "/affinity/local-scaling"), 2);
    assert_eq!(parameter("--graph 5", "/graph/pairs/nearest"), 5);
    assert_eq!(parameter("--graph all", "/graph/pairs"), "all");
    assert_eq!(parameter("--graph-weights heat:2.5", "/graph/weights/heat"), 2.5);
    assert_eq!(parameter("--graph-weights binary --graph 4", "/graph/weights"), "binary");
    assert_eq!(parameter("--constraint blended", "/constraint"), "blended");
    assert_eq!(parameter("--method ss-mmc --within-weight 0.5", "/within_weight"), 0.5);
    assert_eq!(parameter("--method ss-lde --heat heat:2", "/heat/heat"), 2.0);
    let both = "--method ss-mfa --neighbors 4 --neighbors-other 5";
    assert_eq!(parameter(both, "/neighbors_same"), 4);
    assert_eq!(parameter(both, "/neighbors_other"), 5);
    // One number is for both, in whatever order the two are given.
    assert_eq!(parameter("--method ss-mfa --neighbors 4", "/neighbors_same"), 4);
    assert_eq!(parameter("--method ss-mfa --neighbors 4", "/neighbors_other"), 4);
    let other = "--method ss-mfa --neighbors-other 5 --neighbors 4";
    assert_eq!(parameter(other, "/neighbors_other"), 5);
    assert_eq!(parameter("--method ss-mfa --neighbors-other 5", "/neighbors_same"), 3);
    for metric in ["euclidean", "squared-euclidean", "manhattan", "chebyshev", "cosine"] {
        let option = format!("--metric {metric}");
        assert_eq!(parameter(&option, "/metric"), metric);
        assert_eq!(parameter(&option, "/graph/metric"), metric);
    }
    for search in ["exact", "tree", "approximate"] {
        assert_eq!(parameter(&format!("--graph 5 --search {search}"), "/graph/search"), search);
    }
    for weights in ["identity", "unit", "sqrt", "unit-sqrt"] {
        assert_eq!(plan(&format!("--weights {weights}"))["weights"], weights);
    }
    for scaling in ["none", "standard", "minmax", "unit"] {
        assert_eq!(plan(&format!("--scale {scaling}"))["space"]["scaling"], scaling);
    }
    assert_eq!(plan("--ridge 0.5")["ridge"], 0.5);
    assert_eq!(plan("--pca-first 3")["space"]["pca_first"], "3");
    assert_eq!(plan("--pca-first rank")["space"]["pca_first"], "rank");
    assert_eq!(world.json("fit f.csv --label species --method fda -d 1")["dimension"], 1);
}

#[test]
fn kernels_are_given_in_words() {
    let world = World::with("f.csv", flowers_csv());
    let kernel = |text: &str, more: &str| {
        let line = format!("fit f.csv --label species --method fda --kernel \"{text}\" {more}");
        let model = world.json(&format!("{line} --model k.halflit --force"));
        assert_eq!(
            world.ok("transform f.csv --drop species --model k.halflit").lines().count(),
            61
        );
        model["plan"]["space"]["kernel"].clone()
    };
    assert_eq!(kernel("poly:degree=3,coef0=2", "")["parameters"]["degree"], 3);
    assert_eq!(kernel("poly:degree=3,coef0=2", "")["parameters"]["coef0"], 2.0);
    assert_eq!(kernel("rbf:width=2", "")["parameters"]["width"], 2.0);
    assert!(kernel("rbf", "")["parameters"]["width"].as_f64() > Some(0.0));
    assert!(kernel("laplacian", "")["name"] == "laplacian");
    assert!(kernel("linear", "")["name"] == "linear");
    assert!(kernel("cosine", "")["name"] == "cosine");
    assert!(kernel("sigmoid", "--negative-eigenvalues drop")["name"] == "sigmoid");
    assert!(kernel("rbf", "--kernel-rank landmarks:20")["name"] == "rbf");
    assert!(world.ok("inspect k.halflit").contains("left out of the kernel"));
    let inspected = world.json("inspect k.halflit");
    assert!(inspected["diagnostics"]["kernel_left_out"].as_f64() > Some(0.0));
    assert!(kernel("rbf", "--kernel-rank full")["name"] == "rbf");
    assert!(!world.ok("inspect k.halflit").contains("left out of the kernel"));
}

#[test]
fn a_kernel_matrix_and_a_distance_matrix_can_be_given() {
    let world = World::with("f.csv", flowers_csv());
    let rows = flowers(60);
    let table = |entry: &dyn Fn(&[f64], &[f64]) -> f64| {
        let line = |(x, _): &(Vec<f64>, &str)| {
            let cells: Vec<String> = rows.iter().map(|(y, _)| entry(x, y).to_string()).collect();
            cells.join(",") + "\n"
        };
        rows.iter().map(line).collect::<String>()
    };
    let product = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(a, b)| a * b).sum::<f64>();
    let distance = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(a, b)| (a - b).abs()).sum::<f64>();
    let labels: Vec<&str> = (0..60).map(|i| if i < 12 { rows[i].1 } else { "" }).collect();
    world.write("labels.txt", labels.join("\n") + "\n");
    world.write("kernel.csv", table(&product)).write("distances.csv", table(&distance));
    let eigenvalues = |line: &str| {
        let model = world.json(line);
        let values = model["eigenvalues"].as_array().expect("a list").clone();
        values.iter().filter_map(serde_json::Value::as_f64).collect::<Vec<_>>()
    };
    let same = |a: Vec<f64>, b: Vec<f64>| {
        assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-6 * a.abs()), "{a:?} {b:?}");
    };
    same(
        eigenvalues("fit kernel.csv --labels labels.txt --method mmc --kernel precomputed"),
        eigenvalues("fit f.csv --label species --method mmc --kernel linear"),
    );
    let near = "fit f.csv --method ss-lfda --label species --gamma 1 --alpha 1";
    same(
        eigenvalues(&format!("{near} --metric precomputed --distances distances.csv")),
        eigenvalues(&format!("{near} --metric manhattan")),
    );
    // A tree finds the very same rows.
    let near = format!("{near} --graph 5 --search");
    assert_eq!(eigenvalues(&format!("{near} exact")), eigenvalues(&format!("{near} tree")));
    let found = world.json(&format!("{near} tree"));
    assert_eq!(
        found["diagnostics"]["neighbors"],
        serde_json::json!({ "search": "tree", "recall": 1.0 })
    );
}

#[test]
fn custom_mixes_are_made_of_parts() {
    let world = World::with("f.csv", flowers_csv());
    let fit = |options: &str| {
        world.json(&format!(
            "fit f.csv --label species --method custom --gamma 1 --alpha 1 {options}"
        ))
    };
    let mix =
        fit("--label-cost mfa --neighbors 2 --unlabel-cost near --graph 6 --constraint degree");
    let parameters = &mix["plan"]["method"]["parameters"];
    assert_eq!(parameters["label"]["mfa"]["neighbors_same"], 2);
    assert_eq!(parameters["unlabel"]["near"]["pairs"]["nearest"], 6);
    assert_eq!(parameters["constraint"], "degree");
    // Parts of a known method make that method.
    let lfda = world.json("fit f.csv --label species --method ss-lfda --gamma 1 --alpha 1");
    assert_eq!(fit("")["eigenvalues"], lfda["eigenvalues"]);
    let pca = world.json("fit f.csv --label species --method pca");
    let variance = fit("--label-cost none --unlabel-cost variance --constraint identity");
    assert_eq!(variance["eigenvalues"], pca["eigenvalues"]);
    // What is left to find is searched, and only that.
    let line = "fit f.csv --label species --method custom --unlabel-cost";
    assert!(world.json(&format!("{line} none"))["cross_validation"].is_null());
    let found = world.json(&format!("{line} variance"));
    assert!(found["cross_validation"]["setting"]["gamma"].is_f64());
    world.ok("compare f.csv --label species --methods custom --unlabel-cost variance");
    for label in LabelChoice::NAMES.iter().filter(|name| **name != "none") {
        fit(&format!("--label-cost {label} --unlabel-cost none --constraint identity"));
    }
}

#[test]
fn fewer_rows_than_columns_and_names_of_any_case_are_no_trouble() {
    let mut numbers = Numbers::new(5);
    let mut text = String::new();
    for i in 0..12 {
        let cells: Vec<String> =
            (0..40).map(|_| (numbers.next() + f64::from(i % 2)).to_string()).collect();
        text += &format!("{},{}\n", cells.join(","), if i % 2 == 0 { "a" } else { "b" });
    }
    let world = World::with("wide.csv", text);
    for method in ["PCA", "SS_LFDA", "sslfda", "lpp-star", "Fda"] {
        world.ok(&format!("fit wide.csv --no-header --label 40 --dim 1 --method {method}"));
    }
}
