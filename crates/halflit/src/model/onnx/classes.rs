//! From points to classes in a graph: by scores, or by a vote of the nearest labeled rows.

use super::distance::Rows;
use super::graph::{Attribute, Graph, Value};
use super::tensor::Kind;
use crate::class_scores::ClassScores;
use crate::matrix::RowMatrix;

/// Labeled rows that vote.
pub(super) struct Voters<'m> {
    pub(super) points: &'m RowMatrix<'static>,
    /// Where the class of each stands in the result.
    pub(super) classes: Vec<usize>,
    pub(super) class_count: usize,
    pub(super) weights: Option<&'m [f64]>,
    pub(super) votes: usize,
}

impl Graph {
    /// Class numbers and probabilities by scores; `places` says where each class stands in the result.
    pub(super) fn scored(
        &mut self,
        points: &Value,
        scores: &ClassScores,
        places: &[usize],
    ) -> (Value, Value) {
        let (weights, offsets) = (self.matrix(&scores.weights), self.vector(&scores.offsets));
        let weights = self.op("Transpose", &[&weights]);
        let linear = self.op("MatMul", &[points, &weights]);
        let own = self.op("Add", &[&linear, &offsets]);
        let probabilities = self.averaged(&own, &scores.sharpness);
        let own_places: Vec<usize> = scores.classes.iter().map(|&class| places[class]).collect();
        let best = self.first_largest(&own);
        let numbers: Vec<i64> = own_places.iter().map(|&place| place as i64).collect();
        let numbers = self.whole(&numbers);
        let elected = self.gather(&numbers, &best, 0);
        (elected, self.spread(&probabilities, &own_places, places.len()))
    }

    /// softmax(β s), averaged over what β may be.
    fn averaged(&mut self, scores: &Value, sharpness: &RowMatrix<'_>) -> Value {
        let (betas, shares): (Vec<f64>, Vec<f64>) =
            sharpness.values().chunks_exact(2).map(|pair| (pair[0], pair[1])).unzip();
        let shape = [1, betas.len(), 1];
        let (betas, shares) = (self.numbers(&betas, &shape), self.numbers(&shares, &shape));
        let one = self.whole(&[1]);
        let scores = self.op("Unsqueeze", &[scores, &one]);
        let sharp = self.op("Mul", &[&scores, &betas]);
        let each = self.node("Softmax", &[&sharp], &[Attribute::Int("axis", 2)]);
        let weighed = self.op("Mul", &[&each, &shares]);
        self.reduced("ReduceSum", &weighed, 1, false)
    }

    /// Where the largest of every row stands, of equal ones the first.
    fn first_largest(&mut self, x: &Value) -> Value {
        let attributes = [Attribute::Int("axis", 1), Attribute::Int("keepdims", 0)];
        self.node("ArgMax", &[x], &attributes)
    }

    /// Columns put where they belong; classes that have none stay 0.
    fn spread(&mut self, probabilities: &Value, places: &[usize], count: usize) -> Value {
        let mut matrix = vec![0.0; places.len() * count];
        places.iter().enumerate().for_each(|(row, &place)| matrix[row * count + place] = 1.0);
        let matrix = self.numbers(&matrix, &[places.len(), count]);
        self.op("MatMul", &[probabilities, &matrix])
    }

    /// Class numbers and shares of votes: the nearest rows vote until their votes are used up.
    pub(super) fn voted(&mut self, points: &Value, voters: &Voters<'_>) -> (Value, Value) {
        let count = voters.class_count;
        let (rows, columns) = (voters.points.rows(), voters.points.columns());
        let value = self.matrix(voters.points);
        let (_, near) = self.nearest(points, &Rows { value, count: rows, columns }, voters.votes);
        let own: Vec<i64> = voters.classes.iter().map(|&class| class as i64).collect();
        let own = self.whole(&own);
        let own = self.gather(&own, &near, 0);
        let (all, two) = (self.whole(&(0..count as i64).collect::<Vec<_>>()), self.whole(&[2]));
        let column = self.op("Unsqueeze", &[&own, &two]);
        let is_class = self.op("Equal", &[&column, &all]);
        let classes = self.cast(&is_class, Kind::Double);
        let given = self.given(&near, voters);
        let column = self.op("Unsqueeze", &[&given, &two]);
        let each = self.op("Mul", &[&classes, &column]);
        let votes = self.reduced("ReduceSum", &each, 1, false);
        let total = self.reduced("ReduceSum", &votes, 1, true);
        let shares = self.op("Div", &[&votes, &total]);
        let winner = self.first_leading(&votes, &classes, &given);
        let elected = self.node("GatherElements", &[&own, &winner], &[Attribute::Int("axis", 1)]);
        let one = self.whole(&[1]);
        (self.op("Squeeze", &[&elected, &one]), shares)
    }

    /// How many votes each of the nearest rows gives: its own, as long as there is room.
    fn given(&mut self, near: &Value, voters: &Voters<'_>) -> Value {
        let weights = match voters.weights {
            Some(weights) => self.vector(weights),
            None => self.repeated(1.0, voters.points.rows()),
        };
        let weights = self.gather(&weights, near, 0);
        let axis = self.axis(1);
        let sums = self.op("CumSum", &[&weights, &axis]);
        let before = self.op("Sub", &[&sums, &weights]);
        let all = self.number(voters.votes as f64);
        let room = self.op("Sub", &[&all, &before]);
        let room = self.op("Relu", &[&room]);
        self.op("Min", &[&weights, &room])
    }

    /// The nearest row whose class has most votes: m × 1.
    fn first_leading(&mut self, votes: &Value, classes: &Value, given: &Value) -> Value {
        let most = self.reduced("ReduceMax", votes, 1, true);
        let leads = self.op("Equal", &[votes, &most]);
        let leads = self.cast(&leads, Kind::Double);
        let one = self.whole(&[1]);
        let leads = self.op("Unsqueeze", &[&leads, &one]);
        let own = self.op("Mul", &[classes, &leads]);
        let own = self.reduced("ReduceSum", &own, 2, false);
        let wins = self.op("Mul", &[&own, given]);
        let zero = self.number(0.0);
        let wins = self.op("Greater", &[&wins, &zero]);
        let wins = self.cast(&wins, Kind::Double);
        let attributes = [Attribute::Int("axis", 1), Attribute::Int("keepdims", 1)];
        self.node("ArgMax", &[&wins], &attributes)
    }
}
