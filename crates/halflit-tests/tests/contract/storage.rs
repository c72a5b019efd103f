//! Models as bytes: what goes in comes out, and what is not a model is refused.

use std::collections::HashMap;

use halflit::UnlabelChoice;
use halflit::learner::{Custom, LabelChoice};
use halflit::text::{TextChoice, TextFeatures, WordVectors};
use halflit::{AxisWeights, Content, Cost, Dataset, Encoding, Error, Kernel, Model};
use halflit::{
    Named, NegativeEigenvalues, PcaFirst, Plan, Result, RidgeChoice, Samples, Scaling, SourceColumn,
};
use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorView};
use serde_json::{Value, json};

use crate::common::compare::{bits, fitted, with_kernel};
use crate::common::diagonal;
use crate::common::table::Table;
use crate::common::variants::{Variant, defaults, variants};
use crate::common::with::{ShortFit, With};
use crate::contract::tall;

fn assert_survives(what: &str, model: &Model, samples: &Samples<'_>) {
    let bytes = model.to_bytes().expect("bytes");
    let again = Model::from_bytes(&bytes).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert_eq!(&again, model, "{what}");
    assert_eq!(again.to_bytes().as_ref(), Ok(&bytes), "{what}");
    let embeddings = [model, &again].map(|m| bits(&m.transform(samples).expect("embedding")));
    assert_eq!(embeddings[0], embeddings[1], "{what}");
    assert_eq!(model.predict(samples), again.predict(samples), "{what}");
}

fn named_columns(model: Model) -> Model {
    let names = (0..model.input_columns()).map(|j| format!("column «{j}» \"\\\n")).collect();
    model.with_feature_names(names).expect("one name per column")
}

#[test]
fn every_linear_model_survives() {
    let data = tall().dataset();
    for Variant { name, learner } in variants() {
        for &(_, weights, _) in AxisWeights::TABLE {
            let model = fitted(&Plan::new(learner.clone()).axes(2).weights(weights), &data);
            assert_survives(&name, &model, data.samples());
        }
    }
}

#[test]
fn every_kernel_model_survives() {
    let data = tall().dataset();
    let named = Kernel::TABLE.iter().filter(|own| own.name != "precomputed");
    let named = named.map(|own| own.name.parse().expect("in the table"));
    let more = [Kernel::Polynomial { degree: 3, coef0: 0.1, scale: 0.7 }];
    for kernel in named.chain(more) {
        for Variant { name, learner } in defaults() {
            let plan = with_kernel(&learner, 2, Some(&kernel));
            let model = fitted(&plan.negative_eigenvalues(NegativeEigenvalues::Drop), &data);
            assert_survives(&format!("{name} {kernel:?}"), &model, data.samples());
            assert_survives(&name, &named_columns(model), data.samples());
        }
    }
}

#[test]
fn models_without_labels_with_names_and_with_other_choices_survive() {
    let data = tall().unlabeled().dataset();
    for name in ["pca", "lpp", "lpp*"] {
        let learner = Variant::named(name).learner;
        let chosen = Plan::new(learner).axes(2).ridge(0.25).pca_first(PcaFirst::Axes(3));
        let model = named_columns(fitted(&chosen, &data));
        assert_eq!(model.plan().ridge, RidgeChoice::Given(0.25));
        assert_eq!(model.plan().space.pca_first, PcaFirst::Axes(3));
        assert_survives(name, &model, data.samples());
        assert_eq!(model.predict(data.samples()), Err(Error::NothingToCompare));
    }
}

#[test]
fn scaled_models_survive() {
    let data = tall().dataset();
    for scaling in [Scaling::Standard, Scaling::Minmax, Scaling::Unit] {
        for kernel in [None, Some(Kernel::rbf())] {
            for Variant { name, learner } in defaults() {
                let chosen = with_kernel(&learner, 2, kernel.as_ref()).scaling(scaling);
                let model = fitted(&chosen, &data);
                assert_eq!(model.plan().space.scaling, scaling);
                assert_survives(&format!("{name} {scaling:?}"), &model, data.samples());
            }
        }
    }
}

#[test]
fn a_precomputed_kernel_survives() {
    let data = tall().dataset();
    let kernel = Kernel::polynomial(2).resolve(data.samples()).expect("kernel");
    let gram = kernel.between(data.samples(), data.samples()).expect("kernel");
    let samples = Samples::from_row_major(gram.values().to_vec(), gram.rows(), gram.columns());
    let given = Dataset::new(samples.expect("samples"), data.labels().clone()).expect("dataset");
    let learner = Variant::named("lfda").learner;
    let model = fitted(&with_kernel(&learner, 2, Some(&Kernel::Precomputed {})), &given);
    assert_survives("precomputed", &named_columns(model), given.samples());
}

#[test]
fn a_learner_with_given_parts_survives() {
    let data = tall().dataset();
    let rows = data.samples().rows();
    let learner = Custom {
        label: LabelChoice::Given(Cost::constant(rows, 0.1)),
        unlabel: UnlabelChoice::Given(Cost::constant(rows, -1.0)),
        constraint: diagonal([2.0, 3.0, 4.0, 5.0]),
        ..Default::default()
    };
    let model = learner.fit(&data, 2).expect("fit");
    assert_survives("given parts", &model, data.samples());
}

#[test]
fn a_kernel_function_cannot_be_saved() {
    let kernel = Kernel::function(|a, b| a[0] * b[0] + a[1] * b[1]);
    let model =
        fitted(&with_kernel(&Variant::named("pca").learner, 1, Some(&kernel)), &tall().dataset());
    assert_eq!(model.to_bytes(), Err(Error::Unsavable));
}

/// A small model of every kind.
fn small_models() -> [(Model, Dataset<'static>); 3] {
    let data = Table::clusters(6, 2, 2, 2, 3).dataset();
    let learner = Variant::named("dne").learner;
    let model =
        |kernel: Option<&Kernel>| named_columns(fitted(&with_kernel(&learner, 1, kernel), &data));
    let linear = model(None);
    let kernel = model(Some(&Kernel::rbf()));
    let learner = Plan::new(learner.clone()).axes(1).scaling(Scaling::Standard);
    let scaled = named_columns(fitted(&learner, &data));
    [(linear, data.clone()), (kernel, data.clone()), (scaled, data)]
}

/// What bytes that are no model of this version are refused as.
fn is_refusal(error: &Error) -> bool {
    let other = matches!(error, Error::NewerModel { .. } | Error::OlderModel { .. });
    other || matches!(error, Error::BadModel { .. })
}

/// The bytes are refused as what they are, or make a model that can be used without a panic.
fn read_and_use(bytes: &[u8], samples: &Samples<'_>) -> Result<Model> {
    let model = Model::from_bytes(bytes)?;
    let _ = model.transform(samples);
    let _ = model.predict(samples);
    let _ = model.elect(samples, Some(3));
    model.to_bytes()?;
    Ok(model)
}

#[test]
fn a_model_cut_off_anywhere_is_refused() {
    for (model, _) in small_models() {
        let bytes = model.to_bytes().expect("bytes");
        for length in 0..bytes.len() {
            let read = Model::from_bytes(&bytes[..length]);
            assert!(matches!(read, Err(Error::BadModel { .. })), "{length} bytes: {read:?}");
        }
        let longer = [bytes, vec![0]].concat();
        assert!(matches!(Model::from_bytes(&longer), Err(Error::BadModel { .. })));
    }
}

#[test]
fn a_changed_byte_is_refused_or_harmless() {
    for (model, data) in small_models() {
        let bytes = model.to_bytes().expect("bytes");
        let (mut refused, mut read) = (0, 0);
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                match read_and_use(&changed, data.samples()) {
                    Ok(_) => read += 1,
                    Err(error) if is_refusal(&error) => refused += 1,
                    Err(other) => panic!("bit {bit} of byte {at}: {other}"),
                }
            }
        }
        assert!(refused > 0 && read > 0, "{refused} refused, {read} read");
    }
}

/// A model file taken apart.
struct Parts {
    header: Value,
    tensors: Vec<(String, Dtype, Vec<usize>, Vec<u8>)>,
}

impl Parts {
    fn of(model: &Model) -> Self {
        let bytes = model.to_bytes().expect("bytes");
        let (_, metadata) = SafeTensors::read_metadata(&bytes).expect("metadata");
        let entries = metadata.metadata().clone().expect("entries");
        let file = SafeTensors::deserialize(&bytes).expect("tensors");
        let part = |(name, view): (&str, TensorView<'_>)| {
            (name.to_owned(), view.dtype(), view.shape().to_vec(), view.data().to_vec())
        };
        Self {
            header: serde_json::from_str(&entries["halflit"]).expect("header"),
            tensors: file.iter().map(part).collect(),
        }
    }

    fn write(&self) -> Vec<u8> {
        let entries = HashMap::from([("halflit".to_owned(), self.header.to_string())]);
        write(&self.tensors, Some(entries))
    }

    fn tensor(&mut self, name: &str) -> &mut (String, Dtype, Vec<usize>, Vec<u8>) {
        self.tensors.iter_mut().find(|tensor| tensor.0 == name).expect(name)
    }

    fn without(mut self, name: &str) -> Self {
        self.tensors.retain(|tensor| tensor.0 != name);
        self
    }

    fn header_with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.header[key] = value.into();
        self
    }

    /// Sets the first number of a tensor.
    fn starting(mut self, name: &str, bytes: [u8; 8]) -> Self {
        self.tensor(name).3[..8].copy_from_slice(&bytes);
        self
    }

    /// Turns the shape around.
    fn turned(mut self, name: &str) -> Self {
        self.tensor(name).2.reverse();
        self
    }

    /// These bytes as another type of number.
    fn retyped(mut self, name: &str, dtype: Dtype) -> Self {
        self.tensor(name).1 = dtype;
        self
    }
}

fn write(
    tensors: &[(String, Dtype, Vec<usize>, Vec<u8>)],
    entries: Option<HashMap<String, String>>,
) -> Vec<u8> {
    let views = tensors.iter().map(|(name, dtype, shape, bytes)| {
        (name, TensorView::new(*dtype, shape.clone(), bytes).expect("view"))
    });
    safetensors::serialize(views, entries).expect("bytes")
}

#[test]
fn a_model_taken_apart_and_put_together_is_the_same() {
    for (model, _) in small_models() {
        let again = Model::from_bytes(&Parts::of(&model).write()).expect("model");
        assert_eq!(again.eigenvalues(), model.eigenvalues());
        assert_eq!(again.plan(), model.plan());
    }
}

#[test]
fn a_model_of_another_version_is_refused_by_it() {
    for (model, _) in small_models() {
        let of = |version| Parts::of(&model).header_with("version", version).write();
        let read = |version| Model::from_bytes(&of(version));
        let newer = |found| {
            let (written_by, own) = (env!("CARGO_PKG_VERSION").into(), env!("CARGO_PKG_VERSION"));
            Error::NewerModel { written_by, own, found, supported: 6 }
        };
        assert_eq!(read(7), Err(newer(7)));
        assert_eq!(read(5), Err(Error::OlderModel { found: 5, supported: 6 }));
        let unknown = Parts::of(&model).header_with("plan", "of the future");
        let later = unknown.header_with("version", 99).write();
        assert_eq!(Model::from_bytes(&later), Err(newer(99)));
        let other = Parts::of(&model).retyped("eigenvalues", Dtype::I64);
        let later = other.header_with("version", 99).write();
        assert_eq!(Model::from_bytes(&later), Err(newer(99)), "numbers of a later version");
    }
}

#[test]
fn labeled_rows_without_their_points_are_refused() {
    for (model, _) in small_models() {
        let read = Model::from_bytes(&Parts::of(&model).without("references").write());
        assert!(matches!(read, Err(Error::BadModel { .. })), "{read:?}");
    }
}

/// Encodings that do not make one feature of its own name for each of the two columns of a small model.
fn odd_encodings() -> [Value; 4] {
    let column = |name: &str, content: Value| json!({ "name": name, "content": content });
    let number = |name: &str| column(name, json!({ "number": { "median": 1.5 } }));
    let category = |values: &[&str]| column("c", json!({ "category": { "values": values } }));
    let of = |columns: &[Value]| json!({ "named": true, "columns": columns });
    [
        json!("odd"),
        of(&[number("a")]),
        of(&[number("a"), number("a")]),
        of(&[category(&["x", "x"])]),
    ]
}

#[test]
fn how_columns_become_features_survives_and_names_them() {
    for (model, data) in small_models() {
        let values = vec!["no \"\n".to_owned(), "yes".to_owned()];
        let columns =
            vec![SourceColumn { name: "c".into(), content: Content::Category { values } }];
        let encoding = Encoding { named: true, columns, ..Encoding::default() };
        let model = model.with_encoding(encoding.clone()).expect("two features");
        assert_survives("an encoding", &model, data.samples());
        assert_eq!(
            (model.encoding(), model.feature_names()),
            (encoding.clone(), Some(&encoding.features()[..]))
        );
        let more = Encoding::of_numbers(["a", "b", "c"].map(str::to_owned), true);
        assert_eq!(
            model.clone().with_encoding(more),
            Err(Error::ColumnCount { expected: 2, found: 3 })
        );
        // A model that was written without one has columns of numbers.
        let mut old = Parts::of(&model);
        old.header.as_object_mut().expect("an object").remove("encoding");
        let old = Model::from_bytes(&old.write()).expect("an old model");
        assert_eq!(old.encoding(), Encoding::of_numbers(encoding.features(), true));
    }
}

/// A model of two features that were learned from texts.
fn text_model() -> (Model, Vec<&'static str>) {
    let texts = vec!["a ship", "the sail", "ship and sail", "a loaf", "the oven", "loaf and oven"];
    let choice = TextChoice {
        components: 2,
        vectors: WordVectors::new(&["ship", "oven"], vec![1.0, -1.0]).ok(),
    };
    let features = TextFeatures::learn(&texts, &choice).expect("features");
    let places = features.of(&texts).expect("places");
    let rows: Vec<&[f64]> = (0..texts.len()).map(|i| places.row(i)).collect();
    let labels = [Some("sea"), None, Some("sea"), Some("bread"), None, Some("bread")];
    let samples = Samples::from_rows(&rows).expect("samples");
    let data = Dataset::new(samples, halflit::Labels::new(labels)).expect("data");
    let model = fitted(&Plan::named("fda").expect("a method").axes(1), &data);
    let content = Content::Text { features };
    let columns = vec![SourceColumn { name: "text".into(), content }];
    let encoding = Encoding { named: true, columns, ..Encoding::default() };
    (model.with_encoding(encoding).expect("three features"), texts)
}

#[test]
fn what_was_learned_from_texts_survives() {
    let (model, texts) = text_model();
    let features = |model: &Model| match &model.encoding().columns[0].content {
        Content::Text { features } => features.clone(),
        other => panic!("{other:?}"),
    };
    let places = features(&model).of(&texts).expect("places");
    let rows: Vec<&[f64]> = (0..texts.len()).map(|i| places.row(i)).collect();
    assert_survives("texts", &model, &Samples::from_rows(&rows).expect("samples"));
    let again = Model::from_bytes(&model.to_bytes().expect("bytes")).expect("a model");
    assert_eq!(features(&again).of(&texts), Ok(places));
    let alone = features(&model).to_bytes().expect("bytes");
    assert_eq!(TextFeatures::from_bytes(&alone), Ok(features(&model)));
    assert!(matches!(TextFeatures::from_bytes(&alone[..40]), Err(Error::BadModel { .. })));
}

#[test]
fn damaged_texts_of_a_model_are_refused() {
    let (model, _) = text_model();
    let of_texts = |name: &String| name.starts_with("text.");
    let names: Vec<String> =
        Parts::of(&model).tensors.into_iter().map(|(name, ..)| name).filter(of_texts).collect();
    assert_eq!(names.len(), 6);
    for name in names.iter().filter(|name| *name != "text.0.words") {
        let without = Model::from_bytes(&Parts::of(&model).without(name).write());
        assert!(matches!(without, Err(Error::BadModel { .. })), "{name}: {without:?}");
        let other = if name.ends_with("grams") { Dtype::I64 } else { Dtype::I32 };
        let retyped = Model::from_bytes(&Parts::of(&model).retyped(name, other).write());
        assert!(matches!(retyped, Err(Error::BadModel { .. })), "{name}: {retyped:?}");
    }
}

#[test]
fn what_is_not_a_whole_model_is_refused() {
    let [(linear, _), (kernel, _), (scaled, _)] = small_models();
    let mut broken: Vec<(String, Vec<u8>)> = vec![
        ("nothing".into(), Vec::new()),
        ("text".into(), b"{\"version\": 1}".to_vec()),
        ("zeros".into(), vec![0; 64]),
        ("a header of 2^64 bytes".into(), vec![0xff; 64]),
        ("somebody else's tensors".into(), write(&Parts::of(&linear).tensors, None)),
    ];
    for model in [&linear, &kernel, &scaled] {
        for (name, ..) in Parts::of(model).tensors {
            let parts = || Parts::of(model);
            if name != "references" {
                broken.push((format!("no {name}"), parts().without(&name).write()));
            }
            broken.push((format!("{name} as I64"), parts().retyped(&name, Dtype::I64).write()));
            if name != "reference_classes" {
                let nan = parts().starting(&name, f64::NAN.to_le_bytes()).write();
                broken.push((format!("NaN in {name}"), nan));
            }
        }
        let far = Parts::of(model).starting("reference_classes", 7u64.to_le_bytes());
        broken.push(("a class that does not exist".into(), far.write()));
        for key in ["version", "plan", "diagnostics", "classes", "feature_names"] {
            let odd = Parts::of(model).header_with(key, "odd");
            broken.push((format!("odd {key}"), odd.write()));
        }
        for odd in odd_encodings() {
            let what = format!("odd encoding {odd}");
            broken.push((what, Parts::of(model).header_with("encoding", odd).write()));
        }
        let few = Parts::of(model).header_with("feature_names", vec!["one"]);
        broken.push(("too few feature names".into(), few.write()));
        broken.push(("turned references".into(), Parts::of(model).turned("references").write()));
    }
    broken.push(("turned components".into(), Parts::of(&linear).turned("components").write()));
    broken.push(("turned training".into(), Parts::of(&kernel).turned("training").write()));
    for (what, bytes) in broken {
        let read = Model::from_bytes(&bytes);
        assert!(matches!(read, Err(Error::BadModel { .. })), "{what}: {read:?}");
    }
}
