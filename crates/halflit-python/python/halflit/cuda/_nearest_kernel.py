"""Kernels of the search for nearest rows."""

import triton
import triton.language as tl


@triton.jit
def minimum_kernel(
    rows_high,
    rows_low,
    columns_high,
    columns_low,
    norms,
    small_norms,
    minima,
    first_row,
    groups,
    WIDTH: tl.constexpr,
    DEPTH: tl.constexpr,
    CHUNK: tl.constexpr,
    SPAN: tl.constexpr,
    ROWS: tl.constexpr,
    COLUMNS: tl.constexpr,
    STAGES: tl.constexpr,
):
    """Find the smallest ‖x_i − x_j‖² of every group of COLUMNS rows.

    The grid is (rows / ROWS, groups · COLUMNS / SPAN); minima has a row for each row and a column for each
    group.
    """
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    first_column = tl.program_id(1).to(tl.int64) * SPAN
    inner = tl.arange(0, CHUNK)
    row_places = (first_row + rows).to(tl.int64)[:, None] * WIDTH + inner[None, :]
    if DEPTH == CHUNK:
        row_high = tl.load(rows_high + row_places)
        row_low = tl.load(rows_low + row_places)
    own_rows = first_row + rows
    row_norms, row_small = tl.load(norms + own_rows), tl.load(small_norms + own_rows)
    into = minima + rows.to(tl.int64) * groups + tl.program_id(1) * (SPAN // COLUMNS)
    for offset in tl.range(0, SPAN, COLUMNS, num_stages=STAGES):
        columns = first_column + offset + tl.arange(0, COLUMNS)
        places = columns[:, None] * WIDTH + inner[None, :]
        if DEPTH == CHUNK:
            high, low = tl.load(columns_high + places), tl.load(columns_low + places)
            small = tl.dot(row_low, tl.trans(low))
            small = tl.dot(row_low, tl.trans(high), small)
            small = tl.dot(row_high, tl.trans(low), small)
            products = tl.dot(row_high, tl.trans(high))
        else:
            products = tl.zeros((ROWS, COLUMNS), tl.float32)
            small = tl.zeros((ROWS, COLUMNS), tl.float32)
            for depth in range(0, DEPTH, CHUNK):
                high = tl.load(columns_high + places + depth)
                low = tl.load(columns_low + places + depth)
                row_high = tl.load(rows_high + row_places + depth)
                row_low = tl.load(rows_low + row_places + depth)
                small = tl.dot(row_low, tl.trans(low), small)
                small = tl.dot(row_low, tl.trans(high), small)
                small = tl.dot(row_high, tl.trans(low), small)
                products = tl.dot(row_high, tl.trans(high), products)
        squared = (row_norms[:, None] + tl.load(norms + columns)[None, :]) - 2.0 * products
        squared += (row_small[:, None] + tl.load(small_norms + columns)[None, :]) - 2.0 * small
        tl.store(into + offset // COLUMNS, tl.min(squared, 1))


@triton.jit
def distance_kernel(
    points,
    groups,
    squared,
    first_row,
    row_count,
    chosen,
    WIDTH: tl.constexpr,
    CHUNK: tl.constexpr,
    COLUMNS: tl.constexpr,
):
    """Measure the distances of a row to all rows of a group, by differences; its own is infinite.

    The grid is (rows, chosen groups); squared has the shape (rows, chosen groups, COLUMNS).
    """
    row = tl.program_id(0).to(tl.int64)
    place = row * chosen + tl.program_id(1)
    others = tl.load(groups + place) * COLUMNS + tl.arange(0, COLUMNS)
    inner = tl.arange(0, CHUNK)
    own = points + (first_row + row) * WIDTH + inner
    other = points + others[:, None] * WIDTH + inner[None, :]
    exists = others < row_count
    total = tl.zeros((COLUMNS,), tl.float32)
    for depth in range(0, WIDTH, CHUNK):
        difference = tl.load(other + depth, mask=exists[:, None], other=0.0)
        difference -= tl.load(own + depth)[None, :]
        total += tl.sum(difference * difference, 1)
    total = tl.where(exists & (others != first_row + row), total, float("inf"))
    tl.store(squared + place * COLUMNS + tl.arange(0, COLUMNS), total)
