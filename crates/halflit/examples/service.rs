//! A service that predicts, and needs nothing else of the library: `cargo run --no-default-features --example service MODEL < ROWS`.
//!
//! Each line of standard input holds the features of a row, with commas between them. Each line of output holds its class and how sure
//! the model is.

use std::error::Error;
use std::io::{self, BufRead};

use halflit::{Model, Samples};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: service MODEL < ROWS")?;
    let model = Model::from_bytes(&std::fs::read(path)?)?;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let row: Result<Vec<f64>, _> = line.split(',').map(|cell| cell.trim().parse()).collect();
        let found = model.elect(&Samples::from_rows(&[row?])?, None)?;
        let class = found.classes[0];
        println!("{},{}", model.classes()[class], found.probabilities.row(0)[class]);
    }
    Ok(())
}
