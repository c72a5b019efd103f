//! How a side looks at columns, in a graph: scales, lines through knots, codes.

use super::graph::{Attribute, Graph, Value};
use crate::data::Scaler;
use crate::views::{Curve, Lens};

/// Knots of one line: values and images.
type Knots = [(f64, f64)];

impl Graph {
    /// The rows as they are looked at.
    pub(super) fn looked(&mut self, x: &Value, lens: &Lens) -> Value {
        match lens {
            Lens::Scaled(Scaler::Columns { offset, factor }) => self.scaled(x, offset, factor),
            Lens::Scaled(Scaler::None) => x.clone(),
            Lens::Scaled(Scaler::Unit) => self.unit(x),
            Lens::Curved(curves) => self.curved(x, curves),
            Lens::Turned(projection) => {
                let turned = self.linear(x, projection);
                self.rounded(&turned)
            }
        }
    }

    /// Every row divided by its length.
    pub(super) fn unit(&mut self, x: &Value) -> Value {
        let squares = self.op("Mul", &[x, x]);
        let squared = self.reduced("ReduceSum", &squares, 1, true);
        let length = self.op("Sqrt", &[&squared]);
        self.op("Div", &[x, &length])
    }

    fn curved(&mut self, x: &Value, curves: &[(Curve, f64)]) -> Value {
        let (lines, codes): (Vec<usize>, Vec<usize>) =
            (0..curves.len()).partition(|&j| matches!(curves[j].0, Curve::Line { .. }));
        let mut parts = Vec::new();
        // Where the columns of each part belong in the rows that are looked at.
        let (starts, mut places) = (starts(curves), Vec::new());
        if !lines.is_empty() {
            let own: Vec<(&Knots, f64)> = lines.iter().filter_map(|&j| line(&curves[j])).collect();
            let columns = self.columns(x, &lines, curves.len());
            parts.push(self.lines(&columns, &own));
            places.extend(lines.iter().map(|&j| starts[j]));
        }
        if !codes.is_empty() {
            parts.push(self.codes(x, curves, &codes));
            places.extend(codes.iter().flat_map(|&j| starts[j]..starts[j] + curves[j].0.width()));
        }
        let looked = self.in_order(&parts, &places);
        self.with_gaps(&looked, x)
    }

    /// No number in any column makes a row of none: curves would take it for the least, where the library refuses it.
    fn with_gaps(&mut self, looked: &Value, x: &Value) -> Value {
        let zero = self.number(0.0);
        let zeros = self.op("Mul", &[x, &zero]);
        let gap = self.reduced("ReduceSum", &zeros, 1, true);
        self.op("Add", &[looked, &gap])
    }

    /// Some columns; all of them as they are.
    fn columns(&mut self, x: &Value, wanted: &[usize], all: usize) -> Value {
        if wanted.len() == all {
            return x.clone();
        }
        let places = self.whole(&wanted.iter().map(|&j| j as i64).collect::<Vec<_>>());
        self.gather(x, &places, 1)
    }

    /// The parts side by side, every column put where it belongs.
    fn in_order(&mut self, parts: &[Value], places: &[usize]) -> Value {
        let all = match parts {
            [only] => only.clone(),
            _ => {
                self.node("Concat", &parts.iter().collect::<Vec<_>>(), &[Attribute::Int("axis", 1)])
            }
        };
        let mut order: Vec<i64> = (0..places.len() as i64).collect();
        order.sort_by_key(|&k| places[k as usize]);
        if order.is_sorted() {
            return all;
        }
        let order = self.whole(&order);
        self.gather(&all, &order, 1)
    }

    /// Codes one by one: the image where the column has the code, else 0.
    fn codes(&mut self, x: &Value, curves: &[(Curve, f64)], columns: &[usize]) -> Value {
        let (mut from, mut values, mut images) = (Vec::new(), Vec::new(), Vec::new());
        for &j in columns {
            if let (Curve::Codes { values: own, image }, factor) = &curves[j] {
                from.extend(own.iter().map(|_| j as i64));
                values.extend_from_slice(own);
                images.extend(own.iter().map(|_| image * factor));
            }
        }
        let (from, values, images) =
            (self.whole(&from), self.vector(&values), self.vector(&images));
        let x = self.gather(x, &from, 1);
        let (equal, zero) = (self.op("Equal", &[&x, &values]), self.number(0.0));
        self.op("Where", &[&equal, &images, &zero])
    }

    /// Lines through knots, column by column. The knots around every value are found by halving, for all columns at once.
    fn lines(&mut self, x: &Value, lines: &[(&Knots, f64)]) -> Value {
        let most = lines.iter().map(|(knots, _)| knots.len()).max().unwrap_or(0);
        let mut firsts = Vec::with_capacity(lines.len());
        let mut first = 0;
        for (knots, _) in lines {
            firsts.push(first);
            first += knots.len() as i64;
        }
        let lasts: Vec<i64> = firsts
            .iter()
            .zip(lines)
            .map(|(first, (knots, _))| first + knots.len() as i64 - 1)
            .collect();
        let all = || lines.iter().flat_map(|(knots, _)| knots.iter());
        let values = self.vector(&all().map(|knot| knot.0).collect::<Vec<_>>());
        let images = self.vector(&all().map(|knot| knot.1).collect::<Vec<_>>());
        let (firsts, lasts) = (self.whole(&firsts), self.whole(&lasts));
        let above = self.first_not_below(x, &values, (&firsts, &lasts), most);
        let last = self.op("Min", &[&above, &lasts]);
        let one = self.whole(&[1]);
        let below = self.op("Sub", &[&above, &one]);
        let below = self.op("Max", &[&below, &firsts]);
        let [low, high] = [&below, &last].map(|at| self.gather(&values, at, 0));
        let [start, end] = [&below, &last].map(|at| self.gather(&images, at, 0));
        let image = self.between(x, (&low, &high), (&start, &end));
        let factors: Vec<f64> = lines.iter().map(|line| line.1).collect();
        if factors.iter().all(|&factor| factor == 1.0) {
            return image;
        }
        let factors = self.vector(&factors);
        self.op("Mul", &[&image, &factors])
    }

    /// The place of the first knot that is not below x, one behind the last where all are: `most` knots are in a column at most.
    fn first_not_below(
        &mut self,
        x: &Value,
        values: &Value,
        (firsts, lasts): (&Value, &Value),
        most: usize,
    ) -> Value {
        // As many places as x has, all of them the first.
        let shape = self.op("Shape", &[x]);
        let mut place = self.op("Expand", &[firsts, &shape]);
        let mut step = most.next_power_of_two() as i64;
        while step > 0 {
            let (own, before) = (self.whole(&[step]), self.whole(&[step - 1]));
            let probe = self.op("Add", &[&place, &before]);
            let probe = self.op("Min", &[&probe, lasts]);
            let knot = self.gather(values, &probe, 0);
            let below = self.op("Less", &[&knot, x]);
            let next = self.op("Add", &[&place, &own]);
            place = self.op("Where", &[&below, &next, &place]);
            step /= 2;
        }
        // Behind the last knot a place may run on, for it was the last that was looked at.
        let one = self.whole(&[1]);
        let behind = self.op("Add", &[lasts, &one]);
        self.op("Min", &[&place, &behind])
    }

    /// The image of x between two knots, with the digits of single precision; that of the knot itself on a knot and beyond the ends.
    fn between(
        &mut self,
        x: &Value,
        (low, high): (&Value, &Value),
        (start, end): (&Value, &Value),
    ) -> Value {
        let (rise, run) = (self.op("Sub", &[end, start]), self.op("Sub", &[high, low]));
        let along = self.op("Sub", &[x, low]);
        let share = self.op("Div", &[&along, &run]);
        let risen = self.op("Mul", &[&rise, &share]);
        let image = self.op("Add", &[start, &risen]);
        let image = self.rounded(&image);
        // At the upper knot and beyond the last: its image, which is also that of a value before the first.
        let inside = self.op("Less", &[x, high]);
        let after = self.op("Less", &[low, x]);
        let inside = self.op("And", &[&inside, &after]);
        self.op("Where", &[&inside, &image, end])
    }
}

/// The knots of a line and the factor of its images.
fn line((curve, factor): &(Curve, f64)) -> Option<(&Knots, f64)> {
    match curve {
        Curve::Line { knots } => Some((knots, *factor)),
        Curve::Codes { .. } => None,
    }
}

/// The first column of every curve in the rows that are looked at.
fn starts(curves: &[(Curve, f64)]) -> Vec<usize> {
    let widths = curves.iter().scan(0, |next, (curve, _)| {
        let start = *next;
        *next += curve.width();
        Some(start)
    });
    widths.collect()
}
