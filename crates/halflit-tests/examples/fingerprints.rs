//! Fits every method to Ionosphere with 20 labels and prints a hash of each model file, which a folder keeps if one is named. The lines are the same
//! on every processor: `cargo run --example fingerprints`, then `qemu-x86_64 -cpu Nehalem target/debug/examples/fingerprints`.

use std::hash::{DefaultHasher, Hasher};
use std::path::PathBuf;

use halflit::{AnyLearner, Plan, datasets};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let data = datasets::ionosphere_with_labels(20, 1)?;
    for name in ["auto"].into_iter().chain(AnyLearner::TABLE.iter().map(|info| info.name)) {
        let model = match Plan::named(name)?.fit(&data) {
            Ok(fit) => fit.model.to_bytes()?,
            Err(error) => {
                println!("{name}: {error}");
                continue;
            }
        };
        let mut hash = DefaultHasher::new();
        hash.write(&model);
        println!("{:016x} {name}", hash.finish());
        if let Some(folder) = &folder {
            std::fs::write(folder.join(name), model)?;
        }
    }
    Ok(())
}
