"""All pairs of blocks by kernels, and what becomes of their sums."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch

from ._device import SCRATCH, Progress, report, slices
from ._launches import Launch, launch
from ._split import Split, split
from ._sums import Sums, finish
from ._tiling import Tiling, pair_tiling

# Weights are multiplied by 2^SHIFT, so that f16 holds those down to 2^−39 of the largest.
SHIFT = 15
# Pairs of one launch at most, so that none runs for long.
LAUNCH = 1 << 32


def pair_sums_kernel(
    X: torch.Tensor,
    inverse_scales: torch.Tensor,
    alphas: list[float],
    mean: torch.Tensor,
    *,
    closest: float = 0.0,
    progress: Progress | None = None,
    tiling: Tiling | None = None,
) -> tuple[Sums, torch.Tensor]:
    """Sum over pairs i < j by kernels; also return the degrees, (powers, n) in f64.

    closest: what d_ij² s_i s_j never falls below, so that weights fill the range of f16 though powers are
    high.
    """
    n, width = X.shape
    usual = tiling or pair_tiling(width, 1, X.device)
    groups = list(slices(len(alphas), 2 if usual.fused else 1))
    parts = split(X, mean, usual.width(width), usual.span)
    scales = torch.ones_like(parts.norms)
    scales[:n] = (inverse_scales / parts.unit).float()
    options = {"dtype": torch.float64, "device": X.device}
    degrees, squares = torch.zeros((len(alphas), n), **options), torch.zeros(len(alphas), **options)
    weighted = torch.zeros((len(alphas), width, width), **options)
    base = 0.0
    for place, group in enumerate(groups):
        shifts = [shift(alpha, closest) for alpha in (1.0, *alphas[group])]
        needs_base = place == 0 and 1.0 not in alphas
        tiles = tiling or pair_tiling(width, len(alphas[group]), X.device)
        own = _launch(parts, scales, alphas[group], shifts, width, tiles, needs_base)
        total, of_squares = torch.zeros_like(weighted[group]), torch.zeros(len(shifts), **options)
        for done, blocks, diagonal in _batches(own):
            sums, more = launch(own, blocks, diagonal)
            of_squares += more
            _add(total, sums, [first for first, _ in blocks], parts, n)
            report(progress, place * 100 + round(100 * done), len(groups) * 100, X.device)
        units = torch.exp2(torch.tensor(shifts, **options))
        of_squares *= 2.0 / units.square()
        if needs_base:
            base = float(of_squares[0])
        squares[group] = of_squares[1:]
        degrees[group] = own.degrees[:, :n].double() / (units[1:, None] * own.fixed_point)
        weighted[group] = (total + total.mT) / units[1:, None, None]
    if 1.0 in alphas:
        base = float(squares[alphas.index(1.0)])
    return finish(alphas, base, squares, degrees, weighted, X, mean, parts.block), degrees


def shift(alpha: float, closest: float) -> int:
    """Choose the power of two by which weights are multiplied."""
    return SHIFT + math.floor(alpha * closest * math.log2(math.e))


def _launch(
    parts: Split,
    scales: torch.Tensor,
    alphas: list[float],
    shifts: list[int],
    columns: int,
    tiling: Tiling,
    base: bool,
) -> Launch:
    padded = len(scales)
    degrees = torch.zeros((len(alphas), padded), dtype=torch.int64, device=scales.device)
    # A degree is at most n 2^SHIFT, and fits 63 bits.
    fixed_point = math.exp2(min(24, 62 - SHIFT - padded.bit_length()))
    settings = []
    for alpha, shifted in zip((1.0, *alphas), shifts, strict=True):
        settings += [alpha * math.log2(math.e), float(shifted)]
    return Launch(parts, scales, degrees, fixed_point, settings, columns, tiling, base)


def _batches(own: Launch) -> Iterator[tuple[float, list[tuple[int, int]], bool]]:
    """Cut the blocks on the diagonal, then those above it; also say which share is done then."""
    span, width = own.tiling.span, own.parts.rows_high.shape[1]
    count = len(own.scales) // span
    bytes_each = 4 * len(own.degrees) * span * width + (0 if own.tiling.fused else 4 * span * span)
    most = max(1, min(SCRATCH // bytes_each, LAUNCH // (span * span)))
    done, total = 0, count * (count + 1) // 2
    for diagonal in (True, False):
        batch = []
        for first in range(count):
            for second in (first,) if diagonal else range(first + 1, count):
                batch.append((first, second))
                done += 1
                if len(batch) == most:
                    yield done / total, batch, diagonal
                    batch = []
        if batch:
            yield done / total, batch, diagonal


def _add(total: torch.Tensor, sums: torch.Tensor, first: list[int], parts: Split, n: int) -> None:
    """Add Σ_i z_i (Σ_j c_ij z_j)ᵀ of the launched blocks, in f64 and in one order."""
    span, columns = sums.shape[2], total.shape[1]
    for block in sorted(set(first)):
        start = first.index(block)
        own = sums[start : start + first.count(block)].sum(0, dtype=torch.float64)
        z = parts.block(slice(block * span, min((block + 1) * span, n)))
        total += z.T @ (own[:, : len(z), :columns] / parts.column_units)
