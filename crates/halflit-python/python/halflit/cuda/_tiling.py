"""Sizes of tiles, by the number of columns."""

from __future__ import annotations

from typing import NamedTuple

import torch

# Columns up to which one program holds the sums of a whole tile.
FUSED = 128
# Columns up to which it holds those of two powers.
TOGETHER = 64
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
        """Whether one kernel does everything."""
        return self.chunk == 0

    def width(self, columns: int) -> int:
        """Count columns with padding."""
        if self.fused:
            return max(16, 1 << (columns - 1).bit_length())
        return -(-columns // self.output) * self.output

    def depth(self, columns: int) -> int:
        """Count columns with padding, as far as distances go."""
        return self.width(columns) if self.fused else -(-columns // self.chunk) * self.chunk


def together(columns: int) -> int:
    """Say how many powers one pass takes."""
    return 2 if columns <= TOGETHER else 1


def pair_tiling(columns: int, device: torch.device) -> Tiling:
    """Choose tiles of the all-pairs pass: for Hopper by measuring, for others so that they fit."""
    major = _major(device)
    if major != HOPPER:
        # Blackwell's memory of accumulators does not hold the sums of more.
        if columns <= (FUSED if major < HOPPER else TOGETHER):
            return Tiling(64, 32, 2048, 8, 2)
        return Tiling(64, 64, 2048, 4, 2, chunk=64, output=64)
    if columns <= TOGETHER:
        return Tiling(64, 64, 2048, 4, 2)
    if columns <= FUSED:
        return Tiling(128, 64, 2048, 8, 2)
    return Tiling(128, 128, 2048, 8, 3, chunk=64, output=128)


def nearest_tiling(columns: int, device: torch.device) -> Tiling:
    """Choose tiles of the search for nearest rows, in groups of as many rows as a tile has columns."""
    rows = 128 if _major(device) == HOPPER else 64
    if columns <= FUSED:
        return Tiling(rows, rows, 4096, 8, 2)
    return Tiling(rows, rows, 4096, 8, 3, chunk=64, output=64)


def _major(device: torch.device) -> int:
    """Read the compute capability, before the point; 0 without a GPU."""
    return torch.cuda.get_device_capability(device)[0] if device.type == "cuda" else 0
