"""Write the golden files, or compare them with freshly computed ones (--check)."""

import argparse
import json
import sys

import numpy as np
from scipy.linalg import subspace_angles
from sklearn.decomposition import PCA, KernelPCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import digest
import reference
import stability
from cases import POLYNOMIAL, cases_of
from datasets import all_datasets

LEARNERS = tuple(reference.PARAMETERS)
EMBEDDED_ROWS = 12
EIGENVALUE_TOLERANCE = 1e-7
COMPONENT_TOLERANCE = 1e-6
RBF_WIDTH = 4.0


# Golden cases


def fit_case(case, data, solver=reference.solve):
    """The model of a case."""
    arguments = (case["dimension"], case["weights"], case["ridge"], solver)
    if case["kernel"] is None:
        return reference.fit(data["x"], data["y"], case["learner"], case["parameters"], *arguments)
    return reference.fit_kernel(
        data["x"], data["y"], case["learner"], case["parameters"], case["kernel"], *arguments
    )


def expected_of(case, data, fitted):
    """What an implementation has to reproduce."""
    kernel = case["kernel"] is not None
    model = fitted.model if kernel else fitted
    training = fitted.transform_training() if kernel else fitted.transform(data["x"])
    expected = {
        "rank": model.rank,
        "ridge": model.ridge,
        "eigenvalues": model.eigenvalues[: case["dimension"]].tolist(),
        "groups": [group for group in model.groups if group[0] < case["dimension"]],
    }
    if not kernel:
        expected["components"] = model.components.tolist()
    expected["embedding"] = training[:EMBEDDED_ROWS].tolist()
    expected["new_embedding"] = fitted.transform(data["new"]).tolist()
    return expected


def check_constraint(case, fitted):
    """A B A^T = I."""
    model = fitted if case["kernel"] is None else fitted.model
    product = model.axes @ model.constraint @ model.axes.T
    require(
        np.allclose(product, np.eye(model.rank), atol=1e-7),
        f"{case['learner']}: {case['name']}: A B A^T is not the identity",
    )


def check_linear_kernel(case, data, fitted):
    """With the linear kernel and the same ridge a learner equals its linear form up to sign."""
    same = {**case, "kernel": None, "ridge": fitted.model.ridge}
    linear = fit_case(same, data).transform(data["new"])
    kernel = fitted.transform(data["new"])
    signs = np.sign(np.sum(linear * kernel, axis=0))
    require(
        np.allclose(linear, kernel * signs, rtol=1e-6, atol=1e-6 * np.abs(linear).max()),
        f"{case['learner']}: {case['name']}: differs from the linear learner",
    )


def golden_cases(learner, datasets):
    """The cases of a learner with their results; ill-defined ones are left out."""
    golden = []
    for case in cases_of(learner):
        data = datasets[case["data"]]
        fitted = fit_case(case, data)
        check_constraint(case, fitted)
        problem = stability.why_ill_defined(case, data, fitted, fit_case)
        if problem:
            print(f"left out: {learner}: {case['name']}: {problem}")
            continue
        if case["kernel"] == {"linear": {}}:
            check_linear_kernel(case, data, fitted)
        golden.append({**case, "expected": expected_of(case, data, fitted)})
    return {"cases": golden}


# Files by scikit-learn


def lda_file(datasets):
    """Discriminant directions, one per row."""
    data = datasets["blobs-labeled"]
    scalings = LinearDiscriminantAnalysis(solver="svd").fit(data["x"], data["y"]).scalings_
    model = reference.fit(data["x"], data["y"], "fda", {}, 2, ridge=0.0)
    angles = subspace_angles(scalings[:, :2], model.components.T)
    require(angles.max() < 1e-7, "FDA does not span the directions of scikit-learn's LDA")
    return {"data": "blobs-labeled", "solver": "svd", "scalings": scalings[:, :2].T.tolist()}


def pca_file(datasets):
    """Principal components, one per row, and their variances (divisor n - 1)."""
    cases = []
    for name in ("blobs", "wide", "deficient"):
        x = datasets[name]["x"]
        sklearn = PCA(n_components=3, svd_solver="full").fit(x)
        model = reference.fit(x, datasets[name]["y"], "pca", {}, 3)
        cosines = np.sum(model.components * sklearn.components_, axis=1)
        require(np.allclose(np.abs(cosines), 1), f"{name}: PCA differs from scikit-learn's")
        variances = -model.eigenvalues[:3] / (len(x) - 1)
        require(
            np.allclose(variances, sklearn.explained_variance_),
            f"{name}: variances differ from scikit-learn's",
        )
        cases.append(
            {
                "data": name,
                "components": sklearn.components_.tolist(),
                "explained_variance": sklearn.explained_variance_.tolist(),
            }
        )
    return {"cases": cases}


def kernel_pca_file(datasets):
    """Kernel PCA embeddings, first rows of the data and all new rows."""
    data = datasets["blobs"]
    options = POLYNOMIAL["polynomial"]
    kernels = (
        (
            POLYNOMIAL,
            KernelPCA(
                3,
                kernel="poly",
                degree=options["degree"],
                coef0=options["coef0"],
                gamma=options["scale"],
                eigen_solver="dense",
            ),
        ),
        (
            {"rbf": {"width": RBF_WIDTH}},
            # scikit-learn's rbf is exp(-gamma ||x - y||^2).
            KernelPCA(3, kernel="rbf", gamma=1 / RBF_WIDTH**2, eigen_solver="dense"),
        ),
    )
    return {"cases": [kernel_pca_case(data, kernel, model) for kernel, model in kernels]}


def kernel_pca_case(data, kernel, sklearn):
    """One kernel, compared with the reference up to sign."""
    embedding = sklearn.fit_transform(data["x"])
    own = reference.fit_kernel(data["x"], data["y"], "pca", {}, kernel, 3).transform_training()
    signs = np.sign(np.sum(own * embedding, axis=0))
    require(
        np.allclose(own * signs, embedding, rtol=1e-7, atol=1e-7 * np.abs(own).max()),
        "kernel PCA differs from scikit-learn's",
    )
    return {
        "data": "blobs",
        "kernel": kernel,
        "embedding": embedding[:EMBEDDED_ROWS].tolist(),
        "new_embedding": sklearn.transform(data["new"]).tolist(),
    }


# Graphs


def edges(graph):
    """The pairs i < j with an edge."""
    return [[int(i), int(j)] for i, j in zip(*np.nonzero(np.triu(graph)))]


def graph_entry(name, data):
    """Scales, degrees, norms, neighbours and edges of a dataset."""
    x, y = data["x"], data["y"]
    weights = reference.local_scaling_weights(x, 3)
    power = reference.hadamard_power(weights, 8)
    neighbors = {}
    for metric in reference.METRICS:
        if stability.has_near_ties(reference.distance_matrix(x, metric)):
            print(f"left out: graphs: {name}: {metric} neighbors depend on rounding")
            continue
        neighbors[metric] = reference.neighbors_among_all(x, 3, metric)
    return {
        "sigma": reference.local_scales(x, 3).tolist(),
        "degrees": weights.sum(axis=1).tolist(),
        "norm": float(np.linalg.norm(weights)),
        "degrees_8": power.sum(axis=1).tolist(),
        "norm_8": float(np.linalg.norm(power)),
        "neighbors": neighbors,
        "same_edges": edges(reference.same_class_graph(x, y)),
        "other_edges": edges(reference.other_class_graph(x, y)),
    }


def good_neighbors_file(datasets):
    """How many rows have the label of their nearest other row, with every label known."""
    cases = []
    for name, data in datasets.items():
        for kernel in (None, POLYNOMIAL):
            x = data["x"]
            if kernel:
                x = reference.KernelCoordinates(x, kernel).training
            if stability.has_near_ties(reference.distance_matrix(x)):
                print(f"left out: good neighbors: {name}, {kernel}: ties up to rounding")
                continue
            correct = int(reference.good_neighbors(x, data["classes"]))
            labels = data["classes"]
            cases.append({"data": name, "labels": labels, "kernel": kernel, "correct": correct})
    return {"cases": cases}


def plain_dataset(data):
    """A dataset as JSON can hold it."""
    return {"x": data["x"].tolist(), "y": data["y"], "new": data["new"].tolist()}


def all_files():
    """The content of every file by its name."""
    datasets = all_datasets()
    files = {
        "data": {name: plain_dataset(data) for name, data in datasets.items()},
        "graphs": {name: graph_entry(name, data) for name, data in datasets.items()},
        "lda": lda_file(datasets),
        "sklearn-pca": pca_file(datasets),
        "kernel-pca": kernel_pca_file(datasets),
        "good-neighbors": good_neighbors_file(datasets),
    }
    for learner in LEARNERS:
        files[learner.replace("*", "-star")] = golden_cases(learner, datasets)
    return {f"{name}.json": content for name, content in files.items()}


# Writing


def encode(content):
    """JSON with one case, or one entry, per line."""
    if set(content) == {"cases"}:
        lines = ",\n".join(json.dumps(case) for case in content["cases"])
        return f'{{"cases": [\n{lines}\n]}}\n'
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in content.items())
    return f"{{\n{lines}\n}}\n"


def write_files(files, output):
    """Write every file that does not agree with what is there: other machines round differently."""
    output.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        if difference_of(output / name, content) is None:
            continue
        text = encode(content)
        (output / name).write_text(text)
        print(f"{name}: {len(content.get('cases', content))} entries, {len(text) // 1024} KiB")


# Comparing


class Difference(Exception):
    """Two golden files do not agree."""


def require(condition, message):
    """Raise unless the condition holds."""
    if not condition:
        raise Difference(message)


def is_number_list(value):
    """Whether a value is a list, possibly nested, of floats."""
    while isinstance(value, list) and value:
        value = value[0]
    return isinstance(value, float)


def require_close(stored, computed, tolerance, where):
    """Arrays agree relative to the largest entry of the computed one."""
    stored, computed = np.array(stored), np.array(computed)
    require(stored.shape == computed.shape, f"{where}: {stored.shape} against {computed.shape}")
    difference = np.max(np.abs(stored - computed), initial=0.0)
    allowed = tolerance * np.max(np.abs(computed), initial=0.0)
    require(difference <= allowed, f"{where}: differs by {difference:.3g}, allowed {allowed:.3g}")


def compare_values(stored, computed, where):
    """Exact, except for floats and lists of floats."""
    if isinstance(computed, dict):
        require(isinstance(stored, dict), f"{where}: not an object")
        require(list(stored) == list(computed), f"{where}: keys {list(stored)}")
        for key in computed:
            compare_values(stored[key], computed[key], f"{where}: {key}")
    elif isinstance(computed, float) or is_number_list(computed):
        require_close(stored, computed, EIGENVALUE_TOLERANCE, where)
    else:
        require(stored == computed, f"{where}: stored and computed values differ")


def tied_axes(expected, dimension):
    """The groups that lie wholly within the stored axes.

    The axes of a group that is cut off are still comparable one by one: the rotation
    to principal axes fixes them, and cases with equal variances are left out.
    """
    return [(start, end) for start, end in expected["groups"] if end <= dimension]


def compare_eigenvalues(stored, computed, where):
    """Each relative to itself; in a group, often at zero, relative to the largest."""
    old, new = np.array(stored["eigenvalues"]), np.array(computed["eigenvalues"])
    require(old.shape == new.shape, f"{where}: number of eigenvalues")
    scales = np.abs(new)
    for start, end in computed["groups"]:
        scales[start:end] = np.abs(new).max()
    worst = np.max(np.abs(old - new) / scales)
    require(worst <= EIGENVALUE_TOLERANCE, f"{where}: eigenvalues differ by {worst:.3g}")


def compare_expected(stored, computed, case, where):
    """Eigenvalues, axes and embeddings; whole groups are compared as subspaces."""
    for key in ("rank", "groups"):
        require(stored[key] == computed[key], f"{where}: {key}")
    require_close(stored["ridge"], computed["ridge"], EIGENVALUE_TOLERANCE, f"{where}: ridge")
    compare_eigenvalues(stored, computed, where)
    whole_groups = tied_axes(computed, case["dimension"])
    tied = {axis for start, end in whole_groups for axis in range(start, end)}
    for key in ("components", "embedding", "new_embedding"):
        require((key in stored) == (key in computed), f"{where}: {key} missing")
        if key not in computed:
            continue
        # From here on one column per axis.
        old, new = np.array(stored[key]), np.array(computed[key])
        require(old.shape == new.shape, f"{where}: {key}: shape")
        if key == "components":
            old, new = old.T, new.T
        for axis in sorted(set(range(case["dimension"])) - tied):
            require_close(
                old[:, axis], new[:, axis], COMPONENT_TOLERANCE, f"{where}: {key}: axis {axis}"
            )
        if key == "components":
            compare_subspaces(old, new, whole_groups, where)


def compare_subspaces(old, new, groups, where):
    """The axes of each group span the same subspace."""
    for start, end in groups:
        angle = subspace_angles(old[:, start:end], new[:, start:end]).max()
        message = f"{where}: axes {start} to {end - 1} differ by {angle:.3g} rad"
        require(angle <= COMPONENT_TOLERANCE, message)


def compare_cases(stored, computed, file):
    """Case by case."""
    stored_names = [case["name"] for case in stored["cases"]]
    computed_names = [case["name"] for case in computed["cases"]]
    missing = set(stored_names) ^ set(computed_names)
    require(not missing, f"{file}: cases on one side only: {sorted(missing)}")
    require(stored_names == computed_names, f"{file}: order of the cases")
    for old, new in zip(stored["cases"], computed["cases"]):
        where = f"{file}: {new['name']}"
        for key in new:
            if key != "expected":
                require(old[key] == new[key], f"{where}: {key}")
        compare_expected(old["expected"], new["expected"], new, where)


def compare_by_sign(stored, computed, file):
    """scikit-learn's files: the sign of an axis may differ between machines."""
    for old, new in zip(stored.get("cases", [stored]), computed.get("cases", [computed])):
        require(list(old) == list(new), f"{file}: keys {list(old)}")
        for key in new:
            if not is_number_list(new[key]):
                require(old[key] == new[key], f"{file}: {key}")
                continue
            require_close(
                np.abs(old[key]), np.abs(new[key]), COMPONENT_TOLERANCE, f"{file}: {key}"
            )


def compare_file(stored, computed, file):
    """The comparison that suits a file."""
    if file == "data.json":
        require(stored == computed, f"{file}: the data differ")
    elif file in ("lda.json", "sklearn-pca.json", "kernel-pca.json"):
        compare_by_sign(stored, computed, file)
    elif file in ("graphs.json", "good-neighbors.json"):
        compare_values(stored, computed, file)
    else:
        compare_cases(stored, computed, file)


def difference_of(path, content):
    """How a file on disk differs from what was computed, if it does."""
    try:
        require(path.exists(), f"{path.name}: no such file in {path.parent}")
        compare_file(json.loads(path.read_text()), content, path.name)
    except Difference as difference:
        return str(difference)
    return None


def check_files(files, output):
    """How many files differ from those on disk."""
    differences = [difference_of(output / name, content) for name, content in files.items()]
    found = [difference for difference in differences if difference is not None]
    for difference in found:
        print(f"DIFFERENT: {difference}")
    return len(found)


def main():
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    arguments = parser.parse_args()
    try:
        files = all_files()
    except Difference as difference:
        sys.exit(f"self-check failed: {difference}")
    if not arguments.check:
        write_files(files, digest.FILES)
        digest.keep()
        return
    failures = check_files(files, digest.FILES)
    if failures:
        sys.exit(f"{failures} of {len(files)} files differ")
    print(f"all {len(files)} files agree")


if __name__ == "__main__":
    main()
