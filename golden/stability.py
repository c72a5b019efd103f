"""Is a case well defined, or would two correct programs disagree about it?"""

import numpy as np

import reference

# A gap between these bounds (relative to the largest eigenvalue) is neither clearly a
# tie nor clearly none.
TIE = 1e-10
GAP = 1e-6
AGREEMENT = 1e-7
ROUNDING = 1e-15
NEAR_TIE = 1e-12


def has_near_ties(distances):
    """Whether some row has two distances that differ by no more than rounding."""
    scale = distances.max()
    for i, row in enumerate(distances):
        gaps = np.diff(np.sort(np.delete(row, i)))
        if np.any((gaps > 0) & (gaps < NEAR_TIE * scale)):
            return True
    return False


def pair_scatter(x, cost):
    """S(C) as half the sum of C_ij (x_i - x_j)(x_i - x_j)^T."""
    scatter = np.zeros((x.shape[1], x.shape[1]))
    for i, row in enumerate(x):
        differences = x - row
        scatter += differences.T @ (cost[i][:, None] * differences)
    return scatter / 2


def with_rounding(matrix, random):
    """Symmetric noise as large as the rounding of another order of summation."""
    noise = random.uniform(-1, 1, size=matrix.shape) * ROUNDING * np.abs(matrix).max()
    return matrix + (noise + noise.T) / 2


def solve_by_whitening(x, problem, dimension, weights="identity", ridge=None, sign_map=None):
    """Like reference.solve, by other means: pair sums, plain SVD, whitening of B."""
    random = np.random.default_rng(0)
    rank = reference.span_basis(x).shape[1]
    _, _, directions = np.linalg.svd(x - x.mean(axis=0), full_matrices=False)
    basis = directions[:rank].T
    epsilon, added = reference.ridge_of(x, problem, basis, ridge)
    constraint = with_rounding(problem.constraint, random) + epsilon * added
    values, vectors = np.linalg.eigh(basis.T @ constraint @ basis)
    whitening = basis @ (vectors / np.sqrt(values))
    scatter = whitening.T @ with_rounding(pair_scatter(x, problem.cost), random) @ whitening
    eigenvalues, rotation = np.linalg.eigh((scatter + scatter.T) / 2)
    axes = (whitening @ rotation).T
    return reference.finish_model(
        x, eigenvalues, axes, dimension, weights, epsilon, constraint, sign_map
    )


def unclear_gap(model, dimension):
    """A gap among the wanted eigenvalues that is neither a tie nor clearly none."""
    gaps = np.diff(model.eigenvalues) / np.max(np.abs(model.eigenvalues))
    last = max([dimension] + [end for start, end in model.groups if start < dimension])
    for position, gap in enumerate(gaps[:last]):
        if TIE <= gap < GAP:
            return f"gap {gap:.1e} after eigenvalue {position}"
    return None


def unclear_rotation(model, x, dimension):
    """A group whose axes have variances too close to tell apart."""
    centred = x - x.mean(axis=0)
    for start, end in model.groups:
        if start >= dimension:
            continue
        variances = np.sum((centred @ model.axes[start:end].T) ** 2, axis=0)
        if np.any(-np.diff(variances) < 1e-4 * variances[0]):
            return f"equal variances in the group of eigenvalues {start} to {end - 1}"
    return None


def unclear_sign(sign_vectors):
    """Two entries of largest magnitude with opposite signs."""
    for axis, vector in enumerate(sign_vectors):
        largest = np.abs(vector).max()
        contenders = vector[np.abs(vector) > (1 - GAP) * largest]
        if np.any(contenders > 0) and np.any(contenders < 0):
            return f"the sign of axis {axis} is a tie"
    return None


def unclear_neighbors(case, x):
    """Distances, by a metric of the case, that tie up to rounding but not exactly."""
    graph = case["parameters"].get("graph", {})
    for options in (case["parameters"], graph):
        if has_near_ties(reference.distance_matrix(x, options.get("metric", "euclidean"))):
            return "distances tie up to rounding"
    return None


def unclear_kernel_rank(spectrum):
    """An eigenvalue of the Gram matrix near the threshold of its rank."""
    tolerance = reference.KERNEL_RANK_TOLERANCE
    if np.any((spectrum > tolerance / 30) & (spectrum < tolerance * 30)):
        return "an eigenvalue of the kernel is near the threshold"
    return None


def relative_difference(first, second):
    """The largest difference of two columns, relative to the column's largest entry."""
    return np.max(np.abs(first - second).max(axis=0) / np.abs(first).max(axis=0))


def disagreement(case, data, first, second):
    """What two solutions of one case disagree about."""
    kernel = case["kernel"] is not None
    one, two = (first.model, second.model) if kernel else (first, second)
    if (one.rank, one.groups) != (two.rank, two.groups):
        return "rank or groups differ between two algorithms"
    difference = relative_difference(first.transform(data["new"]), second.transform(data["new"]))
    if not kernel:
        components = relative_difference(one.components.T, two.components.T)
        difference = max(difference, components)
    if difference > AGREEMENT:
        return f"two algorithms differ by {difference:.1e}"
    return eigenvalue_disagreement(one, two, case["dimension"])


def eigenvalue_disagreement(one, two, dimension):
    """Whether wanted eigenvalues outside groups differ relative to themselves."""
    tied = {index for start, end in one.groups for index in range(start, end)}
    for index in set(range(dimension)) - tied:
        first, second = one.eigenvalues[index], two.eigenvalues[index]
        if abs(first - second) > AGREEMENT / 10 * abs(first):
            return f"eigenvalue {index} differs between two algorithms"
    return None


def reversed_rows(data):
    """The same data in another order."""
    return {**data, "x": data["x"][::-1].copy(), "y": data["y"][::-1]}


def why_ill_defined(case, data, fitted, fit_case):
    """Why a case cannot serve as a test, or None."""
    if case["kernel"] is None:
        model, x, sign_vectors, other = fitted, data["x"], fitted.axes, data
        kernel_reason = None
    else:
        model, x = fitted.model, fitted.coordinates.training
        sign_vectors = model.axes @ fitted.coordinates.coefficients.T
        kernel_reason = unclear_kernel_rank(fitted.coordinates.relative_spectrum)
        # Another order of the rows gives other rounding errors in the coordinates.
        other = reversed_rows(data)
    dimension = case["dimension"]
    return (
        kernel_reason
        or unclear_neighbors(case, x)
        or unclear_gap(model, dimension)
        or unclear_rotation(model, x, dimension)
        or unclear_sign(sign_vectors[:dimension])
        or disagreement(case, data, fitted, fit_case(case, other, solve_by_whitening))
    )
