//! Which columns tell the classes apart that a first fit found, and how much to listen to them.
//!
//! η_j² = Σ_c (n_c/n) m_cj², m_cj the mean of column j, by ranks, over class c, rows counted by their probabilities: the share of its
//! variance that lies between the classes. Chance gives (c − 1)/n.

use crate::matrix::RowMatrix;

/// A column whose η² is no more than so many times what chance gives tells nothing.
const TELLING: f64 = 3.0;
/// What is subtracted from η², as a multiple of what chance gives.
const CHANCE: f64 = 2.0;
/// The largest share of the relevant columns in the kernel.
const MOST: f64 = 0.9;

/// The relevance of every column.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Relevance {
    /// η² of every column.
    pub(super) columns: Vec<f64>,
    /// What every column is multiplied by.
    pub(super) factors: Vec<f64>,
    /// How much views of relevant columns count beside all others: the square of the share of columns that tell nothing, so that they count
    /// little unless most columns do; less where fewer columns tell something than would tell all classes apart.
    pub(super) share: f64,
}

impl Relevance {
    /// Of rows by their ranks, one row of `probabilities` for each; `labeled` of them have a label. Nothing where no column tells
    /// anything.
    pub(super) fn of(
        ranks: &RowMatrix<'_>,
        probabilities: &RowMatrix<'_>,
        labeled: usize,
    ) -> Option<Self> {
        let (n, c, columns) = (ranks.rows(), probabilities.columns(), ranks.columns());
        let (mut sizes, mut sums) = (vec![0.0; c], vec![vec![0.0; columns]; c]);
        let (mut means, mut squares) = (vec![0.0; columns], vec![0.0; columns]);
        for i in 0..n {
            let x = ranks.row(i);
            for (j, &x) in x.iter().enumerate() {
                means[j] += x / n as f64;
                squares[j] += x * x / n as f64;
            }
            for (class, &p) in probabilities.row(i).iter().enumerate() {
                sizes[class] += p;
                sums[class].iter_mut().zip(x).for_each(|(sum, x)| *sum += p * x);
            }
        }
        let between = |j: usize| -> f64 {
            let variance = squares[j] - means[j] * means[j];
            if variance <= f64::EPSILON {
                return 0.0;
            }
            let of_class = |class: usize| match sizes[class] > 0.0 {
                true => sizes[class] * (sums[class][j] / sizes[class] - means[j]).powi(2),
                false => 0.0,
            };
            (0..c).map(of_class).sum::<f64>() / (n as f64 * variance)
        };
        let found: Vec<f64> = (0..columns).map(between).collect();
        let chance = (c - 1) as f64 / n as f64;
        let largest = found.iter().copied().fold(0.0, f64::max) - CHANCE * chance;
        if largest <= 0.0 {
            return None;
        }
        let telling = found.iter().filter(|&&own| own > TELLING * chance).count();
        let silent = 1.0 - telling as f64 / columns as f64;
        // So few columns cannot tell all classes apart: what they leave out is in the others.
        let enough = (telling as f64 / (c - 1) as f64).min(1.0);
        // With few labels no column is ruled out, unless most of them plainly are.
        let doubt = 0.5 * (1.0 - silent) * (c - 1) as f64 / labeled as f64;
        let factor = |&own: &f64| {
            let relative = (own - CHANCE * chance).max(0.0) / largest;
            ((relative + doubt) / (1.0 + doubt)).sqrt()
        };
        let factors = found.iter().map(factor).collect();
        Some(Self { columns: found, factors, share: (silent * silent).min(MOST) * enough })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of so many classes in turn, ten columns of which the first ones tell the classes apart.
    fn table(classes: usize, telling: usize, labeled: usize) -> Relevance {
        let n = 600usize;
        let noise = |i: usize, j: usize| {
            let x = ((i * 7919 + j * 104_729) as f64 * 0.618_033_988_749_894_9).fract();
            3.46 * (x - 0.5)
        };
        let own = |i: usize, j: usize| match (i % classes).is_multiple_of(j + 2) {
            true => 2.0,
            false => -2.0,
        };
        let value = |i: usize, j: usize| noise(i, j) + if j < telling { own(i, j) } else { 0.0 };
        let ranks: Vec<f64> = (0..n).flat_map(|i| (0..10).map(move |j| value(i, j))).collect();
        let sure = |i: usize| (0..classes).map(move |c| f64::from(u8::from(i % classes == c)));
        let probabilities = RowMatrix::new((0..n).flat_map(sure).collect::<Vec<_>>(), n, classes);
        let found = Relevance::of(&RowMatrix::new(ranks, n, 10), &probabilities, labeled);
        found.unwrap_or_else(|| panic!("a column tells the classes apart"))
    }

    #[test]
    fn relevant_columns_count_little_unless_most_others_tell_nothing() {
        let share = |telling: usize| table(2, telling, 20).share;
        assert!(share(1) > 0.7, "{}", share(1));
        // Half of the columns tell nothing: that is usual.
        assert!(share(5) < 0.35, "{}", share(5));
        // One column is not enough for six classes.
        let (one, five) = (table(6, 1, 60).share, table(2, 1, 60).share);
        assert!(one < 0.4 * five, "{one} {five}");
    }

    #[test]
    fn a_column_that_tells_four_times_what_chance_would_is_not_silent() {
        // Two classes of 200 rows; the first column agrees with 190 of each, the others with 110.
        let agrees = |i: usize, j: usize| i / 2 * 7 % 200 < if j == 0 { 190 } else { 110 };
        let class = |i: usize| if i.is_multiple_of(2) { 1.0 } else { -1.0 };
        let value = |i: usize, j: usize| if agrees(i, j) { class(i) } else { -class(i) };
        let ranks: Vec<f64> = (0..400).flat_map(|i| (0..10).map(move |j| value(i, j))).collect();
        let sure = |i: usize| if class(i) > 0.0 { [1.0, 0.0] } else { [0.0, 1.0] };
        let probabilities: Vec<f64> = (0..400).flat_map(sure).collect();
        let (ranks, said) = (RowMatrix::new(ranks, 400, 10), RowMatrix::new(probabilities, 400, 2));
        let found = Relevance::of(&ranks, &said, 20).map(|found| (found.columns[1], found.share));
        // Where no column is silent those that tell most need no views of their own.
        let (told, share) = found.unwrap_or_default();
        assert!((told - 4.0 / 400.0).abs() < 1e-12 && share == 0.0, "{told} {share}");
    }

    #[test]
    fn few_labels_rule_no_column_out() {
        let silent = |labeled: usize| table(3, 5, labeled).factors[9];
        assert!(silent(3) > 2.0 * silent(300), "{} {}", silent(3), silent(300));
    }

    #[test]
    fn columns_that_tell_nothing_are_passed_over() {
        let n = 400usize;
        let noise = |i: usize, j: usize| {
            let x = ((i * 7919 + j * 104_729) as f64 * 0.618_033_988_749_894_9).fract();
            3.46 * (x - 0.5)
        };
        let class = |i: usize| if i.is_multiple_of(2) { 1.0 } else { -1.0 };
        let value = |i: usize, j: usize| if j == 0 { class(i) } else { noise(i, j) };
        let ranks: Vec<f64> = (0..n).flat_map(|i| (0..10).map(move |j| value(i, j))).collect();
        let sure = |i: usize| if class(i) > 0.0 { [0.9, 0.1] } else { [0.1, 0.9] };
        let probabilities: Vec<f64> = (0..n).flat_map(sure).collect();
        let ranks = RowMatrix::new(ranks, n, 10);
        let probabilities = RowMatrix::new(probabilities, n, 2);
        let found = Relevance::of(&ranks, &probabilities, 20);
        let found = found.unwrap_or_else(|| panic!("the first column tells the classes apart"));
        assert!((found.columns[0] - 0.64).abs() < 1e-9, "{found:?}");
        assert!(found.share > 0.75 && found.factors[0] == 1.0, "{found:?}");
        assert!(found.factors[1..].iter().all(|&factor| factor < 0.15), "{found:?}");
        // Nothing is told by probabilities that are all alike.
        let even = RowMatrix::new(vec![0.5; 2 * n], n, 2);
        assert_eq!(Relevance::of(&ranks, &even, 20), None);
    }
}
