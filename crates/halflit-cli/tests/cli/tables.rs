//! Small tables, the same on every machine.

/// Numbers that look random, from −1 to 1.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    pub(crate) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let bits = (self.0 >> 11) as f64;
        2.0 * bits / (1u64 << 53) as f64 - 1.0
    }
}

/// A row and its class.
pub(crate) type Row = (Vec<f64>, &'static str);

pub(crate) const SPECIES: [&str; 3] = ["setosa", "versi color", "virginica"];

/// Three classes that differ in the first two of five columns.
pub(crate) fn flowers(rows: usize) -> Vec<Row> {
    let mut numbers = Numbers::new(7);
    let row = |i: usize| {
        let class = i % 3;
        let mut x: Vec<f64> = (0..5).map(|_| numbers.next()).collect();
        x[0] += 2.5 * class as f64;
        x[1] += if class == 1 { 2.5 } else { 0.0 };
        (x.iter().map(|v| (v * 1e4).round() / 1e4).collect(), SPECIES[class])
    };
    (0..rows).map(row).collect()
}

/// Two classes that differ in one column out of many that are larger and say nothing: reduction helps.
pub(crate) fn drowned(rows: usize) -> Vec<Row> {
    let mut numbers = Numbers::new(3);
    let row = |i: usize| {
        let mut x: Vec<f64> = (0..8).map(|_| 4.0 * numbers.next()).collect();
        x[3] = 0.3 * numbers.next() + (i % 2) as f64;
        (x, ["no", "yes"][i % 2])
    };
    (0..rows).map(row).collect()
}

/// Two classes that no column tells apart: nothing helps.
pub(crate) fn noise(rows: usize) -> Vec<Row> {
    let mut numbers = Numbers::new(11);
    let row = |i: usize| ((0..4).map(|_| numbers.next()).collect(), ["no", "yes"][i % 2]);
    (0..rows).map(row).collect()
}

pub(crate) const COLUMNS: [&str; 8] = ["width", "length", "height", "depth", "age", "f", "g", "h"];

/// The rows between separators, with a header, the label last; only the first `labeled` rows have one.
pub(crate) fn delimited(rows: &[Row], labeled: usize, separator: char) -> String {
    let join = |cells: Vec<String>| cells.join(&separator.to_string()) + "\n";
    let width = rows[0].0.len();
    let names = COLUMNS[..width].iter().map(|name| name.to_string());
    let mut text = join(names.chain(["species".to_owned()]).collect());
    for (i, (x, class)) in rows.iter().enumerate() {
        let label = if i < labeled { *class } else { "" };
        text += &join(x.iter().map(f64::to_string).chain([label.to_owned()]).collect());
    }
    text
}

/// `flowers` as CSV, with 12 of 60 labels.
pub(crate) fn flowers_csv() -> String {
    delimited(&flowers(60), 12, ',')
}
