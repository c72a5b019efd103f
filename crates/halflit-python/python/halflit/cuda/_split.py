"""Rows as two halves of 11 bits each, ready for tensor cores."""

from __future__ import annotations

from typing import NamedTuple

import torch

from ._device import SCRATCH, rows_within, slices

# The largest number of a column lies below 2^LARGEST: far from f16's largest, and high enough that the
# halves of small ones keep their bits.
LARGEST = 13
# The squared norm of a row that pads: whatever its scale, its weights are 0.
PADDING = 1e30


class Split(NamedTuple):
    """Rows z = x − mean, padded by rows and columns, as f16 numbers high + low.

    Tensor cores multiply f16 at twice the rate of tf32, and f16 has tf32's 11 bits; what it lacks is range.
    So in `columns` every column of z is scaled by a power of two of its own, and in `rows` by the inverse,
    times what all share: the product of both is unit² · z_i · z_j. A number of `rows` that is too small for
    f16 belongs to a column that adds nothing to distances.
    """

    rows_high: torch.Tensor
    rows_low: torch.Tensor
    columns_high: torch.Tensor
    columns_low: torch.Tensor
    norms: torch.Tensor
    """unit² ‖z‖², f32."""
    unit: float
    column_units: torch.Tensor
    """The power of two of every column, f64."""


def split(X: torch.Tensor, mean: torch.Tensor, width: int, multiple: int) -> Split:
    """Split rows, padded to `width` columns and a multiple of rows."""
    n, columns = X.shape
    largest = torch.zeros(columns, dtype=torch.float64, device=X.device)
    size = rows_within(SCRATCH // 8, 8 * width)
    for rows in slices(n, size):
        largest = torch.maximum(largest, (X[rows].double() - mean).abs().amax(0))
    exponents = LARGEST - torch.ceil(torch.log2(largest))
    known = torch.isfinite(exponents)
    column_units = torch.where(known, torch.exp2(exponents), 1.0)
    unit = float(column_units[known].min()) if bool(known.any()) else 1.0
    row_units = unit * (unit / column_units)
    padded = -(-n // multiple) * multiple
    parts = [torch.zeros((padded, width), dtype=torch.float16, device=X.device) for _ in range(4)]
    norms = torch.full((padded,), PADDING, dtype=torch.float32, device=X.device)
    for rows in slices(n, size):
        z = X[rows].double() - mean
        norms[rows] = (z * unit).square().sum(1).float()
        for units, high, low in ((row_units, *parts[:2]), (column_units, *parts[2:])):
            scaled = z * units
            high[rows, :columns] = scaled.half()
            low[rows, :columns] = (scaled - high[rows, :columns].double()).half()
    return Split(*parts, norms, unit, column_units)
