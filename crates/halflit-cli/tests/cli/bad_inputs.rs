//! Everything that can be wrong: two lines, a documented exit code, and nothing on standard output.

use std::fmt::Write as _;

use crate::models::later_version;
use crate::tables::{delimited, flowers, flowers_csv};
use crate::world::World;

/// Exit code and command line.
#[rustfmt::skip]
const CASES: &[(i32, &str)] = &[
    // ---- the file ----
    (1, "fit empty.csv"),
    (1, "fit spaces.csv"),
    (1, "fit header.csv"),
    (1, "fit ragged.csv"),
    (1, "fit text.csv"),
    (1, "fit nan.csv"),
    (1, "fit inf.csv"),
    (1, "fit gap.csv"),
    (1, "fit hollow.csv --missing median"),
    (1, "fit hollow.csv --missing drop"),
    (2, "fit gap.csv --missing mean"),
    (1, "fit names.csv"),
    (1, "fit huge.csv --method pca"),
    (1, "fit twice.csv"),
    (1, "fit binary.csv"),
    (1, "fit marks.csv"),
    (1, "fit thousands.csv --decimal ,"),
    (1, "fit sparse.svm"),
    (1, "fit escape.csv"),
    (1, "fit cut.csv.gz"),
    (1, "fit cut.parquet"),
    (1, "fit fake.npy"),
    (1, "fit fake.mat"),
    (1, "fit fake.npz"),
    (1, "fit fake.arff"),
    (1, "fit missing.csv"),
    (1, "fit folder"),
    (1, "fit f.csv --format parquet --label species"),
    (2, "fit f.csv --format xlsx"),
    (2, "fit f.csv --delimiter ab"),
    (2, "fit f.csv --decimal ;"),
    (2, "fit sparse.svm --decimal ,"),
    (2, "fit f.csv --matrix X --label species"),
    (1, "fit f.csv --no-header --label species"),
    // ---- columns ----
    (1, "fit f.csv"),
    (1, "fit f.csv --label specis"),
    (1, "fit f.csv --label 99"),
    (1, "fit f.csv --label species --drop widht"),
    (1, "fit f.csv --label species --columns width,nothing"),
    (1, "fit f.csv --label species --columns species"),
    (1, "fit f.csv --label species --drop width,length,height,depth,age"),
    (1, "fit f.csv --drop species --labels three.txt"),
    (1, "fit f.csv --drop species --labels missing.txt"),
    (1, "fit f.csv --label species --labels three.txt"),
    // ---- labels and rows ----
    (2, "fit f.csv --drop species"),
    (1, "fit unlabeled.csv --label species"),
    (1, "fit unlabeled.csv --label species --method fda"),
    (1, "fit oneclass.csv --label species"),
    (1, "fit oneclass.csv --label species --method fda"),
    (1, "fit onelabel.csv --label species"),
    (1, "fit onerow.csv --method pca"),
    (1, "fit equal.csv --method pca"),
    (1, "fit constant.csv --method pca --dim 2"),
    (1, "fit equal.csv --method lpp --dim 1"),
    (1, "fit zerorow.csv --method pca --dim 1 --scale unit"),
    (1, "fit zerorow.csv --method lpp --dim 1 --graph-weights cosine"),
    (2, "tune f.csv --drop species"),
    (2, "compare f.csv --drop species"),
    (1, "compare onelabel.csv --label species"),
    (1, "plot pairs f.csv --drop species --output p.png"),
    // ---- dimensions and parameters ----
    (1, "fit f.csv --label species --dim 12"),
    (1, "fit f.csv --label species --method fda --dim 99"),
    (2, "fit f.csv --label species --dim 0"),
    (2, "fit f.csv --label species --dim two"),
    (2, "fit f.csv --label species --dim -1"),
    (2, "fit f.csv --label species --method ss-lfd"),
    (2, "fit f.csv --label species --method t-sne"),
    (2, "fit f.csv --label species --method pca --gamma 1"),
    (2, "fit f.csv --label species --method fda --neighbors 3"),
    (2, "fit f.csv --label species --method lpp --gamma auto"),
    (2, "fit f.csv --method ss-lfda --label species --gamma -1"),
    (2, "fit f.csv --method ss-lfda --label species --gamma nan"),
    (2, "fit f.csv --method ss-lfda --label species --gamma inf"),
    (2, "fit f.csv --method ss-lfda --label species --gamma much"),
    (2, "fit f.csv --method ss-lfda --label species --alpha 0.5"),
    (2, "fit f.csv --method ss-lfda --label species --neighbors 0"),
    (2, "fit f.csv --label species --method mfa --neighbors-other 0"),
    (2, "fit f.csv --method ss-lfda --label species --affinity nearest:0"),
    (2, "fit f.csv --method ss-lfda --label species --affinity closest:3"),
    (2, "fit f.csv --method ss-lfda --label species --affinity nearest:3 --neighbors 3"),
    (2, "fit f.csv --method ss-lfda --label species --ridge -0.1"),
    (2, "fit f.csv --method ss-lfda --label species --weights heavy"),
    (2, "fit f.csv --method ss-lfda --label species --scale log"),
    (2, "fit f.csv --method ss-lfda --label species --metric hamming"),
    (2, "fit f.csv --method ss-lfda --label species --metric precomputed"),
    (2, "fit f.csv --label species --views broad"),
    (2, "fit f.csv --method ss-lfda --label species --views thin"),
    (2, "fit f.csv --method ss-lfda --label species --search everywhere"),
    (2, "fit f.csv --method ss-lfda --label species --search approximate --metric manhattan"),
    (2, "fit f.csv --method lfda --label species --search tree"),
    (2, "fit f.csv --method ss-lfda --label species --distances f.csv"),
    (1, "fit f.csv --method ss-lfda --label species --metric precomputed --distances square.csv"),
    (2, "fit f.csv --method ss-lfda --label species --constraint loose"),
    (2, "fit f.csv --method ss-lfda --label species --pca-first none"),
    (2, "fit f.csv --method ss-lfda --label species --constraint identity"),
    (2, "fit f.csv --label species --method custom --constraint paper"),
    (2, "fit f.csv --method ss-lfda --label species --pca-first 0"),
    (2, "fit f.csv --method ss-lfda --label species --pca-first 9 --gamma 1 --alpha 1"),
    (2, "fit f.csv --method ss-lfda --label species --graph none"),
    (2, "fit f.csv --method ss-lfda --label species --graph 0"),
    (2, "fit f.csv --method ss-lfda --label species --graph-weights linear"),
    (2, "fit f.csv --method ss-lfda --label species --graph-weights heat:0"),
    (2, "fit f.csv --method ss-lfda --label species --graph-weights heat:x"),
    (2, "fit f.csv --label species --method lde --heat local-scaling:0"),
    (2, "fit f.csv --method ss-lfda --label species --label-cost fda"),
    (2, "fit f.csv --label species --method custom --label-cost pca"),
    (2, "fit f.csv --label species --method custom --unlabel-cost far"),
    (2, "fit f.csv --label species --method custom --unlabel-cost none --graph 5"),
    (2, "fit f.csv --label species --method custom --label-cost fda --neighbors 3"),
    // ---- kernels ----
    (2, "fit f.csv --method ss-lfda --label species --kernel spline"),
    (2, "fit f.csv --method ss-lfda --label species --kernel poly:degree"),
    (2, "fit f.csv --method ss-lfda --label species --kernel poly:degree=two"),
    (2, "fit f.csv --method ss-lfda --label species --kernel poly:degree=0"),
    (2, "fit f.csv --method ss-lfda --label species --kernel poly:degree=1.5"),
    (2, "fit f.csv --method ss-lfda --label species --kernel poly:width=2"),
    (2, "fit f.csv --method ss-lfda --label species --kernel rbf:width=-1"),
    (2, "fit f.csv --method ss-lfda --label species --kernel linear:width=2"),
    (1, "fit f.csv --method ss-lfda --label species --kernel sigmoid"),
    (1, "fit f.csv --method ss-lfda --label species --kernel precomputed"),
    (1, "fit skew.csv --no-header --method pca --kernel precomputed"),
    (2, "fit square.csv --no-header --method pca --kernel precomputed --scale standard"),
    (2, "fit f.csv --method ss-lfda --label species --kernel rbf --negative-eigenvalues keep"),
    (2, "fit f.csv --method ss-lfda --label species --kernel rbf --kernel-rank half"),
    (2, "fit f.csv --method ss-lfda --label species --kernel rbf --kernel-rank landmarks:61"),
    (2, "fit f.csv --method ss-lfda --label species --kernel-rank full"),
    (2, "fit square.csv --no-header --method pca --kernel precomputed --kernel-rank landmarks:2"),
    // ---- models ----
    (1, "transform f.csv --label species --model missing.halflit"),
    (1, "transform f.csv --label species --model folder"),
    (1, "transform f.csv --label species --model empty.csv"),
    (1, "transform f.csv --label species --model half.halflit"),
    (1, "transform f.csv --label species --model later.halflit"),
    (1, "transform f.csv --label species --model random.halflit"),
    (1, "predict f.csv --label species --model f.csv"),
    (1, "inspect half.halflit"),
    (1, "transform f.csv --model m.halflit --drop age"),
    (2, "transform row.csv --model m.halflit --keep row"),
    (2, "predict row.csv --model m.halflit --keep 'probability of setosa'"),
    (1, "predict f.csv --model m.halflit --keep id"),
    (1, "predict f.csv --model m.halflit --keep age,age"),
    (1, "transform gaps.csv --model m.halflit"),
    (1, "transform gaps.csv --model unlabeled.halflit --missing drop"),
    (1, "transform wrong.csv --model m.halflit"),
    (1, "transform narrow.csv --no-header --model m.halflit"),
    (1, "predict f.csv --drop species --model unlabeled.halflit"),
    (2, "predict f.csv --drop species --model m.halflit --unlabeled-only"),
    (1, "predict oneclass.csv --label species --model m.halflit --unlabeled-only"),
    (2, "predict f.csv --drop species --model m.halflit --votes 0"),
    (2, "transform f.csv"),
    // ---- output ----
    (1, "fit f.csv --label species --model m.halflit"),
    (1, "fit f.csv --label species --model nowhere/m.halflit"),
    (1, "fit f.csv --label species --model folder"),
    (2, "fit f.csv --label species --output map.xlsx"),
    (2, "fit f.csv --label species --picture map.gif"),
    (2, "fit f.csv --label species --report same --model same"),
    (2, "fit f.csv --label species --report x.pdf"),
    (2, "compare f.csv --label species --report page"),
    (2, "fit f.csv --label species --report same --model ./folder/../same"),
    (2, "fit f.csv --label species --model f.csv --force"),
    (2, "fit f.csv --drop species --labels three.txt --model three.txt --force"),
    (2, "transform f.csv --model m.halflit --output ./f.csv --force"),
    (2, "predict f.csv --model m.halflit --output m.halflit --output-format csv --force"),
    (2, "plot map f.csv --model m.halflit --output f.png --labels f.png --force"),
    (2, "tune f.csv --label species --model f.csv --force"),
    (2, "transform f.csv --drop species --model m.halflit --output-format xlsx"),
    (2, "plot graph f.csv --label species --output graph.pdf"),
    (2, "plot graph f.csv --label species --output graph.png --threshold nan"),
    (2, "plot graph f.csv --label species --output graph.png --metric precomputed"),
    (2, "plot pairs f.csv --label species --output pairs.png --alphas 0.5"),
    (2, "plot map f.csv --label species --output map.png"),
    (1, "demo --output f.csv"),
    // ---- searches ----
    (2, "tune f.csv --label species --gammas 1,x"),
    (2, "tune f.csv --label species --gammas=-1"),
    (2, "tune f.csv --label species --gammas 1 --gamma 1"),
    (2, "tune f.csv --label species --method pca --gammas 1"),
    (2, "tune f.csv --label species --method fda --neighbor-counts 3"),
    (2, "tune f.csv --label species --method custom --unlabel-cost variance --alphas 1,2"),
    (1, "tune f.csv --drop species --method lpp*"),
    (2, "tune f.csv --label species --weight-kinds heavy"),
    (1, "tune f.csv --label species --dims 2,9"),
    (2, "tune f.csv --label species --gammas 1 --picture heat.png"),
    (2, "compare f.csv --label species --methods pca,umap"),
    (2, "compare f.csv --label species --methods pca,fda --gamma 1"),
    (2, "compare f.csv --label species --methods pca,fda --label-cost fda"),
    // ---- reproduce ----
    (2, "reproduce"),
    (2, "reproduce table9"),
    (2, "reproduce table2 --select bst"),
    (2, "reproduce table2 --splits 1"),
    (2, "reproduce table2 --constraint papers"),
    (2, "reproduce table2 --kernel-constant -1"),
    (2, "reproduce table1 rows.json"),
    (1, "reproduce missing.toml"),
    (1, "reproduce bad.toml"),
    (1, "reproduce learner.toml"),
    (1, "reproduce lost.toml"),
    (1, "reproduce figures --output f.csv"),
    // ---- the command line ----
    (2, "fti f.csv"),
    (2, "fit"),
    (2, "fit f.csv --gama 1"),
    (2, "fit f.csv extra.csv"),
    (2, "fit f.csv --quiet --verbose"),
    (2, "fit f.csv --dim 1 --dim 2"),
    (2, "fit f.csv --dim"),
    (2, "prdict f.csv"),
    (2, "compere f.csv"),
    (2, "xyz f.csv"),
    (2, "fit f.csv --threads 0"),
    (2, "fit f.csv --seed -1"),
    (2, "plot f.csv"),
    (2, "man nothing"),
    (2, "completions tcsh"),
];

/// A folder with everything that the cases name.
fn prepared() -> World {
    let world = World::with("f.csv", flowers_csv());
    let text = |name: &str, content: &str| _ = world.write(name, content);
    text("empty.csv", "");
    text("spaces.csv", " \n\n");
    text("header.csv", "a,b,c\n");
    text("ragged.csv", "a,b\n1,2\n3\n4,5\n");
    text("text.csv", "a,b\n1,2\n3,four\n5,6\n");
    text("nan.csv", "a,b\n1,2\n3,NaN\n");
    text("inf.csv", "a,b\n1,2\n3,inf\n");
    text("gap.csv", "a,b\n1,2\n3,\n");
    text("hollow.csv", "a,b\n1,\n3,NA\n");
    text("names.csv", "a,name\n1,Ann\n3,Bob\n4,Cy\n");
    let features = "width,length,height,depth,age";
    text("row.csv", &format!("{features},row,probability of setosa\n1,2,3,4,5,6,7\n"));
    text("gaps.csv", &format!("{features}\n1,2,,4,5\n,2,3,4,5\n"));
    text("huge.csv", "a,b\n1,2\n3,1e308\n4,4\n");
    text("twice.csv", "a,a\n1,2\n3,4\n");
    text("bad.toml", "title = 'T'\nlearners = 3\n");
    let protocol = |learner: &str| {
        format!(
            "title = 'T'\nlearners = ['{learner}']\n[[dataset]]\ntable = 'none.csv'\nlabel = 'y'\nlabeled = 4\ndimension = 1\n"
        )
    };
    text("learner.toml", &protocol("pcb"));
    text("lost.toml", &protocol("pca"));
    world.write("binary.csv", [0u8, 1, 2, 3, 255, 0]);
    text("marks.csv", "a;b\n1,234.5;2\n");
    text("thousands.csv", "a;b\n1,5;1.234\n");
    text("sparse.svm", "1 300000000:1\n");
    text("escape.csv", "\"a\u{1b}[31m\nb\",c\n1,2\nx\u{7},3\n");
    world.write("cut.csv.gz", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2]);
    text("cut.parquet", "PAR1 and then nothing");
    text("fake.npy", "hello");
    text("fake.npz", "hello");
    text("fake.mat", "hello");
    text("fake.arff", "@relation r\n@attribute a numeric\n");
    std::fs::create_dir(world.path("folder")).expect("a folder");
    text("three.txt", "a\nb\nc\n");
    let rows = flowers(12);
    text("unlabeled.csv", &delimited(&rows, 0, ','));
    text("onelabel.csv", &delimited(&rows, 1, ','));
    text("members.csv", &delimited(&rows, 3, ','));
    let one = |class: &str| delimited(&rows, 12, ',').replace("versi color", class);
    text("oneclass.csv", &one("setosa").replace("virginica", "setosa"));
    text("onerow.csv", "a,b\n1,2\n");
    text("equal.csv", "a,b\n1,2\n1,2\n1,2\n1,2\n");
    text("constant.csv", "a,b\n1,1\n2,1\n3,1\n4,1\n");
    text("zerorow.csv", "a,b\n0,0\n1,2\n3,1\n4,4\n1,1\n");
    text("square.csv", "2,1\n1,2\n");
    text("skew.csv", "2,1\n0,2\n");
    text("wrong.csv", "width,length,other\n1,2,3\n");
    text("narrow.csv", "1,2,3\n");
    world.ok("fit f.csv --label species --method fda --model m.halflit");
    world.ok("fit f.csv --drop species --method pca --model unlabeled.halflit");
    let model = world.read("m.halflit");
    world.write("half.halflit", &model[..model.len() / 2]);
    world.write("later.halflit", later_version(&model));
    let mut numbers = crate::tables::Numbers::new(1);
    let random: Vec<u8> = (0..500).map(|_| (numbers.next() * 127.0) as i8 as u8).collect();
    world.write("random.halflit", random);
    world
}

#[test]
fn every_bad_input_gets_two_lines_and_its_exit_code() {
    let world = prepared();
    let before = world.files();
    let mut all = String::new();
    let mut wrong = Vec::new();
    for (code, line) in CASES {
        let run = world.run(line);
        let lines = |start: &str| run.err.lines().filter(|line| line.starts_with(start)).count();
        let fine = run.code == Some(*code)
            && run.out.is_empty()
            && (lines("error: "), lines(" help: ")) == (1, 1)
            && run.err.lines().last().is_some_and(|line| line.starts_with(" help: "))
            && !run.err.contains("panicked");
        if !fine {
            wrong.push(format!("{line}\n{run:?}"));
        }
        let talk: Vec<&str> = run.err.lines().rev().take(2).collect();
        let _ = writeln!(
            all,
            "$ halflit {line}\n{}\n{}",
            talk.get(1).unwrap_or(&""),
            talk.first().unwrap_or(&"")
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(CASES.len() >= 40);
    assert_eq!(world.files(), before, "nothing was written");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("errors", all));
}

#[test]
#[cfg(unix)]
fn an_unreadable_file_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::with("f.csv", flowers_csv());
    let closed = std::fs::Permissions::from_mode(0o000);
    std::fs::set_permissions(world.path("f.csv"), closed).expect("permissions");
    if std::fs::File::open(world.path("f.csv")).is_ok() {
        return; // root reads everything
    }
    let run = world.run("fit f.csv --label species");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("error: f.csv: cannot be read"), "{}", run.err);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_named() {
    let world = World::with("f.csv", flowers_csv());
    world.ok("fit f.csv --label species --method fda --model m.halflit");
    for line in [
        "fit f.csv --label species --method fda --model /dev/full",
        "fit f.csv --label species --method fda --report /dev/full",
        "fit f.csv --label species --method fda --output /dev/full --output-format csv",
        "transform f.csv --drop species --model m.halflit --output /dev/full --output-format npy",
        "predict f.csv --drop species --model m.halflit --output /dev/full --output-format parquet",
        "predict f.csv --drop species --model m.halflit --output /dev/full --output-format json",
    ] {
        let run = world.run(line);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{line}");
        assert!(run.err.contains("error: /dev/full: cannot be written"), "{line}: {}", run.err);
        assert!(run.err.contains(" help: check"), "{line}: {}", run.err);
    }
}

/// What looks bad and is not: constant columns, duplicates, many columns of one kind.
#[test]
fn degenerate_tables_that_have_an_answer_get_it() {
    let world = World::new();
    let mut rows = flowers(30);
    rows.iter_mut().for_each(|(x, _)| x[2] = 7.0);
    let copies = rows.clone();
    rows.extend(copies);
    world.write("d.csv", delimited(&rows, 60, ','));
    for method in ["pca", "lpp", "fda", "mmc", "dne", "mfa", "lde", "lfda", "ss-lfda", "ss-mfa"] {
        let model = world.json(&format!("fit d.csv --label species --method {method}"));
        assert_eq!(model["diagnostics"]["rank"], 4, "{method}");
    }
    world.write("negative.csv", "a,b,class\n0,1,-1\n1,0,-1\n5,5,1\n6,5,1\n5,7,1\n");
    let model = world.json("fit negative.csv --label class --method fda --dim 1 --unlabeled ''");
    assert_eq!(model["classes"], serde_json::json!(["-1", "1"]));
}
