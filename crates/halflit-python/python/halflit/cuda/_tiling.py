"""Sizes of tiles, by the number of columns."""

from __future__ import annotations

from typing import NamedTuple

import torch

# Columns up to which one program holds the sums of a whole tile.
FUSED = 128
# Columns up to which it holds those of two powers.
TOGETHER = 64


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
    if not _is_hopper(device):
        if columns <= FUSED:
            return Tiling(64, 32, 2048, 8, 2)
        return Tiling(64, 64, 2048, 4, 2, chunk=64, output=64)
    if columns <= TOGETHER:
        return Tiling(64, 64, 2048, 4, 2)
    if columns <= FUSED:
        return Tiling(128, 64, 2048, 8, 2)
    return Tiling(128, 128, 2048, 8, 3, chunk=64, output=128)


def nearest_tiling(columns: int, device: torch.device) -> Tiling:
    """Choose tiles of the search for nearest rows, in groups of as many rows as a tile has columns."""
    rows, stages = (128, 2) if _is_hopper(device) else (64, 2)
    if columns <= FUSED:
        return Tiling(rows, rows, 4096, 8, stages)
    return Tiling(rows, rows, 4096, 8, 3, chunk=64, output=64)


def _is_hopper(device: torch.device) -> bool:
    """Whether tiles may take what one multiprocessor of compute capability 9.0 has."""
    return device.type == "cuda" and torch.cuda.get_device_capability(device)[0] == 9
