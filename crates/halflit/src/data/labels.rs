//! Labels that may be absent.

use crate::error::{Error, Result};

/// One optional class per row. Class names are kept, so what comes in goes out again.
///
/// ```
/// use halflit::Labels;
///
/// let labels = Labels::new([Some("b"), None, Some("a"), Some("b")]);
/// assert_eq!(labels.classes(), ["a", "b"]);
/// assert_eq!(labels.class_of(0), Some(1));
/// assert_eq!(labels.unlabeled_rows(), [1]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    classes: Vec<String>,
    of_row: Vec<Option<usize>>,
}

impl Labels {
    /// Takes one optional name per row. Classes are sorted: as numbers if all of them are numbers, else as text.
    pub fn new<S: ToString>(names: impl IntoIterator<Item = Option<S>>) -> Self {
        let names: Vec<_> = names.into_iter().map(|n| n.map(|n| n.to_string())).collect();
        let mut classes: Vec<String> = names.iter().flatten().cloned().collect();
        sort_names(&mut classes);
        classes.dedup();
        let position: std::collections::HashMap<&str, usize> =
            classes.iter().enumerate().map(|(k, name)| (name.as_str(), k)).collect();
        let of_row = names.iter().map(|n| n.as_ref().map(|n| position[n.as_str()])).collect();
        Self { classes, of_row }
    }

    /// Takes classes by name, in any order, and for every row an index into them. Names that no row uses are left out,
    /// equal names are one class.
    ///
    /// # Errors
    /// [`Error::Parameter`] for an index that is none of a class.
    pub fn from_codes(names: Vec<String>, of_row: Vec<Option<usize>>) -> Result<Self> {
        if let Some(code) = of_row.iter().flatten().find(|&&code| code >= names.len()) {
            return Err(Error::parameter("class", code, "an index below the number of classes"));
        }
        let mut used = vec![false; names.len()];
        of_row.iter().flatten().for_each(|&code| used[code] = true);
        let of_use = names.iter().zip(&used).filter(|(_, used)| **used);
        let mut classes: Vec<String> = of_use.map(|(name, _)| name.clone()).collect();
        sort_names(&mut classes);
        classes.dedup();
        let place = |name: &String| classes.iter().position(|class| class == name).unwrap_or(0);
        let places: Vec<usize> = names.iter().map(place).collect();
        let of_row = of_row.into_iter().map(|code| code.map(|code| places[code])).collect();
        Ok(Self { classes, of_row })
    }

    /// Whether a text in a column of labels means that there is none: the one rule of every front end.
    ///
    /// ```
    /// use halflit::Labels;
    ///
    /// assert!(["", " ", "?", "NaN", "nan", "NA", "null"].into_iter().all(Labels::is_marker));
    /// assert!(!Labels::is_marker("none"));
    /// ```
    pub fn is_marker(text: &str) -> bool {
        matches!(text.trim_ascii(), "" | "?" | "NaN" | "nan" | "NA" | "null")
    }

    /// `rows` rows without a label.
    pub fn none(rows: usize) -> Self {
        Self { classes: Vec::new(), of_row: vec![None; rows] }
    }

    /// Number of rows, labeled or not.
    pub fn len(&self) -> usize {
        self.of_row.len()
    }

    /// Whether there is no row at all.
    pub fn is_empty(&self) -> bool {
        self.of_row.is_empty()
    }

    /// The class names, sorted. After [`Labels::hide`] some may have no row left.
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// The class of row `i` as an index into [`Labels::classes`].
    pub fn class_of(&self, i: usize) -> Option<usize> {
        self.of_row[i]
    }

    /// The class name of row `i`.
    pub fn name_of(&self, i: usize) -> Option<&str> {
        self.of_row[i].map(|class| self.classes[class].as_str())
    }

    /// Every row's class, in row order.
    pub fn iter(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        self.of_row.iter().copied()
    }

    /// Rows that have a label, ascending.
    pub fn labeled_rows(&self) -> Vec<usize> {
        (0..self.len()).filter(|&i| self.of_row[i].is_some()).collect()
    }

    /// Rows that have none, ascending.
    pub fn unlabeled_rows(&self) -> Vec<usize> {
        (0..self.len()).filter(|&i| self.of_row[i].is_none()).collect()
    }

    /// For each class its rows, ascending.
    pub fn rows_by_class(&self) -> Vec<Vec<usize>> {
        let mut rows = vec![Vec::new(); self.classes.len()];
        for (i, class) in self.of_row.iter().enumerate() {
            if let Some(class) = class {
                rows[*class].push(i);
            }
        }
        rows
    }

    /// The names of classes with exactly one row.
    pub(crate) fn single_classes(&self) -> Vec<String> {
        let names = self.classes.iter().zip(self.rows_by_class());
        names.filter(|(_, rows)| rows.len() == 1).map(|(name, _)| name.clone()).collect()
    }

    /// Classes that have at least one row.
    pub fn present_classes(&self) -> Vec<usize> {
        let rows = self.rows_by_class();
        (0..rows.len()).filter(|&class| !rows[class].is_empty()).collect()
    }

    /// These labels with those of `rows` hidden. Class indices keep their meaning.
    pub fn hide(&self, rows: &[usize]) -> Labels {
        let mut hidden = self.clone();
        rows.iter().for_each(|&i| hidden.of_row[i] = None);
        hidden
    }

    /// The labels of the chosen rows. Class indices keep their meaning.
    pub fn gather(&self, rows: &[usize]) -> Labels {
        let of_row = rows.iter().map(|&i| self.of_row[i]).collect();
        Labels { classes: self.classes.clone(), of_row }
    }
}

/// Sorts names as numbers where all are numbers ("9" before "10"), else as text.
fn sort_names(names: &mut [String]) {
    let numbers: Option<Vec<f64>> =
        names.iter().map(|n| n.parse().ok().filter(|v: &f64| !v.is_nan())).collect();
    names.sort();
    if numbers.is_some() {
        let value = |name: &String| name.parse::<f64>().unwrap_or(f64::NAN);
        names.sort_by(|a, b| value(a).total_cmp(&value(b)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_sort_as_numbers_and_text_as_text() {
        assert_eq!(Labels::new([Some(10), Some(9), Some(-1)]).classes(), ["-1", "9", "10"]);
        assert_eq!(Labels::new([Some("10"), Some("9"), Some("x")]).classes(), ["10", "9", "x"]);
    }

    #[test]
    fn codes_and_names_give_the_same_labels() -> Result<()> {
        let by_name = Labels::new([Some("b"), None, Some("a")]);
        let names = ["b", "a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(Labels::from_codes(names.clone(), vec![Some(2), None, Some(1)])?, by_name);
        assert!(Labels::from_codes(names, vec![Some(4)]).is_err());
        Ok(())
    }

    #[test]
    fn hiding_keeps_class_indices() {
        let labels = Labels::new([Some("a"), Some("b"), Some("a")]);
        let hidden = labels.hide(&[0, 2]);
        assert_eq!(hidden.classes(), ["a", "b"]);
        assert_eq!(hidden.class_of(1), Some(1));
        assert_eq!(hidden.present_classes(), [1]);
    }
}
