use super::*;
use crate::data::mix;
use crate::matrix::RowMatrix;

/// Rows of two topics over many columns: few words each, drawn from those of their topic.
fn rows(count: usize, columns: usize, value: impl Fn(usize, usize) -> f64) -> Samples<'static> {
    let (mut starts, mut places, mut values) = (vec![0], Vec::new(), Vec::new());
    for i in 0..count {
        let half = columns / 2;
        let start = (i % 2) * half;
        let mut own: Vec<usize> = (0..6).map(|k| start + (i * (7 + k) + k * k * 13) % 40).collect();
        own.sort_unstable();
        own.dedup();
        for column in own {
            places.push(column as u32);
            values.push(value(i, column));
        }
        starts.push(values.len());
    }
    Samples::from_csr(starts, places, values, count, columns).expect("sparse rows")
}

fn counts(i: usize, column: usize) -> f64 {
    (1 + (i * column) % 3) as f64
}

#[test]
fn the_rule_is_width_and_how_much_is_stored() {
    assert!(!condenses(1000, 100_000, None));
    assert!(!condenses(1000, 256, Some(10)));
    assert!(condenses(1000, 257, Some(10)));
    // Pictures with a dark ground are stored sparse, and are no counts of words.
    assert!(!condenses(60_000, 780, Some(9_000_000)));
    assert!(condenses(60_000, 5000, Some(60_000_000)));
}

#[test]
fn numbers_are_taken_for_what_they_are() {
    let content = |value: fn(usize, usize) -> f64| Content::of(&rows(60, 400, value));
    assert_eq!(content(counts), Content::Counts);
    assert_eq!(content(|i, j| 0.1 + ((i * j) % 7) as f64 / 10.0), Content::Weights);
    assert_eq!(content(|i, j| ((i * j) % 7) as f64 - 2.5), Content::Measurements);
    // A column in a unit of its own.
    let income = |_: usize, j: usize| if j == 0 { 51_234.5 } else { 0.5 };
    assert_eq!(content(income), Content::Measurements);
    // Hashed words have signs, and their rows come at unit length.
    let signed = rows(60, 400, |i, j| if (i + j).is_multiple_of(2) { 0.3 } else { -0.4 });
    let lengths: Vec<f64> = (0..60)
        .map(|i| signed.nonzeros(i).iter().map(|(_, x)| x * x).sum::<f64>().sqrt())
        .collect();
    let unit =
        rows(60, 400, |i, j| if (i + j).is_multiple_of(2) { 0.3 } else { -0.4 } / lengths[i]);
    assert_eq!(Content::of(&unit), Content::Weights);
    // A row without a word has no length.
    let empty = Samples::from_csr(vec![0, 2, 2], vec![0, 7], vec![0.6, -0.8], 2, 400);
    assert_eq!(empty.map(|rows| Content::of(&rows)), Ok(Content::Weights));
}

#[test]
fn words_of_one_text_alone_count_among_few_texts_and_not_among_many() -> Result<()> {
    // Every row has one of two words, and one of its own.
    let counting = |rows: usize| -> Result<usize> {
        let words = (0..rows as u32).flat_map(|i| [i % 2, 2 + i]).collect();
        let starts = (0..=rows).map(|i| 2 * i).collect();
        let samples = Samples::from_csr(starts, words, vec![1.0; 2 * rows], rows, 400)?;
        Ok(Condenser::learn(&samples)?.parts().2.len())
    };
    assert_eq!((counting(40)?, counting(60)?), (42, 2));
    Ok(())
}

#[test]
fn what_a_column_tells_is_the_share_of_its_variance_between_classes() -> Result<()> {
    // 1, 3 and 5, 7: the variance is 5, and 4 of it lies between the classes.
    let samples = Samples::from_csr((0..=4).collect(), vec![0; 4], vec![1.0, 3.0, 5.0, 7.0], 4, 1)?;
    let known = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]].concat();
    let found = told(&samples, &RowMatrix::new(known, 4, 2));
    assert!((found[0] - 0.8).abs() < 1e-12, "{found:?}");
    Ok(())
}

#[test]
fn topics_lie_apart_and_lengths_are_one() -> Result<()> {
    let samples = rows(200, 1000, counts);
    let condensed = Condenser::learn(&samples)?.apply(&samples)?;
    let along = |i: usize, j: usize| -> f64 {
        condensed.row(i).iter().zip(&*condensed.row(j)).map(|(a, b)| a * b).sum()
    };
    for i in 0..200 {
        assert!((along(i, i) - 1.0).abs() < 1e-6);
        assert!(along(i, (i + 1) % 200).abs() < 1e-5, "topics share no word");
    }
    Ok(())
}

#[test]
fn long_texts_do_not_drown_short_ones() -> Result<()> {
    // Two hundred long texts of words that have no topic, and twenty short ones of two topics and such words.
    let (mut starts, mut words, mut values) = (vec![0], Vec::new(), Vec::new());
    for i in 0..220usize {
        let of_topic = if i < 200 { 0 } else { 4 };
        let own: std::collections::BTreeSet<u32> = (0..12u32)
            .map(|k| match k < of_topic {
                true => 4 * (i as u32 % 2) + k,
                false => 20 + (mix((12 * i as u64) + u64::from(k)) % 1900) as u32,
            })
            .collect();
        values.extend(own.iter().map(|_| if i < 200 { 20.5 } else { 0.5 }));
        words.extend(own);
        starts.push(words.len());
    }
    let samples = Samples::from_csr(starts, words, values, 220, 2000)?;
    let condensed = Condenser::learn(&samples)?.apply(&samples)?;
    let along = |i: usize, j: usize| -> f64 {
        condensed.row(i).iter().zip(&*condensed.row(j)).map(|(a, b)| a * b).sum()
    };
    let mean = |apart: usize| (200..210).map(|i| along(i, i + apart)).sum::<f64>() / 10.0;
    assert!(mean(2) > 0.25 && mean(3).abs() < 0.15, "{} {}", mean(2), mean(3));
    Ok(())
}

#[test]
fn other_columns_rows_of_nothing_and_new_words() -> Result<()> {
    let samples = rows(200, 1000, counts);
    let condenser = Condenser::learn(&samples)?;
    let new = Samples::from_csr(vec![0, 0, 1, 2], vec![999, 0], vec![3.0, 2.0], 3, 1000)?;
    let places = condenser.apply(&new)?;
    assert!(places.row(0).iter().chain(&*places.row(1)).all(|value| *value == 0.0));
    assert!(places.row(2).iter().any(|value| *value != 0.0));
    // The same row with its zeros, and one that no count can be.
    let mut dense = vec![0.0; 1000];
    dense[0] = 2.0;
    assert_eq!(condenser.apply(&Samples::from_rows(&[&dense])?)?.row(0), places.row(2));
    dense[0] = -0.5;
    assert!(condenser.apply(&Samples::from_rows(&[&dense])?).is_ok());
    let narrow = Samples::from_rows(&[[1.0]])?;
    let refused = condenser.apply(&narrow).expect_err("one column");
    assert_eq!(refused, Error::ColumnCount { expected: 1000, found: 1 });
    let nothing = Samples::from_csr(vec![0, 0, 0], vec![], vec![], 2, 1000)?;
    assert!(matches!(Condenser::learn(&nothing), Err(Error::NoSpread { .. })));
    Ok(())
}

#[test]
fn measurements_are_centred_and_a_huge_one_is_named() -> Result<()> {
    let samples = rows(120, 600, |i, j| ((i * j) % 11) as f64 - 4.5);
    let condenser = Condenser::learn(&samples)?;
    let condensed = condenser.apply(&samples)?;
    let means = condensed.means();
    assert!(means.iter().all(|mean| mean.abs() < 1e-5), "{means:?}");
    let column = samples.nonzeros(0)[0].0;
    let huge = Samples::from_csr(vec![0, 1], vec![column as u32], vec![1e99], 1, 600)?;
    let refused = condenser.apply(&huge).expect_err("too large");
    assert_eq!(refused, Error::TooLarge { row: 0, column, value: 1e99 });
    Ok(())
}

#[test]
fn columns_of_one_class_go_along_with_it() {
    let samples = rows(100, 400, counts);
    let known: Vec<f64> =
        (0..100).flat_map(|i| if i % 2 == 0 { [1.0, 0.0] } else { [0.0, 1.0] }).collect();
    let found = told(&samples, &RowMatrix::new(known, 100, 2));
    let held = |column: usize| (0..100).any(|i| samples.row(i)[column] != 0.0);
    assert!((0..400).all(|column| (found[column] > 0.0) == held(column)));
    assert!(found.iter().all(|share| (0.0..=1.0).contains(share)));
    let even = RowMatrix::new(vec![0.5; 200], 100, 2);
    assert!(told(&samples, &even).iter().all(|share| *share < 1e-12));
}
