"""Launches of the all-pairs kernel and what becomes of its sums."""

from __future__ import annotations

import math

import torch

from ._device import SCRATCH, Progress, slices
from ._pair_kernel import pair_kernel
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
    together: int | None = None,
) -> tuple[Sums, torch.Tensor]:
    """Sum over pairs i < j by the kernel; also return the degrees, (powers, n) in f64.

    closest: what d_ij² s_i s_j never falls below, so that weights fill the range of f16 though powers are
    high.
    """
    n, width = X.shape
    options = {"dtype": torch.float64, "device": X.device}
    degrees, squares = torch.zeros((len(alphas), n), **options), torch.zeros(len(alphas), **options)
    weighted = torch.zeros((len(alphas), width, width), **options)
    base = torch.zeros((), **options)
    tiling = tiling or pair_tiling(width, min(len(alphas), 2))
    parts = split(X, mean, tiling.width(width), tiling.span)
    scales = torch.ones_like(parts.norms)
    scales[:n] = (inverse_scales / parts.unit).float()
    together = 2 if together is None else together
    groups = list(slices(len(alphas), together))
    for place, group in enumerate(groups):

        def report(done: int, total: int, place: int = place) -> None:
            if progress is not None:
                progress(place * total + done, len(groups) * total)

        run = _Run(X, mean, parts, scales, alphas[group], closest, tiling, place == 0)
        run.all(report)
        units = run.units()
        degrees[group] = run.degrees[:, :n].double() / (units[:, None] * run.fixed_point)
        squares[group] = 2.0 * run.squares[1 : 1 + len(units)] / units.square()
        weighted[group] = (run.weighted + run.weighted.mT) / units[:, None, None]
        if place == 0:
            base = 2.0 * run.squares[0] / math.exp2(2.0 * run.shift(1.0))
    sums = finish(alphas, float(base), squares, degrees, weighted, X, mean, parts.block)
    return sums, degrees


class _Run:
    """One pass over all pairs of blocks."""

    def __init__(
        self,
        X: torch.Tensor,
        mean: torch.Tensor,
        parts: Split,
        scales: torch.Tensor,
        alphas: list[float],
        closest: float,
        tiling: Tiling,
        base: bool,
    ) -> None:
        self.X, self.mean, self.parts, self.scales = X, mean, parts, scales
        self.alphas, self.closest, self.tiling, self.base = alphas, closest, tiling, base
        padded = len(parts.norms)
        # A degree is at most n 2^SHIFT, and fits 63 bits.
        self.fixed_point = math.exp2(min(24, 62 - SHIFT - padded.bit_length()))
        device, width = X.device, X.shape[1]
        self.degrees = torch.zeros((len(alphas), padded), dtype=torch.int64, device=device)
        self.squares = torch.zeros(3, dtype=torch.float64, device=device)
        shape = (len(alphas), width, width)
        self.weighted = torch.zeros(shape, dtype=torch.float64, device=device)

    def shift(self, alpha: float) -> float:
        """Choose the power of two by which weights are multiplied."""
        return SHIFT + math.floor(alpha * self.closest * math.log2(math.e))

    def units(self) -> torch.Tensor:
        """Give the factor of the weights of every power."""
        shifts = [math.exp2(self.shift(alpha)) for alpha in self.alphas]
        return torch.tensor(shifts, dtype=torch.float64, device=self.X.device)

    def all(self, report: Progress) -> None:
        """Run over the blocks on the diagonal, then over those above it."""
        span = self.tiling.span
        count = len(self.parts.norms) // span
        bytes_each = len(self.alphas) * span * self.parts.rows_high.shape[1] * 4
        most = max(1, min(SCRATCH // bytes_each, LAUNCH // (span * span)))
        diagonal = [(block, block) for block in range(count)]
        above = [(first, second) for first in range(count) for second in range(first + 1, count)]
        done, total = 0, len(diagonal) + len(above)
        for blocks, on_diagonal in ((diagonal, True), (above, False)):
            for items in slices(len(blocks), most):
                self.launch(blocks[items], on_diagonal)
                done += items.stop - items.start
                report(done, total)

    def launch(self, blocks: list[tuple[int, int]], diagonal: bool) -> None:
        """Run the kernel over pairs of blocks and add what it summed."""
        tiling, parts, device = self.tiling, self.parts, self.X.device
        width, powers = parts.rows_high.shape[1], len(self.alphas)
        tiles = tiling.span // tiling.rows
        sums = torch.empty((len(blocks), powers, tiling.span, width), device=device)
        squares = torch.zeros((3, len(blocks), tiles), device=device)
        scaled = [1.0, *self.alphas, self.alphas[-1]]
        settings = [(alpha * math.log2(math.e), self.shift(alpha)) for alpha in scaled[:3]]
        arguments = [number for setting in settings for number in setting]
        pair_kernel[(tiles, len(blocks), width // tiling.output)](
            parts.rows_high,
            parts.rows_low,
            parts.columns_high,
            parts.columns_low,
            parts.columns_rest,
            parts.norms,
            parts.small_norms,
            self.scales,
            torch.tensor(blocks, dtype=torch.int32, device=device),
            self.degrees,
            squares,
            sums,
            self.degrees.shape[1],
            self.fixed_point,
            *(float(number) for number in arguments),
            WIDTH=width,
            DEPTH=tiling.depth(self.X.shape[1]),
            CHUNK=tiling.chunk,
            OUTPUT=tiling.output,
            SPAN=tiling.span,
            ROWS=tiling.rows,
            COLUMNS=tiling.columns,
            POWERS=powers,
            BASE=self.base,
            DIAGONAL=diagonal,
            THIRD=parts.columns_rest is not None,
            STAGES=tiling.stages,
            num_warps=tiling.warps,
        )
        self.squares += squares.double().sum((1, 2))
        self.add(sums, [first for first, _ in blocks])

    def add(self, sums: torch.Tensor, first: list[int]) -> None:
        """Add Σ_i z_i (Σ_j c_ij z_j)ᵀ of the launched blocks, in f64 and in one order."""
        span, (n, columns) = self.tiling.span, self.X.shape
        for block in sorted(set(first)):
            start = first.index(block)
            own = sums[start : start + first.count(block)].sum(0, dtype=torch.float64)
            rows = slice(block * span, min((block + 1) * span, n))
            z = self.parts.block(rows)
            neighbors = own[:, : len(z), :columns] / self.parts.column_units
            self.weighted += z.T @ neighbors
