"""What is measured: each stage yields rows, one dict for each."""

from __future__ import annotations

import time
from collections.abc import Iterator

import torch
from data import clock, compared, gaussian, graded, mixture, narrow, outliers, plane, scales_of
from halflit.cuda import nearest_class, pass_sums, rbf_product, transform
from halflit.cuda._nearest_torch import nearest_f64
from halflit.cuda._nearest_triton import nearest_kernels
from halflit.cuda._pairs import degree_errors
from halflit.cuda._pairs_torch import pair_sums_f64
from halflit.cuda._launches import launch
from halflit.cuda._pairs_triton import _launch, pair_sums_kernel
from halflit.cuda._split import split
from halflit.cuda._tiling import Tiling


KINDS = (gaussian, graded, mixture, outliers, narrow, plane)


def exactness(device: str, until: float) -> Iterator[dict]:
    """The kernel beside f64."""
    for n, kinds in ((20_000, KINDS), (100_000, (graded, mixture))):
        for make in kinds:
            X = make(n, 128, device)
            mean = X.mean(0)
            scales, closest = scales_of(X, 7)
            for alphas in ([1.0], [2.0, 16.0]):
                if time.monotonic() > until:
                    return
                exact = pair_sums_f64(X, scales, alphas, mean)
                sums, degrees = pair_sums_kernel(X, scales, alphas, mean, closest=closest)
                off = degree_errors(X, scales, alphas, mean, degrees)
                for power, alpha in enumerate(alphas):
                    yield {"rows": make.__name__, "n": n, "alpha": alpha, **compared(sums, exact, power), "degrees": off[power]}


def shapes(device: str, until: float) -> Iterator[dict]:
    """Odd numbers of rows and columns beside f64, and whether a second run gives the same bits."""
    for columns in (1, 3, 17, 64, 100, 130, 300, 768):
        if time.monotonic() > until:
            return
        X = gaussian(9_001, columns, device) + 3.0
        X[5] = X[6]
        alphas, mean = [1.0, 2.0, 4.0], X.mean(0)
        scales, closest = scales_of(X, 7)
        exact = pair_sums_f64(X, scales, alphas, mean)
        first, degrees = pair_sums_kernel(X, scales, alphas, mean, closest=closest)
        again, _ = pair_sums_kernel(X, scales, alphas, mean, closest=closest)
        same = all((a == b).all() if hasattr(a, "all") else a == b for a, b in zip(first, again, strict=True))
        errors = [abs(first.laplacians[power] - exact.laplacians[power]).max() / abs(exact.laplacians[power]).max() for power in range(3)]
        off = degree_errors(X, scales, alphas, mean, degrees)
        yield {"n": 9_001, "d0": columns, "S": float(max(errors)), "base": abs(first.base_squares / exact.base_squares - 1), "degrees": max(off), "same bits": bool(same)}


WIDE = [
    (128, 128, 2048, 8, 3, 64, 128),
    (128, 128, 2048, 8, 2, 64, 128),
    (128, 128, 1024, 8, 3, 64, 128),
    (64, 128, 2048, 4, 3, 64, 128),
    (128, 64, 2048, 8, 3, 64, 128),
]
SHAPES = {
    (128, 1, False): [(128, 64, 2048, 8, 2), (64, 64, 2048, 4, 2), (64, 32, 2048, 4, 2), (64, 32, 2048, 4, 3), (128, 32, 2048, 8, 3)],
    (128, 1, True): [(128, 64, 2048, 8, 2), (64, 64, 2048, 4, 2), (64, 32, 2048, 4, 2)],
    (128, 2, False): [(128, 32, 2048, 8, 2), (64, 32, 2048, 4, 2)],
    (64, 1, False): [(128, 64, 2048, 8, 2), (64, 64, 2048, 4, 2), (64, 64, 2048, 4, 3), (64, 128, 2048, 4, 2)],
    (64, 2, False): [(128, 64, 2048, 8, 2), (64, 64, 2048, 4, 2), (64, 32, 2048, 4, 2)],
    (16, 1, False): [(128, 64, 2048, 8, 2), (64, 64, 2048, 4, 2), (64, 64, 2048, 4, 3)],
    (16, 2, False): [(128, 64, 2048, 8, 2), (64, 64, 2048, 4, 2)],
    (256, 1, False): WIDE,
    (768, 1, False): WIDE,
}


def sweep(device: str, until: float) -> Iterator[dict]:
    """Sizes of tiles: a launch of about a billion pairs."""
    for (columns, powers, narrow), shapes in SHAPES.items():
        X = gaussian(100_000, columns, device)
        mean, scales = X.mean(0), torch.full((len(X),), columns**-0.5, device=device, dtype=torch.float64)
        for shape in shapes:
            if time.monotonic() > until:
                return
            tiling = Tiling(*shape)
            own = {"d0": columns, "powers": powers, "narrow": narrow} | tiling._asdict()
            try:
                yield own | launch_time(X, mean, scales, tiling, [1.0, 2.0][:powers], narrow)
            except Exception as error:
                yield own | {"error": str(error)[:80]}


def launch_time(X, mean, scales, tiling: Tiling, alphas: list[float], narrow: bool) -> dict:
    columns = X.shape[1]
    parts = split(X, mean, tiling.width(columns), tiling.span)
    parts = parts._replace(narrow=narrow)
    inverse = torch.ones_like(parts.norms)
    inverse[: len(X)] = (scales / parts.unit).float()
    own = _launch(parts, inverse, alphas, [15] * (1 + len(alphas)), columns, tiling, False)
    count = len(inverse) // tiling.span
    blocks = [(first, second) for first in range(count) for second in range(first + 1, count)]
    blocks = blocks[: (1 << (30 if tiling.fused else 28)) // tiling.span**2]
    taken = clock(lambda: launch(own, blocks, False), repeats=5)
    pairs = len(blocks) * tiling.span**2
    products = 4 + (6 if narrow else 5) * len(alphas)
    return {
        "ms": 1e3 * taken,
        "1,000,000 (s)": taken / pairs * 5e11,
        "Tflop/s": pairs * 2 * columns * products / taken / 1e12,
    }


def pairs(device: str, until: float) -> Iterator[dict]:
    """The whole pass: split, kernels, f64 sums."""
    cases = [(100_000, 128, 1), (300_000, 128, 1), (1_000_000, 128, 1), (100_000, 128, 2), (100_000, 128, 4)]
    cases += [(100_000, 64, 1), (100_000, 256, 1), (100_000, 768, 1), (100_000, 16, 1)]
    for n, columns, powers in cases:
        if time.monotonic() > until:
            return
        X = gaussian(n, columns, device)
        mean = X.mean(0)
        inverse = torch.full((n,), columns**-0.5, device=device, dtype=torch.float64)
        alphas = [1.0, 2.0, 4.0, 8.0][:powers]
        taken = clock(lambda: pair_sums_kernel(X, inverse, alphas, mean), repeats=1 if n > 200_000 else 3)
        flops = n * n / 2 * 2 * columns * (4 + 5 * powers)
        yield {"n": n, "d0": columns, "powers": powers, "s": taken, "Tflop/s": flops / taken / 1e12}


def pairs_f64(device: str, until: float) -> Iterator[dict]:
    """Pair sums in f64 by plain tensor operations."""
    for n in (20_000, 100_000):
        X = gaussian(n, 128, device)
        inverse = torch.full((n,), 128**-0.5, device=device, dtype=torch.float64)
        taken = clock(lambda: pair_sums_f64(X, inverse, [1.0], X.mean(0)), repeats=1)
        yield {"n": n, "d0": 128, "s": taken}


def near(device: str, until: float) -> Iterator[dict]:
    """Nearest rows: kernels, and f64 on a thousand rows beside them."""
    cases = [(gaussian, 100_000, 128), (gaussian, 300_000, 128), (gaussian, 1_000_000, 128)]
    cases += [(mixture, 300_000, 128), (plane, 300_000, 128), (outliers, 100_000, 128), (gaussian, 100_000, 768)]
    for make, n, columns in cases:
        if time.monotonic() > until:
            return
        X = make(n, columns, device)
        mean = X.mean(0)
        found = []
        taken = clock(lambda: found.append(nearest_kernels(X, 7, mean)), repeats=1)
        indices, distances, unsure = found[-1]
        rows = torch.linspace(0, n - 1, 1000, device=device).long()
        exact, far = nearest_f64(X, rows, 7, mean)
        wrong = int((indices[rows] != exact).sum())
        off = float((distances[rows] - far).abs().max())
        yield {"rows": make.__name__, "n": n, "d0": columns, "k": 7, "s": taken, "by f64": unsure, "wrong": wrong, "off": off}


def tf32(device: str, until: float) -> Iterator[dict]:
    """One launch with products in tf32x3, and in plain tf32."""
    from tf32 import tf32_kernel

    X = gaussian(100_000, 128, device).float()
    span, count = 2048, 48
    X, padded = X[: span * count].contiguous(), span * count
    turned, norms = X.T.contiguous(), X.square().sum(1)
    scales = torch.full((padded,), 1 / 15.0, device=device)
    degrees = torch.zeros(padded, dtype=torch.int64, device=device)
    blocks = [(first, second) for first in range(count) for second in range(first + 1, count)]
    blocks = torch.tensor(blocks[: (1 << 30) // span**2], dtype=torch.int32, device=device)
    sums = torch.empty((len(blocks), span, 128), device=device)
    for precision in ("tf32x3", "tf32"):
        for rows, columns, warps in ((128, 32, 8), (64, 32, 4)):

            def launch() -> None:
                arguments = (X, turned, norms, scales, blocks, degrees, sums, padded)
                sizes = {"WIDTH": 128, "SPAN": span, "ROWS": rows, "COLUMNS": columns, "PRECISION": precision}
                tf32_kernel[(span // rows, len(blocks))](*arguments, **sizes, STAGES=2, num_warps=warps)

            taken = clock(launch, repeats=5)
            million = taken / (len(blocks) * span**2) * 5e11
            yield {"product": precision, "rows": rows, "columns": columns, "warps": warps, "ms": 1e3 * taken, "1,000,000 (s)": million}


def whole(device: str, until: float) -> Iterator[dict]:
    """What a fit asks for, from an array in the computer's memory to the sums there."""
    for n, pairs, alphas in (
        (100_000, "all", [1.0]),
        (1_000_000, "all", [1.0]),
        (100_000, "all", [1.0, 2.0, 4.0, 8.0, 16.0]),
        (1_000_000, {"nearest": 7}, [1.0]),
    ):
        if time.monotonic() > until:
            return
        X = mixture(n, 128, device).cpu().numpy()
        request = {"alphas": alphas, "neighbors": 7, "pairs": pairs, "weights": {"local-scaling": 7}, "metric": "euclidean"}
        request |= {"shift": X.mean(0), "factor": 1.0 / X.std(0), "mean": X[0] * 0.0}
        taken = clock(lambda: pass_sums(request, X, device), repeats=1)
        yield {"n": n, "d0": 128, "pairs": str(pairs), "powers": len(alphas), "s": taken}


def predict(device: str, until: float) -> Iterator[dict]:
    """Maps of a million rows, from and to the computer's memory."""
    n = 1_000_000
    X = gaussian(n, 128, device).cpu().numpy()
    axes, labeled = X[:10], X[:1000]
    classes = [row % 10 for row in range(1000)]
    tasks = {
        "transform to 10 axes": lambda: transform(X, X[0], axes, device),
        "nearest of 1,000 labeled rows, 10 axes": lambda: nearest_class(X[:, :10], labeled[:, :10], classes, device, class_count=10),
        "7 votes of 1,000 labeled rows, 10 axes": lambda: nearest_class(X[:, :10], labeled[:, :10], classes, device, class_count=10, votes=7),
        "RBF of 1,000 anchors, 10 axes": lambda: rbf_product(X, labeled, labeled[:, :10], device, factors=[0.01], weights=[1.0]),
    }
    for name, task in tasks.items():
        if time.monotonic() > until:
            return
        yield {"task": name, "n": n, "s": clock(task, repeats=1)}


STAGES = {
    "exactness": exactness,
    "shapes": shapes,
    "sweep": sweep,
    "tf32": tf32,
    "near": near,
    "pairs": pairs,
    "pairs_f64": pairs_f64,
    "whole": whole,
    "predict": predict,
}
SHARES = {"exactness": 90.0, "sweep": 200.0, "near": 90.0, "pairs": 100.0}
