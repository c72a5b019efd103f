//! N = D^(−1/2) W D^(−1/2) of a graph of near rows, and its connected components.

use crate::graph::Graph;
use crate::lanes::wide;
use crate::threads::*;

/// Rows that one task handles: fewer are done before another thread has begun.
pub(super) const TASK: usize = 1 << 16;

/// N of a graph of near rows, row by row: symmetric, its largest eigenvalue 1 once for every connected component.
#[derive(Debug, Clone)]
pub struct Adjacency {
    starts: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f64>,
    /// √D.
    pub(super) root_degrees: Vec<f64>,
    /// The component of every row; the largest is 0.
    pub(super) component: Vec<usize>,
    /// How many there are.
    pub(super) components: usize,
    /// The unit eigenvector of eigenvalue 1 that every component has: √D within it. One value per row.
    pub(super) ones: Vec<f64>,
}

impl Adjacency {
    pub(super) fn new(graph: &Graph) -> Self {
        let n = graph.rows();
        let mut starts = vec![0; n + 1];
        for edge in graph.edges() {
            starts[edge.first + 1] += 1;
            starts[edge.second + 1] += 1;
        }
        (0..n).for_each(|i| starts[i + 1] += starts[i]);
        // A row whose weights all vanish keeps degree 1, and is joined to nothing.
        let root = |degree: f64| if degree > 0.0 { degree.sqrt() } else { 1.0 };
        let root_degrees: Vec<f64> = graph.degrees().into_iter().map(root).collect();
        let (mut next, count) = (starts.clone(), 2 * graph.edges().len());
        let (mut columns, mut values) = (vec![0; count], vec![0.0; count]);
        for edge in graph.edges() {
            let value = edge.weight / (root_degrees[edge.first] * root_degrees[edge.second]);
            for (from, to) in [(edge.first, edge.second), (edge.second, edge.first)] {
                columns[next[from]] = to as u32;
                values[next[from]] = value;
                next[from] += 1;
            }
        }
        let (component, components) = components(graph);
        let ones = component_vectors(&root_degrees, &component, components);
        Self { starts, columns, values, root_degrees, component, components, ones }
    }

    /// n.
    pub fn rows(&self) -> usize {
        self.root_degrees.len()
    }

    /// Where the entries of every row start, and behind the last row where they end.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The column of every entry, ascending within a row.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// The value of every entry.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The number of every row's connected component; that of the largest is 0.
    pub fn component(&self) -> &[usize] {
        &self.component
    }

    /// How many components there are.
    pub fn components(&self) -> usize {
        self.components
    }

    /// The unit eigenvectors of eigenvalue 1, one for each component and zero elsewhere, all in one vector.
    pub fn ones(&self) -> &[f64] {
        &self.ones
    }

    /// The neighbours of a row, and w_ij/d_i for each.
    pub(super) fn averaging(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.starts[row]..self.starts[row + 1];
        let entries = self.columns[range.clone()].iter().zip(&self.values[range]);
        entries.map(move |(&j, value)| {
            let j = j as usize;
            (j, value * self.root_degrees[j] / self.root_degrees[row])
        })
    }

    /// What becomes of `W` values of every row i, given the row, row i of N X, and the values.
    pub(super) fn apply_block<const W: usize>(
        &self,
        x: &[[f64; W]],
        out: &mut [[f64; W]],
        value: impl Fn(usize, &[f64; W], &mut [f64; W]),
    ) {
        wide!(|| {
            for (i, out) in out.iter_mut().enumerate() {
                let row = self.starts[i]..self.starts[i + 1];
                let mut product = [0.0; W];
                for (&j, value) in self.columns[row.clone()].iter().zip(&self.values[row]) {
                    let x = &x[j as usize];
                    product.iter_mut().zip(x).for_each(|(sum, x)| *sum += value * x);
                }
                value(i, &product, out);
            }
        });
    }
}

/// √D over its length within every component.
fn component_vectors(roots: &[f64], component: &[usize], components: usize) -> Vec<f64> {
    let mut volumes = vec![0.0; components];
    for (root, &component) in roots.iter().zip(component) {
        volumes[component] += root * root;
    }
    let value = |(root, &component): (&f64, &usize)| root / f64::sqrt(volumes[component]);
    roots.iter().zip(component).map(value).collect()
}

/// The component of every row, the largest first, of equals the one with the lowest row.
fn components(graph: &Graph) -> (Vec<usize>, usize) {
    let n = graph.rows();
    let mut parent: Vec<usize> = (0..n).collect();
    for edge in graph.edges().iter().filter(|edge| edge.weight > 0.0) {
        let (a, b) = (root(&mut parent, edge.first), root(&mut parent, edge.second));
        parent[a.max(b)] = a.min(b);
    }
    let roots: Vec<usize> = (0..n).map(|i| root(&mut parent, i)).collect();
    let mut sizes = vec![0usize; n];
    roots.iter().for_each(|&root| sizes[root] += 1);
    let mut order: Vec<usize> = (0..n).filter(|&i| sizes[i] > 0).collect();
    order.sort_by_key(|&root| std::cmp::Reverse(sizes[root]));
    let mut number = vec![0; n];
    order.iter().enumerate().for_each(|(position, &root)| number[root] = position);
    (roots.par_iter().map(|&root| number[root]).collect(), order.len())
}

/// The lowest row of a component, with the path to it shortened.
fn root(parent: &mut [usize], mut row: usize) -> usize {
    while parent[row] != row {
        parent[row] = parent[parent[row]];
        row = parent[row];
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_component_comes_first() {
        let edges = [(0, 1, 1.0), (2, 3, 1.0), (3, 4, 0.5)];
        let found = Adjacency::new(&Graph::from_sorted(6, edges.into_iter()));
        assert_eq!((found.component(), found.components()), (&[1, 1, 0, 0, 0, 2][..], 3));
    }
}
