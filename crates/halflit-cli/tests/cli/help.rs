//! What every command says about itself.

use crate::world::World;

fn check(name: &str, line: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_description(format!("halflit {line}"));
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, World::new().ok(line)));
}

#[test]
fn every_command_explains_itself() {
    check("help", "--help");
    let commands = [
        "demo",
        "fit",
        "transform",
        "predict",
        "studio",
        "suggest",
        "map",
        "tune",
        "compare",
        "reproduce",
        "inspect",
        "export",
        "methods",
    ];
    for command in commands {
        check(&format!("help-{command}"), &format!("{command} --help"));
    }
    for plot in ["map", "graph", "pairs"] {
        check(&format!("help-plot-{plot}"), &format!("plot {plot} --help"));
    }
    check("help-plot", "plot --help");
    check("help-completions", "completions --help");
    check("help-man", "man --help");
}

#[test]
fn the_methods_are_listed() {
    check("methods", "methods");
    let methods = World::new().json("methods");
    let methods = methods.as_array().expect("a list");
    assert_eq!(methods.len(), 1 + halflit::AnyLearner::TABLE.len());
    let of = |name: &str| methods.iter().find(|method| method["name"] == name).expect("listed");
    assert_eq!(of("ss-lfda")["parameters"]["gamma"], 1.0);
    assert_eq!(
        (&of("ss-lfda")["kind"], &of("pca")["kind"]),
        (&"semi-supervised".into(), &"unsupervised".into())
    );
}

#[test]
fn the_kernels_are_listed() {
    check("methods-kernels", "methods --kernels");
    let kernels = World::new().json("methods --kernels");
    assert_eq!(kernels[1]["parameters"][0]["name"], "degree");
}

#[test]
fn without_a_command_help_goes_to_standard_error() {
    let run = World::new().run("");
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("Usage: halflit"), "{}", run.err);
    assert!(World::new().ok("--version").starts_with("halflit "));
}

#[test]
fn completions_and_manual_pages_are_printed() {
    let world = World::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(world.ok(&format!("completions {shell}")).contains("unlabeled-only"), "{shell}");
    }
    let page = world.ok("man");
    assert!(page.contains(".TH halflit 1"), "{page}");
    assert!(page.contains("Exit codes"), "{page}");
    assert!(world.ok("man fit").contains("gamma"));
}

#[test]
fn manual_pages_of_all_commands_are_written() {
    let world = World::new();
    world.ok("man --output pages/man1");
    for name in ["halflit", "halflit-fit", "halflit-plot-map", "halflit-licences"] {
        let page = world.text(&format!("pages/man1/{name}.1"));
        assert!(page.contains(&format!(".TH {name} 1")), "{page}");
    }
    assert_eq!(world.run("man --output pages/man1").code, Some(1));
    world.ok("man --output pages/man1 --force");
    assert_eq!(world.run("man fit --output pages").code, Some(2));
}

#[test]
fn licences_are_printed() {
    let notices = World::new().ok("licences");
    for inside in ["MIT OR Apache-2.0", "DejaVu", "preact", "Ionosphere", "rayon 1.", "pulp 0."] {
        assert!(notices.contains(inside), "{inside}");
    }
    assert_eq!(World::new().ok("licenses"), notices);
}
