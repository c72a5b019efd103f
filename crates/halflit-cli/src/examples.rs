//! Example tables, which the guides use. They are made up, the same on every machine.

/// A name and what is in the file.
type ExampleFile = (&'static str, String);

/// Plants in `flowers.csv`, how many of them have a label there, and plants in `new.csv`.
const PLANTS: usize = 150;
const LABELED: usize = 12;
const NEW: usize = 20;
/// Messages in `messages.csv`, each with so many numbers.
const MESSAGES: usize = 500;
const NUMBERS: usize = 12;

const COLUMNS: &str = "petal_length,petal_width,stem_height,leaf_length,leaf_width";
/// The mean and the spread of every column for each species.
const SPECIES: [(&str, [(f64, f64); 5]); 3] = [
    ("daisy", [(1.6, 0.3), (0.4, 0.1), (12.0, 4.0), (3.0, 0.9), (1.2, 0.4)]),
    ("poppy", [(3.4, 0.7), (2.9, 0.6), (38.0, 11.0), (8.0, 2.6), (2.4, 0.8)]),
    ("tulip", [(4.2, 0.7), (2.5, 0.6), (33.0, 11.0), (12.0, 3.6), (3.6, 1.2)]),
];

const PROTOCOL: &str = "title = \"Flowers\"\nlearners = [\"pca\", \"lfda\", \"ss-lfda\"]\nsplits = 25\n\n\
    [[dataset]]\ntable = \"flowers.csv\"\nlabel = \"species\"\nlabeled = 8\ndimension = 2\n";

const TOPICS: [(&str, [&str; 4]); 4] = [
    (
        "card",
        ["My card was declined", "I lost my card", "A new card, please", "Is my card blocked?"],
    ),
    (
        "transfer",
        [
            "My transfer has not arrived",
            "I sent money twice",
            "How long does a transfer take?",
            "Cancel my transfer",
        ],
    ),
    (
        "loan",
        [
            "What would a loan cost?",
            "I want to pay my loan back early",
            "Raise my loan",
            "My rate is too high",
        ],
    ),
    (
        "login",
        [
            "I forgot my password",
            "The app does not let me in",
            "My code never arrives",
            "Change my address",
        ],
    ),
];
const GREETINGS: [&str; 5] = ["Hello.", "Good morning.", "Please help.", "Urgent!", "Hi there."];

/// Every file, by its name.
pub(crate) fn files() -> Vec<ExampleFile> {
    let plants = plants();
    let (old, new) = plants.split_at(PLANTS);
    let label = |k: usize| if k < LABELED { old[k].species } else { "" };
    let table = |head: &str, line: &dyn Fn(usize) -> String, rows: usize| {
        let lines: String = (0..rows).map(|k| line(k) + "\n").collect();
        format!("{head}\n{lines}")
    };
    let flowers = table(
        &format!("{COLUMNS},species"),
        &|k| format!("{},{}", old[k].numbers, label(k)),
        PLANTS,
    );
    let survey = table(
        &format!("plant,{COLUMNS},seen,species"),
        &|k| format!("P{:03},{},{},{}", k + 1, old[k].numbers, 1 + k % 3, label(k)),
        PLANTS,
    );
    vec![
        ("flowers.csv", flowers),
        ("flowers-key.csv", table("row,species", &|k| format!("{k},{}", old[k].species), PLANTS)),
        ("new.csv", table(COLUMNS, &|k| new[k].numbers.clone(), NEW)),
        ("survey.csv", survey),
        ("labels.txt", (0..PLANTS).map(|k| label(k).to_owned() + "\n").collect()),
        ("messages.csv", messages()),
        ("flowers.toml", PROTOCOL.to_owned()),
    ]
}

/// Numbers that look random: SplitMix64.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    /// Nearly normal, of mean 0 and variance 1: twelve uniform numbers less their mean.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| (self.next() >> 11) as f64 / (1u64 << 53) as f64).sum::<f64>() - 6.0
    }
}

struct Plant {
    numbers: String,
    species: &'static str,
}

/// The plants, the first few one of each species in turn so that every species has labels.
fn plants() -> Vec<Plant> {
    let mut draws = Draws(7);
    let plant = |k: usize| {
        let kind = if k < LABELED { k % SPECIES.len() } else { draws.below(SPECIES.len()) };
        let (species, columns) = SPECIES[kind];
        // A large plant is large in everything.
        let size = draws.normal();
        let number = |(mean, spread): (f64, f64)| {
            let value = mean + spread * (0.6 * size + 0.8 * draws.normal());
            format!("{:.2}", value.max(0.1))
        };
        Plant { numbers: columns.map(number).join(","), species }
    };
    (0..PLANTS + NEW).map(plant).collect()
}

fn messages() -> String {
    let mut draws = Draws(11);
    let centres: Vec<Vec<f64>> =
        TOPICS.iter().map(|_| (0..NUMBERS).map(|_| draws.normal()).collect()).collect();
    let mut text = "id,text".to_owned();
    (1..=NUMBERS).for_each(|k| text += &format!(",e{k}"));
    text.push('\n');
    for id in 1..=MESSAGES {
        let topic = draws.below(TOPICS.len());
        let words = TOPICS[topic].1[draws.below(4)];
        text += &format!("{id},\"{} {words}\"", GREETINGS[draws.below(GREETINGS.len())]);
        for centre in &centres[topic] {
            text += &format!(",{:.3}", centre + 0.7 * draws.normal());
        }
        text.push('\n');
    }
    text
}
