"""One launch over pairs of blocks: by one kernel, or by two where there are many columns."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from ._pair_kernel import pair_kernel
from ._split import Split
from ._tiling import Tiling
from ._wide_kernel import product_kernel, weight_kernel


class Launch(NamedTuple):
    """What the kernels need to know of a pass."""

    parts: Split
    scales: torch.Tensor
    """unit/σ, f32."""
    degrees: torch.Tensor
    """Σ_j c_ij of every power and row, fixed-point."""
    fixed_point: float
    settings: list[float]
    """α log2 e and the shift of the graph itself and of every power."""
    columns: int
    tiling: Tiling
    base: bool
    """Whether Σ c² of the graph itself is asked for."""


def launch(
    own: Launch, blocks: list[tuple[int, int]], diagonal: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    """Sum over pairs of blocks.

    Returns
    -------
    sums : Tensor of shape (pairs of blocks, powers, span, width)
        Σ_j c_ij z_j for every row i of the first block, f32.
    squares : Tensor of shape (1 + powers,)
        Σ c² of the graph itself, where asked for, and of every power, f64.
    """
    width, device = own.parts.rows_high.shape[1], own.scales.device
    shape = (len(blocks), len(own.degrees), own.tiling.span, width)
    sums = torch.empty(shape, device=device)
    places = torch.tensor(blocks, dtype=torch.int32, device=device)
    by = _fused if own.tiling.fused else _wide
    return sums, by(own, places, sums, diagonal).double().flatten(1).sum(1)


def _fused(own: Launch, blocks: torch.Tensor, sums: torch.Tensor, diagonal: bool) -> torch.Tensor:
    tiling, parts, powers = own.tiling, own.parts, len(own.degrees)
    tiles = tiling.span // tiling.rows
    squares = torch.zeros((1 + powers, len(blocks), tiles), device=sums.device)
    pair_kernel[(tiles, len(blocks))](
        parts.rows_high,
        parts.rows_low,
        parts.columns_high,
        parts.columns_low,
        parts.columns_rest,
        *_shared(own, blocks),
        squares,
        sums,
        own.degrees.shape[1],
        own.fixed_point,
        *own.settings[:4],
        # A second power that is not there.
        *(own.settings[4:] or own.settings[2:]),
        **_sizes(own, diagonal),
        POWERS=powers,
        NARROW=parts.narrow,
    )
    return squares


def _wide(own: Launch, blocks: torch.Tensor, sums: torch.Tensor, diagonal: bool) -> torch.Tensor:
    tiling, parts = own.tiling, own.parts
    span, width = tiling.span, sums.shape[3]
    tiles = (span // tiling.rows, span // tiling.columns, len(blocks))
    squares = torch.zeros((2, *tiles[::-1]), device=sums.device)
    shape = (2, len(blocks), span, span)
    weights = torch.empty(shape, dtype=torch.float16, device=sums.device)
    weight_kernel[tiles](
        parts.rows_high,
        parts.rows_low,
        parts.columns_high,
        parts.columns_low,
        *_shared(own, blocks),
        squares,
        weights[0],
        weights[1],
        own.fixed_point,
        *own.settings,
        **_sizes(own, diagonal),
        DEPTH=-(-own.columns // tiling.chunk) * tiling.chunk,
        CHUNK=tiling.chunk,
    )
    product_kernel[(tiles[0], width // tiling.output, len(blocks))](
        weights[0],
        weights[1],
        parts.columns_high,
        parts.columns_low,
        parts.columns_rest,
        blocks,
        sums,
        WIDTH=width,
        OUTPUT=tiling.output,
        SPAN=span,
        ROWS=tiling.rows,
        COLUMNS=tiling.columns // 2,
        NARROW=parts.narrow,
        STAGES=2,
        num_warps=tiling.warps,
    )
    return squares


def _shared(own: Launch, blocks: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return own.parts.norms, own.parts.small_norms, own.scales, blocks, own.degrees


def _sizes(own: Launch, diagonal: bool) -> dict[str, Any]:
    return {
        "WIDTH": own.parts.rows_high.shape[1],
        "SPAN": own.tiling.span,
        "ROWS": own.tiling.rows,
        "COLUMNS": own.tiling.columns,
        "BASE": own.base,
        "DIAGONAL": diagonal,
        "STAGES": own.tiling.stages,
        "num_warps": own.tiling.warps,
    }
