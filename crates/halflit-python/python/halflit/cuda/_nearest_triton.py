"""Nearest rows by kernels: groups first, then their rows."""

from __future__ import annotations

import torch

from ._device import SCRATCH, Progress, report, rows_within, slices
from ._nearest_kernel import distance_kernel, minimum_kernel
from ._nearest_torch import SPARE, nearest_f64, ordered
from ._split import split
from ._tiling import Tiling, nearest_tiling

# Columns of x whose differences are taken at a time.
CHUNK = 16


def nearest_kernels(
    X: torch.Tensor,
    k: int,
    mean: torch.Tensor,
    *,
    progress: Progress | None = None,
    tiling: Tiling | None = None,
) -> tuple[torch.Tensor, torch.Tensor, int]:
    """Find the k nearest other rows of every row: indices, distances, and how many rows needed f64.

    A row that is among the k nearest lies in one of the k groups with the smallest minima: each group with
    a smaller minimum than its own holds a nearer row. So minima of groups are all that is kept of a product
    over all pairs. A few groups more than k are measured by differences in f32, and a few rows more than k of
    them in f64. Where rounding could hide a nearer row among the others of these groups, all their rows are
    measured in f64 (see `_kept`); where it could in another group, the row is looked up in f64 among all rows
    (see `_proven`).
    """
    n, columns = X.shape
    tiling = tiling or nearest_tiling(columns, X.device)
    parts = split(X, mean, tiling.width(columns), tiling.span, with_rest=False)
    padded, width = parts.rows_high.shape
    groups = padded // tiling.columns
    # The row itself is in one of them.
    chosen = min(k + 1 + SPARE, groups)
    points = torch.zeros((n, -(-columns // CHUNK) * CHUNK), device=X.device)
    for rows in slices(n, rows_within(SCRATCH // 8, 8 * columns)):
        points[rows, :columns] = ((X[rows].double() - mean) * parts.unit).float()
    indices = torch.empty((n, k), dtype=torch.int64, device=X.device)
    distances = torch.empty((n, k), dtype=torch.float64, device=X.device)
    unsure, measured = [], 0
    bytes_each = 4 * groups + 16 * chosen * tiling.columns
    panel = max(1, rows_within(SCRATCH, bytes_each) // tiling.rows) * tiling.rows
    for start in range(0, n, panel):
        rows = slice(start, min(start + panel, n))
        count = rows.stop - rows.start
        tiles = -(-count // tiling.rows)
        minima = torch.empty((tiles * tiling.rows, groups), device=X.device)
        minimum_kernel[(tiles, padded // tiling.span)](
            parts.rows_high,
            parts.rows_low,
            parts.columns_high,
            parts.columns_low,
            parts.norms,
            parts.small_norms,
            minima,
            start,
            groups,
            WIDTH=width,
            DEPTH=tiling.depth(columns),
            CHUNK=tiling.chunk or width,
            SPAN=tiling.span,
            ROWS=tiling.rows,
            COLUMNS=tiling.columns,
            STAGES=tiling.stages,
            num_warps=tiling.warps,
        )
        least, best = minima[:count].topk(chosen, 1, largest=False)
        squared = torch.empty((count, chosen, tiling.columns), device=X.device)
        distance_kernel[(count, chosen)](
            points,
            best,
            squared,
            start,
            n,
            chosen,
            WIDTH=points.shape[1],
            CHUNK=CHUNK,
            COLUMNS=tiling.columns,
        )
        squared = squared.view(count, -1)
        near, at = squared.topk(min(k + SPARE, squared.shape[1]), 1, largest=False)
        candidates = best.gather(1, at // tiling.columns) * tiling.columns + at % tiling.columns
        candidates.masked_fill_(near.isinf(), -1)
        own = torch.arange(start, rows.stop, device=X.device)
        indices[rows], distances[rows] = ordered(X[rows], X, candidates, k)
        norms = torch.linalg.vector_norm(points[rows], dim=1).double()
        far = distances[rows, -1] * parts.unit
        hidden = ~_kept(norms, near[:, -1].double(), far, columns)
        if chosen < groups:
            elsewhere = ~_proven(norms, least[:, -1].double(), far, columns)
            unsure.append(own[elsewhere])
            hidden &= ~elsewhere
        again = hidden.nonzero()[:, 0]
        for part in slices(len(again), rows_within(SCRATCH // 4, 64 * squared.shape[1])):
            these = own[again[part]]
            members = _members(best[again[part]], tiling.columns, these, n)
            indices[these], distances[these] = ordered(X[these], X, members, k)
        measured += len(again)
        report(progress, rows.stop, n, X.device)
    left = torch.cat(unsure) if unsure else torch.empty(0, dtype=torch.int64, device=X.device)
    if len(left):
        indices[left], distances[left] = nearest_f64(X, left, k, mean)
    return indices, distances, len(left) + measured


def _members(groups: torch.Tensor, size: int, rows: torch.Tensor, count: int) -> torch.Tensor:
    """List the rows of the groups of each row, itself and padding as −1."""
    numbers = torch.arange(size, device=groups.device)
    members = (groups[:, :, None] * size + numbers).flatten(1)
    return members.masked_fill_((members >= count) | (members == rows[:, None]), -1)


def _kept(norms: torch.Tensor, last: torch.Tensor, far: torch.Tensor, columns: int) -> torch.Tensor:
    """Whether no row of the chosen groups that was left out by f32 can be nearer than the last one found.

    Its squared distance in f32 is at least `last`, and were it nearer, its norm around the mean would be at
    most ‖x‖ + far. Numbers of both rows are off by 2^−24 of themselves, and so their distance by
    2^−24 (2 ‖x‖ + far); 2^−23 leaves room for what is smaller. Its square is off by 2^−24 of itself in each
    step: three for differences and squares, one for each chunk of columns and one for each column of
    a chunk. Squares of numbers below 2^−63 may be lost. A bound on all of it is

    √last (1 − 2^−24 (columns / CHUNK + CHUNK + 3)) − 2^−23 (2 ‖x‖ + far) − 2^−62 √columns > far.
    """
    steps = -(-columns // CHUNK) + CHUNK + 3
    nearest = last.sqrt() * (1.0 - steps * 2.0**-24) - 2.0**-23 * (2.0 * norms + far)
    return (far == 0.0) | (nearest - 2.0**-62 * columns**0.5 > far)


def _proven(
    norms: torch.Tensor, least: torch.Tensor, far: torch.Tensor, columns: int
) -> torch.Tensor:
    """Whether no row of another group can be nearer than the last one found.

    Such a row has a norm of at most ‖x‖ + far. What is off, in multiples of the grid: low parts by 2^−13 in
    each row, and by 2^−11 in a product where a column is narrow; a sum of low parts, which are at most 1/2,
    by 2^−22 in each step of a tensor core, sixteen columns of one of three products; that of high parts
    likewise, where it has more than 24 bits.
    """
    others, root, steps = norms + far, columns**0.5, -(-columns // 16)
    small = (norms + others + root) * root
    large = norms.square() + others.square()
    error = columns * 2.0**-11 + 3 * steps * 2.0**-22 * small + 2.0**-22 * far.square()
    error += torch.where(large > 2.0**24, steps * 2.0**-22 * large, 0.0)
    nearest = (least - error).clamp(min=0.0).sqrt() - root * 2.0**-12
    return (far == 0.0) | (nearest > far)
