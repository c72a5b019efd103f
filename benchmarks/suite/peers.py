"""The peers' tasks. Each makes ready and returns what is measured, and what is said of its result.

Those that compile themselves on first use (UMAP, pynndescent) do so on a few rows before the clock starts.
"""

from __future__ import annotations

import numpy as np


def nothing(_result):
    """There is nothing to say."""
    return {}


def training(order):
    """Samples and labels."""
    data = order["data"]
    return np.load(data["samples"]), np.load(data["labels"])


def accuracy(order, points, labels):
    """The share of unlabeled rows whose class their nearest labeled row has."""
    from sklearn.neighbors import KNeighborsClassifier

    known, truth = labels >= 0, np.load(order["data"]["truth"])
    nearest = KNeighborsClassifier(1).fit(points[known], labels[known])
    return {"accuracy": float((nearest.predict(points[~known]) == truth[~known]).mean())}


# Maps


def halflit(order):
    """Our Python package, as users call it."""
    import halflit

    x, y = training(order)
    estimator = getattr(halflit, order["estimator"])
    size = {"n_components": order["dimension"]} if "dimension" in order else {}
    return lambda: estimator(**size, **order.get("parameters", {})).fit(x, y), nothing


def straight(order):
    """SS-LFDA in numpy."""
    from suite import straight

    x, y = training(order)
    work = lambda: straight.fit(x, y, order["gamma"], order["alpha"], order["dimension"])
    return work, lambda result: {"eigenvalues": [float(value) for value in result[0]]}


def umap(order):
    """UMAP with the same labels."""
    from umap import UMAP

    x, y = training(order)
    UMAP(n_components=order["dimension"]).fit(x[:100], y[:100])
    work = lambda: UMAP(n_components=order["dimension"]).fit_transform(x, y)
    return work, lambda points: accuracy(order, points, y)


def sklearn_pca(order):
    """PCA."""
    from sklearn.decomposition import PCA

    x, _ = training(order)
    return lambda: PCA(order["dimension"], svd_solver=order["solver"]).fit(x), nothing


def sklearn_lda(order):
    """FDA."""
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    x, y = training(order)
    return lambda: LinearDiscriminantAnalysis(solver=order["solver"]).fit(x, y), nothing


def sklearn_kernel_pca(order):
    """Kernel PCA."""
    from sklearn.decomposition import KernelPCA

    x, _ = training(order)
    gamma = order["width"] ** -2
    kernel = {"kernel": "rbf", "gamma": gamma, "eigen_solver": order["solver"]}
    work = lambda: KernelPCA(order["dimension"], **kernel).fit(x)
    # The cost of PCA is the variance, which is to be large: its smallest eigenvalues are those of the kernel, negative.
    return work, lambda found: {"eigenvalues": [-float(value) for value in found.eigenvalues_]}


def sparse_graph(order):
    """The 10 nearest of every row of sparse samples, which is the dearest part of a map of them."""
    from scipy.sparse import csr_array
    from sklearn.neighbors import NearestNeighbors

    data = order["data"]
    row, column, values = np.load(data["samples"]).T
    places = (row.astype(np.int32), column.astype(np.int32))
    x = csr_array((values, places), shape=tuple(data["sparse"]))
    search = lambda: NearestNeighbors(n_neighbors=10, algorithm="brute", n_jobs=-1).fit(x)
    return lambda: search().kneighbors(return_distance=False), nothing


def product(order):
    """The map as one product."""
    queries = np.load(order["queries"])
    axes = np.random.default_rng(0).standard_normal((queries.shape[1], order["dimension"]))
    mean = queries[:1000].mean(axis=0)
    return lambda: (queries - mean) @ axes, nothing


def nearest_after_pca(order):
    """Reduce, then ask the nearest labeled row."""
    from sklearn.decomposition import PCA
    from sklearn.neighbors import KNeighborsClassifier

    x, y = training(order)
    queries, pca = np.load(order["queries"]), PCA(order["dimension"]).fit(x)
    model = KNeighborsClassifier(1, n_jobs=-1).fit(pca.transform(x[y >= 0]), y[y >= 0])
    return lambda: model.predict(pca.transform(queries)), nothing


# Neighbours: each returns the rows nearest to every row, itself not among them.


def kept(order, found):
    """Write down those of some rows, without the rows themselves."""
    step = -(-len(found) // order["sample"])
    own = np.arange(len(found))[::step, None]
    some = np.asarray(found)[::step]
    # The row itself goes to the end, wherever it was, and is cut off.
    order_of = np.argsort(some == own, axis=1, kind="stable")
    without = np.take_along_axis(some, order_of, axis=1)[:, : order["k"]]
    np.save(order["output"], without.astype(np.int64))
    return {}


def sklearn_nearest(order):
    """Exact, by all pairs or by a tree."""
    from sklearn.neighbors import NearestNeighbors

    x = np.load(order["samples"])
    search = lambda: NearestNeighbors(
        n_neighbors=order["k"], algorithm=order["algorithm"], n_jobs=-1
    ).fit(x)
    return lambda: search().kneighbors(return_distance=False), lambda found: kept(order, found)


def faiss_flat(order):
    """Exact in f32, by all pairs."""
    import faiss

    x = np.load(order["samples"]).astype(np.float32)

    def work():
        index = faiss.IndexFlatL2(x.shape[1])
        index.add(x)
        return index.search(x, order["k"] + 1)[1]

    return work, lambda found: kept(order, found)


def faiss_hnsw(order):
    """A graph that is walked."""
    import faiss

    x = np.load(order["samples"]).astype(np.float32)

    def work():
        index = faiss.IndexHNSWFlat(x.shape[1], 32)
        index.hnsw.efSearch = order["ef"]
        index.add(x)
        return index.search(x, order["k"] + 1)[1]

    return work, lambda found: kept(order, found)


def hnswlib(order):
    """HNSW by its authors."""
    import hnswlib

    x = np.load(order["samples"]).astype(np.float32)

    def work():
        index = hnswlib.Index("l2", x.shape[1])
        index.init_index(len(x), ef_construction=200, M=16)
        index.add_items(x)
        index.set_ef(max(order["ef"], order["k"] + 1))
        return index.knn_query(x, order["k"] + 1)[0]

    return work, lambda found: kept(order, found)


def pynndescent(order):
    """A graph that is improved."""
    from pynndescent import NNDescent

    x = np.load(order["samples"]).astype(np.float32)
    NNDescent(x[:500], n_neighbors=order["build"]).neighbor_graph  # noqa: B018
    work = lambda: NNDescent(x, n_neighbors=order["build"]).neighbor_graph[0]
    return work, lambda found: kept(order, found)


def truth(order):
    """The true neighbours of some rows, by direct differences of all."""
    x = np.load(order["samples"]).astype(np.float64)
    step = -(-len(x) // order["sample"])
    rows = np.arange(0, len(x), step)
    norms = np.einsum("ij,ij->i", x, x, dtype=np.float64)

    def work():
        found = np.empty((len(rows), order["k"]), dtype=np.int64)
        for start in range(0, len(rows), 100):
            some = rows[start : start + 100]
            squared = norms - 2.0 * (x[some] @ x.T)
            squared[np.arange(len(some)), some] = np.inf
            nearest = np.argpartition(squared, order["k"], axis=1)[:, : order["k"]]
            found[start : start + 100] = nearest
        np.save(order["output"], found)

    return work, nothing


def recall(order):
    """The share of true neighbours that were found."""
    found, true = np.load(order["found"]), np.load(order["true"])
    hits = sum(len(np.intersect1d(a, b)) for a, b in zip(found, true, strict=True))
    return lambda: None, lambda _: {"recall": hits / true.size}


# The machine


def rates(order):
    """Products a second in both precisions, with one thread and with all, and bytes copied a second."""
    from threadpoolctl import threadpool_limits

    side = order["side"]

    def product_rate(kind):
        a = np.random.default_rng(0).standard_normal((side, side)).astype(kind)
        return 2.0 * side**3 / fastest(lambda: a @ a)

    def all_rates():
        found = {}
        for kind in ("float64", "float32"):
            with threadpool_limits(1):
                found[f"{kind}, one thread"] = product_rate(kind)
            found[f"{kind}, all threads"] = product_rate(kind)
        source = np.ones(1 << 25)
        target = np.empty_like(source)
        found["copied bytes"] = 2.0 * source.nbytes / fastest(lambda: np.copyto(target, source))
        return found

    return all_rates, lambda found: {"rates": found}


def fastest(work, times=5):
    """Seconds of the quickest of several runs."""
    import time

    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)
