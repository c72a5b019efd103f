//! svmlight and libsvm: `label index:value index:value ... # comment`. Rows that are not wide are written out.
//!
//! The columns are `label`, `x1`, `x2`, ...; indices start at 1, or at 0 if one of them is 0 (`x1` is then index 0).
//! The label is always there, so it is always read.

use std::io::{BufRead, BufReader};

use crate::builder::zeros;
use crate::cells::Cells;
use crate::error::{IoError, Result, excerpt};
use crate::labels::{Cell, LabelBuilder};
use crate::number;
use crate::options::{ColumnRef, ReadOptions};
use crate::plan::{Plan, Request, Role, default_names};
use crate::raw::{Raw, Values};
use crate::source::{Input, Origin};
use crate::sparse::SparseRows;
use crate::table::Table;

/// The entries of all rows, before the number of columns is known.
struct Entries {
    /// By index as in the file.
    rows: SparseRows,
    labels: LabelBuilder,
}

/// Whether the first line that says something is a number followed by `index:value` pairs.
pub(crate) fn recognise(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let line = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    let Some(line) = line.map(str::trim).find(|line| !line.is_empty()) else { return false };
    let mut words: Vec<&str> = line.split_ascii_whitespace().collect();
    // A first line longer than the head ends in half a pair.
    if !text.contains('\n') && words.len() > 2 {
        words.pop();
    }
    let Some((label, pairs)) = words.split_first() else { return false };
    let all_pairs = !pairs.is_empty() && pairs.iter().all(|word| pair(word).is_some());
    all_pairs && number::parse(label.as_bytes()).is_some()
}

pub(crate) fn read(input: Input<'_>, request: &Request<'_>) -> Result<Table> {
    let origin = input.origin.clone();
    let Entries { rows: mut found, labels } = collect(input, request)?;
    let first = u32::from(found.columns.iter().all(|&index| index > 0));
    found.columns.iter_mut().for_each(|index| *index -= first);
    let columns = found.columns.iter().map(|&column| column as usize + 1).max().unwrap_or(0);
    // What a model has met may be 0 in all of these rows.
    let known = request.options.like.as_ref().filter(|like| !like.named);
    let columns = known.map_or(columns, |like| like.columns.len().max(columns));
    if found.ends.is_empty() {
        return Err(IoError::NoRows { file: origin.name });
    }
    // A huge index would ask for huge names before anyone looks at the memory.
    origin.check_size(1, columns)?;
    let mut names = vec!["label".to_string()];
    names.extend(default_names(columns));
    let options = ReadOptions {
        label: Some(request.options.label.clone().unwrap_or(ColumnRef::Number(0))),
        ..request.options.clone()
    };
    let plan = Plan::new(&origin, names, false, &Request { options: &options, ..*request })?;
    if plan.roles[0] != Role::Label {
        let (known, file) = ("the label of the format alone".into(), origin.name);
        return Err(IoError::WhichLabel { file, known });
    }
    let (rows, width) = (found.ends.len(), plan.width());
    if found.stays(&plan, &plan.roles[1..], &options) {
        let roles = plan.roles[1..].to_vec();
        return found.table(&origin, plan, &roles, Some(labels.finish()), &options);
    }
    let mut values = zeros(&origin, rows, width)?;
    for (row, numbers) in found.rows().enumerate() {
        for (column, value) in numbers {
            if let Role::Feature(k) = plan.roles[column + 1] {
                values[row * width + k] = value;
            }
        }
    }
    let (labels, cells) = (Some(labels.finish()), Cells::new(request.options, width));
    let values = Values::Double(values);
    Raw { plan, rows, values, cells, kept: Vec::new(), labels }.finish(&origin, request.options)
}

fn collect(input: Input<'_>, request: &Request<'_>) -> Result<Entries> {
    let origin = input.origin.clone();
    let labels = LabelBuilder::new(&request.options.unlabeled);
    let cells = Cells::new(request.options, 0);
    let mut result = Entries { rows: SparseRows::default(), labels };
    let mut reader = BufReader::with_capacity(1 << 17, input.into_text());
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if reader.read_until(b'\n', &mut line).map_err(|e| origin.read_error(e))? == 0 {
            break;
        }
        let text = std::str::from_utf8(&line)
            .map_err(|_| IoError::NotUtf8 { place: origin.line(number) })?;
        let text = text.split('#').next().unwrap_or("");
        result.add(text, number, &cells, &origin)?;
    }
    Ok(result)
}

impl Entries {
    fn add(&mut self, text: &str, line: u64, cells: &Cells, origin: &Origin) -> Result<()> {
        let mut words = text.split_ascii_whitespace();
        let Some(label) = words.next() else { return Ok(()) };
        match number::parse(label.as_bytes()) {
            Some(value) => self.labels.push_cell(Cell::Number(value)),
            None if label.contains(':') => {
                return Err(syntax(origin, line, "the line has no label".into()));
            }
            None => self.labels.push(label),
        }
        let mut last = None;
        for word in words.filter(|word| !word.starts_with("qid:")) {
            let (index, value) = pair(word).ok_or_else(|| {
                syntax(origin, line, format!("'{}' is not index:value", excerpt(word)))
            })?;
            if last >= Some(index) {
                return Err(syntax(origin, line, format!("index {index} does not ascend")));
            }
            let value = cells.at_once(value, &format!("x{index}"), || origin.line(line))?;
            last = Some(index);
            self.rows.columns.push(index);
            self.rows.values.push(value);
        }
        self.rows.ends.push(self.rows.values.len());
        Ok(())
    }
}

fn pair(word: &str) -> Option<(u32, f64)> {
    let (index, value) = word.split_once(':')?;
    Some((index.parse().ok()?, number::parse(value.as_bytes())?))
}

fn syntax(origin: &Origin, line: u64, reason: String) -> IoError {
    IoError::Syntax { place: origin.line(line), format: "svmlight", reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_itself_from_csv() {
        assert!(recognise(b"# c\n+1 1:0.5 7:2 # d\n"));
        assert!(recognise(b"1 1:0.5 2:1 3:"));
        assert!(!recognise(b"1 2 3\n"));
        assert!(!recognise(b"a 1:2\n"));
        assert!(!recognise(b"1\n"));
        assert!(!recognise(b"12:30,1\n"));
    }
}
