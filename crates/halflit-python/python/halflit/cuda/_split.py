"""Rows as parts of 11 bits each, ready for tensor cores."""

from __future__ import annotations

from typing import NamedTuple

import torch

from ._device import SCRATCH, rows_within, slices

# The largest number of a column lies below 2^LARGEST: far from f16's largest, and high enough that what is
# left of small ones keeps its bits.
LARGEST = 13
# Twice the usual norm of a row, and the largest number of all, in multiples of the grid of the high parts.
USUAL = 1 << 11
EXTREME = 1 << 14
# Where the grid is coarser than so many standard deviations of a column, its high part is next to nothing.
COARSE = 4.0
# The squared norm of a row that pads: whatever its scale, its weights are 0.
PADDING = 1e30


class Split(NamedTuple):
    """Rows z = x − mean, padded by rows and columns, as sums of f16 numbers.

    Tensor cores multiply f16 at twice the rate of tf32, and f16 has tf32's 11 bits; what it lacks is range.
    So in `columns` every column of z is scaled by a power of two of its own, and in `rows` by the inverse:
    the product of both is unit² · z_i · z_j. A number of `rows` that is too small for f16 belongs to a column
    that adds nothing to distances.

    High parts are whole multiples of 1/unit, so few that f32 sums of their products are exact. What is large
    in ‖z_i‖² + ‖z_j‖² − 2⟨z_i, z_j⟩ so cancels without rounding; the low parts add little, and so little
    error.
    """

    rows_high: torch.Tensor
    rows_low: torch.Tensor
    columns_high: torch.Tensor
    columns_low: torch.Tensor
    columns_rest: torch.Tensor | None
    """What both leave, where asked for."""
    narrow: bool
    """Whether a column is so narrow that its high part is 0, and the rest is all there is beyond 11 bits."""
    norms: torch.Tensor
    """Squared norms of the high parts, f32."""
    small_norms: torch.Tensor
    """What is missing to those of high + low."""
    unit: float
    column_units: torch.Tensor
    """The power of two of every column, unit included, f64."""

    def block(self, rows: slice) -> torch.Tensor:
        """Put z together again, in f64."""
        parts = [self.columns_high, self.columns_low, self.columns_rest]
        z = sum(part[rows].double() for part in parts if part is not None)
        return z[:, : len(self.column_units)] / self.column_units


def split(
    X: torch.Tensor, mean: torch.Tensor, width: int, multiple: int, *, with_rest: bool = True
) -> Split:
    """Split rows, padded to `width` columns and a multiple of rows."""
    n, columns = X.shape
    size = rows_within(SCRATCH // 8, 8 * width)
    largest = torch.zeros(columns, dtype=torch.float64, device=X.device)
    squares = torch.zeros_like(largest)
    for rows in slices(n, size):
        z = X[rows].double() - mean
        largest = torch.maximum(largest, z.abs().amax(0))
        squares += z.square().sum(0)
    coarsest = max(2.0 * float(squares.sum() / n) ** 0.5 / USUAL, float(largest.max()) / EXTREME)
    unit = 1.0 if coarsest == 0.0 else 2.0 ** -float(_exponents(torch.tensor(coarsest)))
    narrow = (largest > 0.0) & ((squares / n).sqrt() * unit * COARSE < 1.0)
    column_units = torch.exp2(LARGEST - _exponents(largest * unit)).where(largest > 0.0, 1.0)
    padded = -(-n // multiple) * multiple
    shape, options = (padded, width), {"dtype": torch.float16, "device": X.device}
    parts = [torch.zeros(shape, **options) for _ in range(4)]
    rest = torch.zeros(shape, **options) if with_rest else None
    norms = torch.full((padded,), PADDING, dtype=torch.float32, device=X.device)
    small_norms = torch.zeros_like(norms)
    for rows in slices(n, size):
        z = (X[rows].double() - mean) * unit
        # Rows far out have more multiples than f16 can tell apart.
        high = (z.round() * column_units).half().double() / column_units
        low = ((z - high) * column_units).half().double() / column_units
        norms[rows] = high.square().sum(1).float()
        small_norms[rows] = (low * (2.0 * high + low)).sum(1).float()
        numbers = (high / column_units, low / column_units, high * column_units, low * column_units)
        for part, values in zip(parts, numbers, strict=True):
            part[rows, :columns] = values.half()
        if rest is not None:
            rest[rows, :columns] = ((z - high - low) * column_units).half()
    return Split(*parts, rest, bool(narrow.any()), norms, small_norms, unit, column_units * unit)


def _exponents(numbers: torch.Tensor) -> torch.Tensor:
    """Find the smallest powers of two that are not below positive numbers."""
    return torch.ceil(torch.log2(numbers))
