"""What is measured: every case is data."""

from __future__ import annotations

from typing import Any

from suite.case import Case, Growth, Side

#: Graphs and searches that find fewer of the true neighbours are not compared.
RECALL = 0.95


def rust(
    task: str, learner: dict[str, Any] | None = None, name: str = "halflit", **options
) -> Side:
    """Our library by itself; the learner is a plan, as the library writes it."""
    if learner is not None:
        options["learner"] = learner
    return Side(name, task, options, language="rust")


def plan(name: str, parameters: dict[str, Any] | None = None, **others) -> dict[str, Any]:
    """A method with its parameters as they are, and what else a plan has."""
    return {"method": {"name": name, "parameters": parameters or {}}, **others}


def ss_lfda(dimension: int = 10, **others) -> dict[str, Any]:
    """SS-LFDA with γ and α given."""
    return plan("ss-lfda", {"gamma": 1.0, "alpha": 8.0}, dimension=dimension, **others)


def near(own: dict[str, Any], pairs: int = 10) -> dict[str, Any]:
    """A case on a graph of nearest pairs."""
    graph = {"weights": {"local-scaling": 3}, "pairs": {"nearest": pairs}}
    method = own["method"]
    return {**own, "method": {**method, "parameters": {**method["parameters"], "graph": graph}}}


RBF = {"space": {"kernel": {"name": "rbf"}}}
#: The same width for everybody: 1 / gamma = width².
WIDTH = 8.0
RBF_OF_WIDTH = {"space": {"kernel": {"name": "rbf", "parameters": {"width": WIDTH}}}}
STRAIGHT = Side("numpy, straight", "straight", {"gamma": 1.0, "alpha": 8.0, "dimension": 10})
PYTHON = {"gamma": 1.0, "alpha": 8.0}

#: In the order of cost, so that the first that reaches the recall is the fastest.
APPROXIMATE = (
    Side("pynndescent", "pynndescent", sweep=tuple({"build": k} for k in (15, 30, 60))),
    Side("hnswlib", "hnswlib", sweep=tuple({"ef": ef} for ef in (20, 80, 320))),
    Side("faiss HNSW", "faiss_hnsw", sweep=tuple({"ef": ef} for ef in (16, 64, 256))),
)
#: Our side of the same.
GRAPH = rust("nearest", k=10, search="approximate", name="halflit, approximate")
EXACT_GRAPH = rust("nearest", k=10, search="exact", name="halflit, exact")


def all_pairs(rows: int, columns: int) -> tuple[float, float]:
    """Every distance once, and Σ_j c_ij z_j for every row."""
    return 3.0 * rows**2 * columns, 0.0


def gram(rows: int, columns: int) -> tuple[float, float]:
    """XᵀX or XXᵀ, one half of it."""
    return 1.0 * rows * columns * min(rows, columns), 8.0 * rows * columns


CASES = (
    Case(
        "lfda",
        "LFDA",
        "clusters",
        (4_000, 50),
        (1_000, 50),
        (
            rust("fit", plan("lfda", dimension=10)),
            Side("halflit in Python", "halflit", {"estimator": "LFDA"}),
        ),
        labeled=4_000,
    ),
    Case(
        "ss-lfda-umap",
        "SS-LFDA beside UMAP with labels",
        "surface",
        (10_000, 64),
        (1_000, 64),
        (
            rust("fit", ss_lfda(4)),
            Side(
                "halflit in Python",
                "halflit",
                {"estimator": "SSLFDA", "dimension": 4, "parameters": PYTHON},
            ),
            Side("umap-learn", "umap", {"dimension": 4}),
        ),
        floor=all_pairs,
        accuracy=True,
    ),
    Case(
        "ss-lfda",
        "SS-LFDA, all pairs",
        "clusters",
        (10_000, 100),
        (1_000, 100),
        (rust("fit", ss_lfda()), STRAIGHT),
        floor=all_pairs,
    ),
    Case(
        "ss-lfda-768",
        "SS-LFDA, all pairs",
        "clusters",
        (5_000, 768),
        (900, 256),
        (rust("fit", ss_lfda()), STRAIGHT),
        floor=all_pairs,
    ),
    Case(
        "ss-lfda-768-f32",
        "SS-LFDA, all pairs, f32",
        "clusters",
        (5_000, 768),
        (900, 256),
        (rust("fit", ss_lfda()), STRAIGHT),
        dtype="float32",
        floor=all_pairs,
    ),
    Case(
        "predict",
        "predicting 1,000,000 rows",
        "clusters",
        (2_000, 128),
        (1_000, 32),
        (
            rust("predict", plan("lfda", dimension=10)),
            Side("scikit-learn, 1-NN after PCA", "nearest_after_pca", {"dimension": 10}),
        ),
        labeled=500,
        queries=1_000_000,
        floor=lambda n, d: (2.0 * 1_000_000 * (d * 10 + 500 * 10) * n / 2_000, 0.0),
    ),
    Case(
        "transform",
        "transforming 1,000,000 rows to 10 axes",
        "clusters",
        (2_000, 128),
        (1_000, 32),
        (
            rust("transform", plan("pca", dimension=10)),
            Side("numpy", "product", {"dimension": 10}),
        ),
        queries=1_000_000,
        floor=lambda n, d: (20.0 * 500 * n * d, 8.0 * 500 * n * d),
    ),
    Case(
        "1-nn",
        "1-NN of every row, exact",
        "clusters",
        (20_000, 128),
        (2_000, 64),
        (
            rust("nearest", k=1, search="exact", name="halflit, exact"),
            Side("scikit-learn, brute", "sklearn_nearest", {"algorithm": "brute", "k": 1}),
            Side("faiss, flat, f32", "faiss_flat", {"k": 1}),
        ),
        floor=lambda n, d: (1.0 * n * n * d, 0.0),
    ),
    Case(
        "wide",
        "SS-LFDA, more columns than rows",
        "wide",
        (300, 20_000),
        (100, 2_000),
        (
            rust("fit", ss_lfda()),
            Side("scikit-learn, PCA(full)", "sklearn_pca", {"dimension": 10, "solver": "full"}),
        ),
        labeled=50,
        floor=gram,
    ),
    Case(
        "pca",
        "PCA",
        "clusters",
        (100_000, 100),
        (5_000, 50),
        (
            rust("fit", plan("pca", dimension=10)),
            Side("halflit in Python", "halflit", {"estimator": "PCA"}),
            Side("scikit-learn, full", "sklearn_pca", {"dimension": 10, "solver": "full"}),
            Side(
                "scikit-learn, covariance",
                "sklearn_pca",
                {"dimension": 10, "solver": "covariance_eigh"},
            ),
        ),
        floor=gram,
    ),
    Case(
        "fda",
        "FDA",
        "clusters",
        (100_000, 100),
        (5_000, 50),
        (
            rust("fit", plan("fda", dimension=4)),
            Side("halflit in Python", "halflit", {"estimator": "FDA", "dimension": 4}),
            Side("scikit-learn, svd", "sklearn_lda", {"solver": "svd"}),
            Side("scikit-learn, eigen", "sklearn_lda", {"solver": "eigen"}),
        ),
        labeled=100_000,
        floor=gram,
    ),
    Case(
        "kernel-pca",
        "kernel PCA, RBF, 50 axes",
        "surface",
        (3_000, 64),
        (700, 64),
        (
            rust("fit", plan("pca", dimension=50, **RBF_OF_WIDTH)),
            *(
                Side(
                    f"scikit-learn, {solver}",
                    "sklearn_kernel_pca",
                    {"dimension": 50, "solver": solver, "width": WIDTH},
                )
                for solver in ("dense", "arpack", "randomized")
            ),
        ),
    ),
    Case(
        "rbf-50k",
        "SS-LFDA, 10 nearest pairs, RBF kernel",
        "surface",
        (50_000, 64),
        (2_000, 64),
        (rust("fit", near(ss_lfda(4, **RBF))),),
        accuracy=True,
    ),
    Case(
        "rbf-50k-pca",
        "kernel PCA, RBF, 10 axes",
        "surface",
        (50_000, 64),
        (2_000, 64),
        (rust("fit", plan("pca", dimension=10, **RBF)),),
        accuracy=True,
    ),
    Case(
        "digits-rbf",
        "SS-LFDA, γ and α chosen, RBF kernel",
        "digits",
        (1_797, 64),
        (400, 64),
        (rust("fit", ss_lfda(9, **RBF, search={"auto": {"gamma": True, "alpha": True}})),),
        accuracy=True,
    ),
    *(
        Case(
            f"graph-50k-{kind}",
            f"10 nearest of every row, {kind}",
            kind,
            (50_000, 64),
            (4_000, 64),
            (GRAPH, EXACT_GRAPH, *APPROXIMATE),
            dtype="float32",
        )
        for kind in ("surface", "clusters")
    ),
    Case(
        "graph-200k",
        "10 nearest of every row, surface",
        "surface",
        (200_000, 128),
        (4_000, 128),
        (GRAPH, *APPROXIMATE),
        dtype="float32",
    ),
    Case(
        "graph-1m",
        "10 nearest of every row, clusters",
        "clusters",
        (1_000_000, 8),
        (10_000, 8),
        (
            GRAPH,
            Side("scikit-learn, kd-tree", "sklearn_nearest", {"algorithm": "kd_tree", "k": 10}),
            APPROXIMATE[0],
        ),
        dtype="float32",
    ),
    *(
        Case(
            f"sparse-{name}",
            f"{title}, 10 nearest pairs, sparse",
            "topics",
            (20_000, 100_000),
            (1_000, 5_000),
            (
                rust("fit", near(own)),
                Side("scikit-learn, the nearest pairs alone", "sparse_graph"),
            ),
            labeled=200,
        )
        for name, title, own in (
            ("lpp", "LPP", plan("lpp", dimension=10)),
            ("ss-lfda", "SS-LFDA", ss_lfda()),
        )
    ),
    Case(
        "ss-lfda-1m",
        "SS-LFDA, 10 nearest pairs, f32",
        "surface",
        (1_000_000, 128),
        (21_000, 32),
        (rust("fit", near(ss_lfda())),),
        labeled=1_000,
        dtype="float32",
    ),
    Case(
        "auto",
        "the default, auto",
        "surface",
        (20_000, 128),
        (1_000, 64),
        (
            rust("fit", plan("auto")),
            Side("halflit in Python", "halflit", {"estimator": "AutoDR"}),
        ),
        labeled=200,
        accuracy=True,
    ),
    Case(
        "lfda-large",
        "LFDA on images of faces in size",
        "wide",
        (12_936, 35_722),
        (200, 4_000),
        (rust("fit", plan("lfda", dimension=10)),),
        labeled=12_936,
        large=True,
    ),
)


GROWTH = (
    Growth(
        "SS-LFDA, all pairs", rust("fit", ss_lfda(4)), (4_000, 8_000, 16_000), (64, 128, 256, 512)
    ),
    Growth(
        "SS-LFDA, 10 nearest pairs",
        rust("fit", near(ss_lfda(4))),
        (8_000, 16_000, 32_000),
        (64, 128, 256),
    ),
    Growth(
        "SS-LFDA, numpy",
        Side("numpy", "straight", {**STRAIGHT.options, "dimension": 4}),
        (2_000, 4_000, 8_000),
        (64, 128, 256),
    ),
    Growth("auto", rust("fit", plan("auto")), (4_000, 8_000, 16_000), (64, 128, 256)),
    Growth(
        "PCA",
        rust("fit", plan("pca", dimension=4)),
        (50_000, 100_000, 200_000),
        (64, 128, 256),
    ),
)


def chosen(names: list[str], large: bool) -> list[Case]:
    """The cases of these names, or all that are not large."""
    known = {case.name: case for case in CASES}
    unknown = [name for name in names if name not in known and name != "growth"]
    if unknown:
        raise SystemExit(f"error: unknown case {unknown[0]}: there are growth, {', '.join(known)}")
    if names:
        return [known[name] for name in names if name in known]
    return [case for case in CASES if large or not case.large]
