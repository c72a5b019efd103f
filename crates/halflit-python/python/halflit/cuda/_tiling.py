"""Sizes of tiles, by the number of columns."""

from __future__ import annotations

from typing import NamedTuple

import torch

# Columns up to which one program holds the sums of a whole tile.
FUSED = 128
# The same on Blackwell, whose memory of accumulators is small.
FUSED_ON_BLACKWELL = 64
# Rows of a block.
SPAN = 2048
# The compute capability, before the point, of the GPUs on which tiles were measured (H100, H200).
HOPPER = 9


class Tiling(NamedTuple):
    """How kernels cut their work."""

    rows: int
    """Rows of a tile."""
    columns: int
    """Rows that are met at a time."""
    span: int
    """Rows of a block."""
    warps: int
    stages: int
    """Tiles that are loaded ahead."""
    chunk: int = 0
    """Columns of x whose products are taken at a time; 0: all."""
    output: int = 0
    """Columns of the sums that one program makes; 0: all."""

    @property
    def fused(self) -> bool:
        """Whether one kernel does everything, for up to two powers at once."""
        return self.chunk == 0

    def width(self, columns: int) -> int:
        """Count columns with padding."""
        if self.fused:
            return max(16, 1 << (columns - 1).bit_length())
        return -(-columns // self.output) * self.output

    def depth(self, columns: int) -> int:
        """Count columns with padding, as far as distances go."""
        return self.width(columns) if self.fused else -(-columns // self.chunk) * self.chunk


def pair_tiling(columns: int, powers: int, device: torch.device) -> Tiling:
    """Choose tiles of the all-pairs pass: for Hopper by measuring, for others so that they fit.

    One power or two are taken at once; width and span are the same for both.
    """
    major = _major(device)
    if major != HOPPER:
        if columns <= (FUSED if major < HOPPER else FUSED_ON_BLACKWELL):
            return Tiling(64, 32, SPAN, 8, 2)
        return Tiling(64, 64, SPAN, 4, 2, chunk=64, output=64)
    if columns <= 64:
        return Tiling(64, 64, SPAN, 4, 2)
    if columns <= FUSED:
        return Tiling(128, 64, SPAN, 8, 2) if powers == 1 else Tiling(64, 32, SPAN, 4, 2)
    return Tiling(128, 128, SPAN, 8, 3, chunk=64, output=128)


def nearest_tiling(columns: int, device: torch.device) -> Tiling:
    """Choose tiles of the search for nearest rows, in groups of as many rows as a tile has columns."""
    rows = 128 if _major(device) == HOPPER else 64
    if columns <= FUSED:
        return Tiling(rows, rows, 4096, 8, 2)
    return Tiling(rows, rows, 4096, 8, 3, chunk=64, output=64)


def _major(device: torch.device) -> int:
    """Read the compute capability, before the point; 0 without a GPU."""
    return torch.cuda.get_device_capability(device)[0] if device.type == "cuda" else 0
