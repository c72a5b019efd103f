"""Sizes of tiles, by the number of columns."""

from __future__ import annotations

from typing import NamedTuple


class Tiling(NamedTuple):
    """How one kernel cuts its work."""

    rows: int
    """Rows of a tile."""
    columns: int
    """Rows that are met at a time."""
    span: int
    """Rows that are met before sums leave the tensor cores' f32."""
    chunk: int
    """Columns of x whose products are taken at a time."""
    output: int
    """Columns of the sums that one program makes."""
    warps: int
    stages: int

    def width(self, columns: int) -> int:
        """Columns with padding."""
        return -(-columns // self.output) * self.output

    def depth(self, columns: int) -> int:
        """Columns with padding, as far as distances go."""
        return -(-columns // self.chunk) * self.chunk


def power_of_two(number: int) -> int:
    """Round up to a power of two, at least 16."""
    return max(16, 1 << (number - 1).bit_length())


def pair_tiling(columns: int, powers: int) -> Tiling:
    """Tiles of the all-pairs pass for one or two powers."""
    if columns <= 128:
        width = power_of_two(columns)
        return Tiling(64, 64 if powers == 1 else 32, 2048, width, width, 4, 2)
    if columns <= 256 and powers == 1:
        return Tiling(128, 32, 2048, 256, 128, 8, 2)
    return Tiling(128, 64 if powers == 1 else 32, 2048, 64, 128, 8, 3)


def nearest_tiling(columns: int) -> Tiling:
    """Tiles of the search for nearest rows, in groups of as many rows as a tile has columns."""
    if columns <= 128:
        width = power_of_two(columns)
        return Tiling(128, 128, 4096, width, width, 8, 2)
    width = -(-columns // 64) * 64
    return Tiling(128, 128, 4096, 64, width, 8, 3)
