"""Which learner runs on which data with which parameters."""

from datasets import blobs
from reference import PARAMETERS, SUPERVISED_PARAMETERS, supervised_part

DATASETS = ("blobs", "wide", "deficient", "integers", "lonely", "duplicates")
POLYNOMIAL = {"polynomial": {"degree": 2, "coef0": 1.0, "scale": 1.0}}
KERNELS = {
    "linear kernel": {"linear": {}},
    "polynomial kernel": POLYNOMIAL,
    "rbf kernel": {"rbf": {"width": 4.0}},
}
PCA_KERNELS = {
    "scaled polynomial kernel": {"polynomial": {"degree": 2, "coef0": 0.5, "scale": 0.25}},
    "laplacian kernel": {"laplacian": {"width": 5.0}},
    "cosine kernel": {"cosine": {}},
}
GRAPHS = {
    "local scaling 7": ({"local-scaling": 7}, "all", "euclidean"),
    "heat": ({"heat": 2.5}, "all", "euclidean"),
    "cosine weights": ("cosine", "all", "euclidean"),
    "binary nearest 4": ("binary", {"nearest": 4}, "euclidean"),
    "binary nearest 4 by manhattan": ("binary", {"nearest": 4}, "manhattan"),
    "local scaling nearest 6": ({"local-scaling": 3}, {"nearest": 6}, "euclidean"),
    "heat nearest 6": ({"heat": 2.5}, {"nearest": 6}, "euclidean"),
}
OPTIONS = {
    "within_weight": {"within weight 0.25": 0.25, "within weight 3": 3.0},
    "neighbors_same": {"5 same-class neighbors": 5, "50 same-class neighbors": 50},
    "neighbors_other": {"1 other-class neighbor": 1, "50 other-class neighbors": 50},
    "metric": {
        f"{metric} metric": metric
        for metric in ("squared-euclidean", "manhattan", "chebyshev", "cosine")
    },
    "heat": {"local scaling 5 for H": {"local-scaling": 5}, "heat for H": {"heat": 3.0}},
    "affinity": {
        "nearest 5 affinity": {"nearest": 5},
        "local scaling 7 affinity": {"local-scaling": 7},
        "local scaling 2 affinity": {"local-scaling": 2},
    },
    "graph": {
        name: {"weights": weights, "pairs": pairs, "metric": metric}
        for name, (weights, pairs, metric) in GRAPHS.items()
    },
    "alpha": {"alpha 1": 1, "alpha 8": 8, "alpha 2.5": 2.5},
    "gamma": {"gamma 0.01": 0.01, "gamma 1": 1, "gamma 100": 100},
    "constraint": {"blended": "blended"},
}
REQUIRED = {"gamma": 0.1, "alpha": 2}
# Only as many axes as these have classes less one are well separated.
CLASS_MEAN_LEARNERS = ("fda", "mmc", "ss-mmc")


def has_identity(learner):
    """Whether B^l is the identity; any other is shrunk, unless a ridge is given."""
    data = blobs()
    return supervised_part(data["x"], data["y"], learner, {}).constraint is None


UNCONSTRAINED = tuple(filter(has_identity, SUPERVISED_PARAMETERS))
SHRUNK = tuple(name for name in SUPERVISED_PARAMETERS if name not in UNCONSTRAINED)


def required_parameters(learner):
    """gamma and alpha, which have no default."""
    return {name: value for name, value in REQUIRED.items() if name in PARAMETERS[learner]}


class CaseList:
    """Collects the cases of one learner."""

    def __init__(self, learner):
        self.learner = learner
        self.cases = []

    def add(
        self,
        name,
        data="blobs",
        dimension=2,
        weights="identity",
        ridge=None,
        kernel=None,
        **own,
    ):
        """One case; `own` are parameters beside the required ones."""
        self.cases.append(
            {
                "name": f"{data}, {name}",
                "data": data,
                "learner": self.learner,
                "parameters": {**required_parameters(self.learner), **own},
                "kernel": kernel,
                "dimension": dimension,
                "weights": weights,
                "ridge": ridge,
            }
        )


def add_every_dataset(cases):
    """Defaults on every dataset."""
    for data in DATASETS:
        cases.add("defaults", data)
    cases.add("all axes", dimension=5)
    cases.add("all axes", "deficient", dimension=4)
    if cases.learner in SHRUNK:
        cases.add("three axes, ridge 2", "wide", dimension=3, ridge=2.0)
    cases.add("four axes", "wide", dimension=4)
    if cases.learner in UNCONSTRAINED:
        # Few labels leave a null space, hence a whole group of eigenvalues at zero.
        cases.add("fourteen axes", "wide", dimension=14)
    cases.add("defaults", "blobs-labeled")
    cases.add("ridge 0", "blobs-labeled", ridge=0.0)


def add_every_option(cases):
    """Each value of each parameter of the learner, one at a time."""
    for option in PARAMETERS[cases.learner]:
        for name, value in OPTIONS[option].items():
            cases.add(name, **{option: value})


def add_solver_options(cases):
    """Axis weights, ridge."""
    for weights in ("unit", "sqrt", "unit-sqrt"):
        cases.add(f"{weights} axis weights", weights=weights)
    cases.add("ridge 0.5", ridge=0.5)
    cases.add("ridge 0.5, all axes, unit axis weights", dimension=5, weights="unit", ridge=0.5)


def add_kernels(cases):
    """Kernels. Only data without tied distances: kernel coordinates do not keep ties."""
    dimension = 2 if cases.learner in CLASS_MEAN_LEARNERS else 3
    for name, kernel in KERNELS.items():
        cases.add(name, kernel=kernel, dimension=dimension)
    cases.add("polynomial kernel, unit axis weights", kernel=POLYNOMIAL, weights="unit")
    cases.add("polynomial kernel", "lonely", kernel=POLYNOMIAL)
    cases.add("polynomial kernel", "deficient", kernel=POLYNOMIAL)
    if cases.learner in ("pca", "ss-lfda"):
        for name, kernel in PCA_KERNELS.items():
            cases.add(name, kernel=kernel, dimension=3)


def add_combinations(cases):
    """Options that only mean something together."""
    accepted = PARAMETERS[cases.learner]
    if "neighbors_same" in accepted:
        cases.add("5 same, 2 other", neighbors_same=5, neighbors_other=2)
        cases.add("5 same, 2 other", "integers", neighbors_same=5, neighbors_other=2)
        cases.add("manhattan metric", "integers", metric="manhattan")
        cases.add("chebyshev metric", "integers", metric="chebyshev")
    if "affinity" in accepted:
        affinity = {"local-scaling": 7}
        for data in DATASETS[1:]:
            cases.add("local scaling 7 affinity", data, affinity=affinity)
    if "graph" in accepted:
        nearest = {"weights": "binary", "pairs": {"nearest": 4}, "metric": "euclidean"}
        cases.add("binary nearest 4", "integers", graph=nearest)
        cases.add("binary nearest 4", "duplicates", graph=nearest)
        cosine = {"weights": "cosine", "pairs": "all", "metric": "euclidean"}
        cases.add("cosine weights", "integers", graph=cosine)
    if "constraint" in accepted:
        add_semi_supervised(cases)


def add_semi_supervised(cases):
    """Combinations of SS-X."""
    for data in DATASETS[1:]:
        cases.add("blended", data, constraint="blended")
    cases.add("blended, gamma 0.01", constraint="blended", gamma=0.01)
    cases.add("blended, gamma 100, alpha 8", constraint="blended", gamma=100, alpha=8)
    cases.add("gamma 1, alpha 8", gamma=1, alpha=8)
    cases.add("blended, polynomial kernel", kernel=POLYNOMIAL, constraint="blended")
    binary = {"weights": "binary", "pairs": "all", "metric": "euclidean"}
    cases.add("binary weights", graph=binary)
    # Cosines of these rows have both signs, which only alpha = 1 allows.
    cosine = {"weights": "cosine", "pairs": "all", "metric": "euclidean"}
    cases.add("cosine weights of both signs", "lonely", graph=cosine, alpha=1)


def cases_of(learner):
    """All cases of a learner."""
    cases = CaseList(learner)
    add_every_dataset(cases)
    add_every_option(cases)
    add_solver_options(cases)
    add_kernels(cases)
    add_combinations(cases)
    return cases.cases
