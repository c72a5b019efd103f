"""A slow, plain reference for semi-supervised dimensionality reduction.

Every learner minimises trace(A S(C) A^T) subject to A B A^T = I, where C is an
n x n cost, S(C) = X^T (D - C) X its Laplacian scatter and B a constraint.
The code follows the formulas literally: dense n x n matrices, no shortcuts.
One example per row; a label is a class number or None.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import eigh

RANK_TOLERANCE = 1e-8
CONSTANT_COLUMN_TOLERANCE = 1e-12
GROUP_TOLERANCE = 1e-9
KERNEL_RANK_TOLERANCE = 1e-10
SHRINKAGE = 0.5
SMALLEST_RELATIVE_RIDGE = 1e-12

METRICS = ("euclidean", "squared-euclidean", "manhattan", "chebyshev", "cosine")
DEFAULT_GRAPH = {"weights": {"local-scaling": 3}, "pairs": "all", "metric": "euclidean"}

GRAPH_OF_NEIGHBORS = ("neighbors_same", "neighbors_other", "metric")
SUPERVISED_PARAMETERS = {
    "fda": (),
    "mmc": ("within_weight",),
    "dne": GRAPH_OF_NEIGHBORS,
    "mfa": GRAPH_OF_NEIGHBORS,
    "lde": GRAPH_OF_NEIGHBORS + ("heat",),
    "snle": GRAPH_OF_NEIGHBORS + ("heat",),
    "lfda": ("affinity", "metric"),
}
PARAMETERS = {
    "pca": (),
    "lpp": ("graph",),
    "lpp*": ("graph", "alpha"),
    "self": ("affinity", "metric", "gamma"),
    **SUPERVISED_PARAMETERS,
    **{
        f"ss-{name}": own + ("graph", "gamma", "alpha", "constraint")
        for name, own in SUPERVISED_PARAMETERS.items()
    },
}


# Distances and neighbours


def cosines_to(row, others):
    """<x, o_j> / (||x|| ||o_j||) for each of the others."""
    norms = np.linalg.norm(others, axis=1) * np.linalg.norm(row)
    if np.any(norms == 0):
        raise ValueError("the cosine of a zero row is undefined")
    return others @ row / norms


def distances_from(row, others, metric="euclidean"):
    """Distances from one row to each of the others, by direct differences."""
    if metric == "cosine":
        return 1.0 - cosines_to(row, others)
    differences = others - row
    if metric == "euclidean":
        return np.sqrt(np.sum(differences**2, axis=1))
    if metric == "squared-euclidean":
        return np.sum(differences**2, axis=1)
    if metric == "manhattan":
        return np.sum(np.abs(differences), axis=1)
    if metric == "chebyshev":
        return np.max(np.abs(differences), axis=1)
    raise ValueError(f"unknown metric {metric!r}")


def distance_matrix(x, metric="euclidean"):
    """All distances between rows."""
    return np.array([distances_from(row, x, metric) for row in x])


def nearest(distances, candidates, count):
    """The `count` nearest candidates; equal distances break by the lower index."""
    return sorted(candidates, key=lambda j: (distances[j], j))[:count]


def neighbors_among_all(x, count, metric="euclidean"):
    """For each row its nearest rows, itself not counted."""
    distances = distance_matrix(x, metric)
    rows = range(len(x))
    return [nearest(distances[i], [j for j in rows if j != i], count) for i in rows]


def same_class_rows(y, i):
    """The labeled rows with the label of row i, without i."""
    return [j for j in range(len(y)) if j != i and y[j] is not None and y[j] == y[i]]


def other_class_rows(y, i):
    """The labeled rows with another label than row i."""
    return [j for j in range(len(y)) if y[j] is not None and y[j] != y[i]]


def symmetrised_graph(n, neighbor_lists):
    """1 where j is a neighbour of i or i is a neighbour of j, else 0."""
    graph = np.zeros((n, n))
    for i, neighbors in neighbor_lists.items():
        for j in neighbors:
            graph[i, j] = graph[j, i] = 1.0
    return graph


def same_class_graph(x, y, count=3, metric="euclidean"):
    """C^I: the graph of the nearest rows with the same label."""
    distances = distance_matrix(x, metric)
    lists = {i: nearest(distances[i], same_class_rows(y, i), count) for i in labeled_rows(y)}
    return symmetrised_graph(len(x), lists)


def other_class_graph(x, y, count=3, metric="euclidean"):
    """C^E: the graph of the nearest rows with another label."""
    distances = distance_matrix(x, metric)
    lists = {i: nearest(distances[i], other_class_rows(y, i), count) for i in labeled_rows(y)}
    return symmetrised_graph(len(x), lists)


def labeled_rows(y):
    """The indices of the labeled rows."""
    return [i for i in range(len(y)) if y[i] is not None]


# Weights between unlabeled (that is: all) rows


def without_diagonal(matrix):
    """A copy with a zero diagonal."""
    copy = matrix.copy()
    np.fill_diagonal(copy, 0.0)
    return copy


def scale_of_row(distances, candidates, count, row):
    """sigma_i: the distance to the count-th nearest candidate.

    Where duplicates make it zero, the smallest positive distance to a candidate.
    """
    ordered = sorted(distances[j] for j in candidates)
    scale = ordered[min(count, len(ordered)) - 1]
    if scale > 0:
        return scale
    positive = [distance for distance in ordered if distance > 0]
    if not positive:
        raise ValueError(f"row {row} has only duplicates: no scale for local scaling")
    return positive[0]


def local_scales(x, count=3):
    """sigma of every row, among all rows."""
    distances = distance_matrix(x)
    rows = range(len(x))
    return np.array(
        [scale_of_row(distances[i], [j for j in rows if j != i], count, i) for i in rows]
    )


def local_scaling_weights(x, count=3):
    """c_ij = exp(-||x_i - x_j||^2 / (sigma_i sigma_j)), zero diagonal."""
    scales = local_scales(x, count)
    squared = distance_matrix(x, "squared-euclidean")
    return without_diagonal(np.exp(-squared / np.outer(scales, scales)))


def heat_weights(x, width):
    """c_ij = exp(-||x_i - x_j||^2 / width^2), zero diagonal."""
    return without_diagonal(np.exp(-distance_matrix(x, "squared-euclidean") / width**2))


def cosine_weights(x):
    """c_ij = <x_i, x_j> / (||x_i|| ||x_j||), zero diagonal."""
    return without_diagonal(np.array([cosines_to(row, x) for row in x]))


def weights_between_rows(x, weights):
    """The all-pairs weights that a weights object describes."""
    if weights == "binary":
        return without_diagonal(np.ones((len(x), len(x))))
    if weights == "cosine":
        return cosine_weights(x)
    if "heat" in weights:
        return heat_weights(x, weights["heat"])
    return local_scaling_weights(x, weights["local-scaling"])


def graph_cost(x, graph):
    """C^u: weights on all pairs or on those of an OR-symmetrised neighbour graph."""
    # Heat weights are written with the Euclidean norm, so another metric could mean
    # two things; weights that do not contain a distance leave no such doubt.
    if graph["metric"] != "euclidean" and graph["weights"] not in ("binary", "cosine"):
        raise ValueError("heat weights are defined by the Euclidean distance")
    weights = weights_between_rows(x, graph["weights"])
    if graph["pairs"] == "all":
        return weights
    lists = neighbors_among_all(x, graph["pairs"]["nearest"], graph["metric"])
    return weights * symmetrised_graph(len(x), dict(enumerate(lists)))


def hadamard_power(cost, alpha):
    """C^(alpha) = C^alpha (entrywise) * ||C||_F / ||C^alpha||_F."""
    if alpha == 1:
        return cost
    if np.any(cost < 0):
        raise ValueError("the Hadamard power needs non-negative weights")
    power = cost**alpha
    norm = np.linalg.norm(power)
    if norm == 0:
        raise ValueError("the Hadamard power is zero")
    return power * (np.linalg.norm(cost) / norm)


# Costs of the classes


def class_sizes(y):
    """n_k: how many labeled rows each class has."""
    sizes = {}
    for i in labeled_rows(y):
        sizes[y[i]] = sizes.get(y[i], 0) + 1
    return sizes


def all_same_class_pairs(y):
    """c^I = 1 on every pair of different rows with one label."""
    n = len(y)
    return symmetrised_graph(n, {i: same_class_rows(y, i) for i in labeled_rows(y)})


def between_cost(y, affinity):
    """C^bet: c^I_ij (1/n_k - 1/l) in class k, -1/l between classes."""
    sizes = class_sizes(y)
    labeled = labeled_rows(y)
    cost = np.zeros((len(y), len(y)))
    for i in labeled:
        for j in same_class_rows(y, i):
            cost[i, j] = affinity[i, j] * (1.0 / sizes[y[i]] - 1.0 / len(labeled))
        for j in other_class_rows(y, i):
            cost[i, j] = -1.0 / len(labeled)
    return cost


def within_cost(y, affinity):
    """C^wit: c^I_ij / n_k in class k."""
    sizes = class_sizes(y)
    cost = np.zeros((len(y), len(y)))
    for i in labeled_rows(y):
        for j in same_class_rows(y, i):
            cost[i, j] = affinity[i, j] / sizes[y[i]]
    return cost


def pca_cost(n):
    """-1/n on every pair, so that the scatter is -Xc^T Xc."""
    return without_diagonal(np.full((n, n), -1.0 / n))


def same_class_local_scaling(x, y, count):
    """Sugiyama's affinity: local scaling inside each class, on every pair of it."""
    distances = distance_matrix(x)
    squared = distance_matrix(x, "squared-euclidean")
    scales = {
        i: scale_of_row(distances[i], same_class_rows(y, i), count, i)
        for i in labeled_rows(y)
        if same_class_rows(y, i)
    }
    affinity = np.zeros((len(x), len(x)))
    for i in scales:
        for j in same_class_rows(y, i):
            affinity[i, j] = np.exp(-squared[i, j] / (scales[i] * scales[j]))
    return affinity


def lfda_affinity(x, y, parameters):
    """c^I of LFDA: the 0/1 same-class graph, or local scaling inside each class."""
    affinity = parameters.get("affinity", {"nearest": 3})
    if "nearest" in affinity:
        return same_class_graph(x, y, affinity["nearest"], parameters.get("metric", "euclidean"))
    return same_class_local_scaling(x, y, affinity["local-scaling"])


def laplacian_scatter(x, cost):
    """S(C) = X^T (D - C) X."""
    # The scatter does not depend on the origin; the mean as origin loses no digits.
    centred = x - x.mean(axis=0)
    return centred.T @ (np.diag(cost.sum(axis=1)) - cost) @ centred


def degree_scatter(x, cost):
    """X^T D X with X centred."""
    centred = x - x.mean(axis=0)
    return centred.T @ np.diag(cost.sum(axis=1)) @ centred


# Learners


@dataclass
class Problem:
    """A cost C, a constraint B, and what the ridge rule needs.

    `weight` is what a labeled row counts for in a B^l that is to be shrunk, else None.
    """

    cost: np.ndarray
    constraint: np.ndarray
    constraint_is_identity: bool
    absolute_ridge: float
    weight: float | None = None
    has_columns: bool = True


@dataclass
class SupervisedPart:
    """C^l and B^l; B^l is None where it is the identity. `weight` as in Problem."""

    cost: np.ndarray
    constraint: np.ndarray | None
    weight: float | None = None


def supervised_part(x, y, name, parameters):
    """C^l and B^l of a supervised learner."""
    if name == "fda":
        return discriminant_part(x, y, all_same_class_pairs(y))
    if name in ("lfda", "self"):
        return discriminant_part(x, y, lfda_affinity(x, y, parameters))
    if name == "mmc":
        pairs = all_same_class_pairs(y)
        weight = parameters.get("within_weight", 1.0)
        return SupervisedPart(weight * within_cost(y, pairs) + between_cost(y, pairs), None)
    return neighbor_part(x, y, name, parameters)


def discriminant_part(x, y, affinity):
    """FDA and LFDA: C^bet under the constraint S(C^wit)."""
    return constrained_part(x, between_cost(y, affinity), within_cost(y, affinity))


def constrained_part(x, cost, within):
    """C^l under the constraint S(within)."""
    degrees = within.sum(axis=1)
    weight = float(np.sum(degrees**2) / np.sum(degrees)) if degrees.any() else 1.0
    return SupervisedPart(cost, laplacian_scatter(x, within), weight)


def neighbor_part(x, y, name, parameters):
    """DNE, MFA, LDE, SNLE: the same-class and other-class neighbour graphs."""
    metric = parameters.get("metric", "euclidean")
    same = same_class_graph(x, y, parameters.get("neighbors_same", 3), metric)
    other = other_class_graph(x, y, parameters.get("neighbors_other", 3), metric)
    if name in ("lde", "snle"):
        heat = weights_between_rows(x, parameters.get("heat", {"local-scaling": 3}))
        same, other = same * heat, other * heat
    if name in ("dne", "snle"):
        return SupervisedPart(same - other, None)
    return constrained_part(x, -other, same)


def unsupervised_problem(x, learner, parameters):
    """PCA, LPP and LPP*."""
    if learner == "pca":
        return Problem(pca_cost(len(x)), np.eye(x.shape[1]), True, 0.0)
    cost = graph_cost(x, parameters.get("graph", DEFAULT_GRAPH))
    cost = hadamard_power(cost, parameters.get("alpha", 1))
    return Problem(cost, degree_scatter(x, cost), False, 0.0)


def supervised_problem(x, y, learner, parameters):
    """FDA, MMC, DNE, MFA, LDE, SNLE, LFDA."""
    part = supervised_part(x, y, learner, parameters)
    if part.constraint is None:
        return Problem(part.cost, np.eye(x.shape[1]), True, 0.0)
    return Problem(part.cost, part.constraint, False, 0.0, part.weight)


def self_problem(x, y, parameters):
    """SELF: LFDA plus gamma times PCA, ridge gamma."""
    gamma = parameters["gamma"]
    part = supervised_part(x, y, "self", parameters)
    cost = part.cost + gamma * pca_cost(len(x))
    return Problem(cost, part.constraint, False, gamma)


def semi_supervised_problem(x, y, learner, parameters):
    """SS-X: C = C^l + gamma C^(alpha); B^l, or B^l + gamma X^T D^(alpha) X."""
    gamma = parameters["gamma"]
    supervised = supervised_problem(x, y, learner.removeprefix("ss-"), parameters)
    graph = graph_cost(x, parameters.get("graph", DEFAULT_GRAPH))
    unlabeled = hadamard_power(graph, parameters["alpha"])
    cost = supervised.cost + gamma * unlabeled
    if parameters.get("constraint", "paper") == "blended":
        constraint = supervised.constraint + gamma * degree_scatter(x, unlabeled)
        return Problem(cost, constraint, False, 0.0, supervised.weight)
    if supervised.constraint_is_identity:
        return Problem(cost, supervised.constraint, True, 0.0)
    return Problem(cost, supervised.constraint, False, gamma)


def build_problem(x, y, learner, parameters):
    """The cost and constraint of a learner."""
    unknown = set(parameters) - set(PARAMETERS[learner])
    if unknown:
        raise ValueError(f"{learner} has no parameter {sorted(unknown)}")
    if learner in ("pca", "lpp", "lpp*"):
        problem = unsupervised_problem(x, learner, parameters)
    elif learner == "self":
        problem = self_problem(x, y, parameters)
    elif learner.startswith("ss-"):
        problem = semi_supervised_problem(x, y, learner, parameters)
    else:
        problem = supervised_problem(x, y, learner, parameters)
    if problem.weight is None and not problem.constraint.any():
        raise ValueError("the constraint is zero: no two labeled rows share a class")
    return problem


# Solving


def span_basis(x):
    """An orthonormal basis (d0 x r) of the range of the centred rows.

    The rank is that of the centred data with columns scaled to unit norm, so that it
    does not depend on the units of the columns.
    """
    centred = x - x.mean(axis=0)
    norms = np.linalg.norm(centred, axis=0)
    # The mean of a constant column can be off by a rounding error; scaling what is left
    # to unit norm would turn that error into a direction.
    norms[norms <= CONSTANT_COLUMN_TOLERANCE * np.linalg.norm(x, axis=0)] = 0.0
    scaled = np.divide(centred, norms, out=np.zeros_like(centred), where=norms > 0)
    _, singular_values, directions = np.linalg.svd(scaled, full_matrices=False)
    rank = int(np.sum(singular_values > RANK_TOLERANCE * singular_values[0]))
    # Rows of the unscaled data are rows of the scaled data times diag(norms).
    basis, _ = np.linalg.qr(norms[:, None] * directions[:rank].T)
    return basis


def extent(x, basis, has_columns):
    """M: a row x has x^T M^-1 x = 1 on average; by the columns' variances, or alike."""
    centred = x - x.mean(axis=0)
    if not has_columns:
        return np.mean(np.sum(centred**2, axis=1)) * np.eye(x.shape[1])
    varying = np.linalg.norm(centred, axis=0) > CONSTANT_COLUMN_TOLERANCE * np.linalg.norm(
        x, axis=0
    )
    variances = np.mean(centred[:, varying] ** 2, axis=0)
    # Of all axes that give the rows the same values, the shortest in units of deviations.
    inverse = basis[varying].T @ (basis[varying] / variances[:, None])
    return np.sum(varying) * basis @ np.linalg.inv(inverse) @ basis.T


def ridge_of(x, problem, basis, ridge):
    """epsilon and the matrix that it is a multiple of.

    epsilon I as given; else 0 for B = I; half a row's weight times M where B^l is
    shrunk; the learner's rule and at least 1e-12 trace(B) / r otherwise.
    """
    identity = np.eye(x.shape[1])
    if ridge is not None:
        return ridge, identity
    if problem.constraint_is_identity:
        return 0.0, identity
    if problem.weight is not None:
        matrix = extent(x, basis, problem.has_columns)
        epsilon = SHRINKAGE * problem.weight
        # A multiple of the identity is reported as such.
        return (epsilon, matrix) if problem.has_columns else (epsilon * matrix[0, 0], identity)
    average = np.trace(basis.T @ problem.constraint @ basis) / basis.shape[1]
    return float(max(problem.absolute_ridge, SMALLEST_RELATIVE_RIDGE * average)), identity


def eigenvalue_groups(eigenvalues):
    """[start, end) of the runs of neighbouring eigenvalues closer than 1e-9 max|lambda|.

    Where the constraint is nearly singular the library asks for more, by the accuracy of each
    eigenvalue; no case here is so singular that it would make a difference.
    """
    tolerance = GROUP_TOLERANCE * np.max(np.abs(eigenvalues))
    groups = []
    start = 0
    for end in range(1, len(eigenvalues) + 1):
        if end == len(eigenvalues) or eigenvalues[end] - eigenvalues[end - 1] >= tolerance:
            if end - start > 1:
                groups.append([start, end])
            start = end
    return groups


def rotate_groups(axes, groups, x):
    """In each group take the axes with uncorrelated data, largest variance first."""
    centred = x - x.mean(axis=0)
    rotated = axes.copy()
    for start, end in groups:
        projected = centred @ axes[start:end].T
        _, rotation = np.linalg.eigh(projected.T @ projected)
        rotated[start:end] = rotation[:, ::-1].T @ axes[start:end]
    return rotated


def fix_signs(axes, sign_vectors):
    """Make the entry of largest magnitude of each sign vector positive."""
    fixed = axes.copy()
    for axis, vector in zip(fixed, sign_vectors):
        if vector[np.argmax(np.abs(vector))] < 0:
            axis *= -1.0
    return fixed


def axis_scales(axes, eigenvalues, weights):
    """identity: 1; unit: 1/||a||; sqrt: sqrt|lambda|; unit-sqrt: sqrt|lambda| / ||a||."""
    scales = np.ones(len(axes))
    if weights in ("unit", "unit-sqrt"):
        scales /= np.linalg.norm(axes, axis=1)
    if weights in ("sqrt", "unit-sqrt"):
        scales *= np.sqrt(np.abs(eigenvalues))
    return scales


def generalised_eigenpairs(scatter, constraint):
    """S a = lambda B a, ascending, a^T B a = 1; the columns are the axes."""
    return eigh((scatter + scatter.T) / 2, (constraint + constraint.T) / 2)


@dataclass
class Model:
    """A solution. `axes` holds all r axes without weights, `components` d with them."""

    mean: np.ndarray
    rank: int
    ridge: float
    eigenvalues: np.ndarray
    groups: list
    axes: np.ndarray
    components: np.ndarray
    constraint: np.ndarray

    def transform(self, x):
        """(x - mean) A^T."""
        return (x - self.mean) @ self.components.T


def solve(x, problem, dimension, weights="identity", ridge=None, sign_map=None):
    """The d axes of the smallest eigenvalues, rotated in groups, with fixed signs.

    `sign_map` takes an axis to the vector that decides its sign; by default itself.
    """
    basis = span_basis(x)
    rank = basis.shape[1]
    if dimension > rank:
        raise ValueError(f"dimension {dimension} exceeds the rank {rank}")
    epsilon, added = ridge_of(x, problem, basis, ridge)
    constraint = problem.constraint + epsilon * added
    scatter = laplacian_scatter(x, problem.cost)
    eigenvalues, vectors = generalised_eigenpairs(
        basis.T @ scatter @ basis, basis.T @ constraint @ basis
    )
    return finish_model(
        x, eigenvalues, (basis @ vectors).T, dimension, weights, epsilon, constraint, sign_map
    )


def finish_model(x, eigenvalues, axes, dimension, weights, epsilon, constraint, sign_map):
    """Groups, signs and axis weights for B-orthonormal axes."""
    groups = eigenvalue_groups(eigenvalues)
    axes = rotate_groups(axes, groups, x)
    axes = fix_signs(axes, axes if sign_map is None else axes @ sign_map.T)
    scales = axis_scales(axes, eigenvalues, weights)
    return Model(
        mean=x.mean(axis=0),
        rank=len(axes),
        ridge=float(epsilon),
        eigenvalues=eigenvalues,
        groups=groups,
        axes=axes,
        components=(scales[:, None] * axes)[:dimension],
        constraint=constraint,
    )


def fit(x, y, learner, parameters, dimension, weights="identity", ridge=None, solver=solve):
    """A linear model."""
    return solver(x, build_problem(x, y, learner, parameters), dimension, weights, ridge)


# The KPCA trick


def kernel_values(x, others, kernel):
    """k(x_i, o_j) for all rows."""
    ((name, options),) = kernel.items()
    if name == "linear":
        return x @ others.T
    if name == "polynomial":
        return (options["scale"] * (x @ others.T) + options["coef0"]) ** options["degree"]
    if name == "rbf":
        squared = [distances_from(row, others, "squared-euclidean") for row in x]
        return np.exp(-np.array(squared) / options["width"] ** 2)
    if name == "laplacian":
        absolute = [distances_from(row, others, "manhattan") for row in x]
        return np.exp(-np.array(absolute) / options["width"])
    if name == "cosine":
        return np.array([cosines_to(row, others) for row in x])
    raise ValueError(f"unknown kernel {name!r}")


class KernelCoordinates:
    """Coordinates phi with <phi_i, phi_j> equal to the centred kernel."""

    def __init__(self, x, kernel):
        self.x = x
        self.kernel = kernel
        gram = kernel_values(x, x, kernel)
        self.row_means = gram.mean(axis=1)
        self.total_mean = gram.mean()
        centred = self.centre(gram)
        values, vectors = np.linalg.eigh((centred + centred.T) / 2)
        kept = np.flatnonzero(values > KERNEL_RANK_TOLERANCE * values[-1])[::-1]
        self.eigenvalues = values[kept]
        self.relative_spectrum = values / values[-1]
        # phi_i = sqrt(w) v, which is k_c V / sqrt(w) for the training rows.
        self.coefficients = vectors[:, kept] / np.sqrt(self.eigenvalues)
        self.training = vectors[:, kept] * np.sqrt(self.eigenvalues)

    def centre(self, values):
        """k_c(x') = k(x', .) - row means - mean k(x', .) + total mean."""
        own_means = values.mean(axis=1, keepdims=True)
        return values - self.row_means - own_means + self.total_mean

    def map(self, x):
        """phi' = k_c(x') V / sqrt(w)."""
        return self.centre(kernel_values(x, self.x, self.kernel)) @ self.coefficients


@dataclass
class KernelModel:
    """A linear model on kernel coordinates."""

    coordinates: KernelCoordinates
    model: Model

    def transform_training(self):
        """The embedding of the training rows."""
        return self.model.transform(self.coordinates.training)

    def transform(self, x):
        """The embedding of new rows."""
        return self.model.transform(self.coordinates.map(x))


def fit_kernel(
    x, y, learner, parameters, kernel, dimension, weights="identity", ridge=None, solver=solve
):
    """Any learner on kernel coordinates; signs by the coefficients over training rows."""
    coordinates = KernelCoordinates(x, kernel)
    problem = build_problem(coordinates.training, y, learner, parameters)
    problem = replace(problem, has_columns=False)
    model = solver(
        coordinates.training, problem, dimension, weights, ridge, coordinates.coefficients
    )
    return KernelModel(coordinates, model)


# Good neighbors


def good_neighbors(x, y):
    """How many rows have the label of their nearest other row."""
    nearest_rows = neighbors_among_all(x, 1)
    return sum(y[i] == y[neighbors[0]] for i, neighbors in enumerate(nearest_rows))
