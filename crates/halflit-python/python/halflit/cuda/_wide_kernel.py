"""The all-pairs pass for many columns as two kernels: the weights of some blocks, then their products.

One program cannot hold the sums of many columns, and two would both make the same weights. So the weights of
the blocks of a launch are stored, and nothing more.
"""

import triton
import triton.language as tl

from ._pair_kernel import add_weighed, gathered, halves


@triton.jit
def weight_kernel(
    rows_high,
    rows_low,
    columns_high,
    columns_low,
    norms,
    small_norms,
    scales,
    blocks,
    degrees,
    squares,
    first_parts,
    second_parts,
    fixed_point,
    base_power,
    base_shift,
    power,
    shift,
    WIDTH: tl.constexpr,
    DEPTH: tl.constexpr,
    CHUNK: tl.constexpr,
    SPAN: tl.constexpr,
    ROWS: tl.constexpr,
    COLUMNS: tl.constexpr,
    BASE: tl.constexpr,
    DIAGONAL: tl.constexpr,
    STAGES: tl.constexpr,
):
    """Store the weights of ROWS × COLUMNS pairs as two parts, and add them to degrees.

    The grid is (SPAN / ROWS, SPAN / COLUMNS, pairs of blocks); parts have the shape (pairs of blocks, SPAN,
    SPAN), squares (2, pairs of blocks, SPAN / COLUMNS, SPAN / ROWS).
    """
    item = tl.program_id(2)
    own_rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    own_columns = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    rows = tl.load(blocks + 2 * item).to(tl.int64) * SPAN + own_rows
    columns = tl.load(blocks + 2 * item + 1).to(tl.int64) * SPAN + own_columns
    inner = tl.arange(0, CHUNK)
    row_places = rows[:, None] * WIDTH + inner[None, :]
    places = columns[:, None] * WIDTH + inner[None, :]
    products = tl.zeros((ROWS, COLUMNS), tl.float32)
    small = tl.zeros((ROWS, COLUMNS), tl.float32)
    for depth in tl.range(0, DEPTH, CHUNK, num_stages=STAGES):
        high, low = tl.load(columns_high + places + depth), tl.load(columns_low + places + depth)
        row_high = tl.load(rows_high + row_places + depth)
        row_low = tl.load(rows_low + row_places + depth)
        small = tl.dot(row_low, tl.trans(low), small)
        small = tl.dot(row_low, tl.trans(high), small)
        small = tl.dot(row_high, tl.trans(low), small)
        products = tl.dot(row_high, tl.trans(high), products)
    squared = (tl.load(norms + rows)[:, None] + tl.load(norms + columns)[None, :]) - 2.0 * products
    row_small, column_small = tl.load(small_norms + rows), tl.load(small_norms + columns)
    squared += (row_small[:, None] + column_small[None, :]) - 2.0 * small
    exponents = tl.maximum(squared, 0.0) * tl.load(scales + rows)[:, None]
    exponents *= tl.load(scales + columns)[None, :]
    if DIAGONAL:
        exponents = tl.where(columns[None, :] > rows[:, None], exponents, float("inf"))
    place = (item * tl.num_programs(1) + tl.program_id(1)) * tl.num_programs(0) + tl.program_id(0)
    if BASE:
        weights = tl.exp2(base_shift - base_power * exponents)
        tl.store(squares + place, tl.sum(weights * weights))
    first, second, weights = halves(tl.exp2(shift - power * exponents))
    degree, square = gathered(weights, degrees, columns, fixed_point)
    tl.atomic_add(degrees + rows, (degree * fixed_point).to(tl.int64), sem="relaxed")
    programs = tl.num_programs(0) * tl.num_programs(1) * tl.num_programs(2)
    tl.store(squares + programs + place, tl.sum(square))
    into = (item.to(tl.int64) * SPAN + own_rows)[:, None] * SPAN + own_columns[None, :]
    tl.store(first_parts + into, first)
    tl.store(second_parts + into, second)


@triton.jit
def product_kernel(
    first_parts,
    second_parts,
    columns_high,
    columns_low,
    columns_rest,
    blocks,
    sums,
    WIDTH: tl.constexpr,
    OUTPUT: tl.constexpr,
    SPAN: tl.constexpr,
    ROWS: tl.constexpr,
    COLUMNS: tl.constexpr,
    NARROW: tl.constexpr,
    STAGES: tl.constexpr,
):
    """Multiply stored weights by rows; the grid is (SPAN / ROWS, WIDTH / OUTPUT, pairs of blocks)."""
    item = tl.program_id(2)
    rows = item.to(tl.int64) * SPAN + tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    outer = tl.program_id(1) * OUTPUT + tl.arange(0, OUTPUT)
    first_column = tl.load(blocks + 2 * item + 1).to(tl.int64) * SPAN
    total = tl.zeros((ROWS, OUTPUT), tl.float32)
    for offset in tl.range(0, SPAN, COLUMNS, num_stages=STAGES):
        own = offset + tl.arange(0, COLUMNS)
        weights = rows[:, None] * SPAN + own[None, :]
        first, second = tl.load(first_parts + weights), tl.load(second_parts + weights)
        places = (first_column + own)[:, None] * WIDTH + outer[None, :]
        high, low = tl.load(columns_high + places), tl.load(columns_low + places)
        rest = tl.load(columns_rest + places)
        total = add_weighed(total, first, second, high, low, rest, NARROW)
    tl.store(sums + rows[:, None] * WIDTH + outer[None, :], total)
