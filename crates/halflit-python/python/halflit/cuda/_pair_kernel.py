"""The all-pairs pass as one kernel of attention's shape."""

import triton
import triton.language as tl


@triton.jit
def _halves(values):
    """Two numbers of 11 bits each whose sum has the leading 22 bits."""
    high = values.to(tl.float16)
    return high, (values - high.to(tl.float32)).to(tl.float16)


@triton.jit
def _weighed(weights, high, low, rest, THIRD: tl.constexpr):
    """Multiply weights by values, small products first; what both have beyond 19 bits is left out."""
    first, second = _halves(weights)
    if THIRD:
        products = tl.dot(first, rest)
        products = tl.dot(second, low, products)
        products = tl.dot(second, high, products)
    else:
        products = tl.dot(second, high)
    products = tl.dot(first, low, products)
    return tl.dot(first, high, products)


@triton.jit
def _gathered(weights, degrees, columns, fixed_point):
    """Add the weights of a tile to the degrees of its columns; return the sums and squares of its rows."""
    fixed = (tl.sum(weights, 0) * fixed_point).to(tl.int64)
    tl.atomic_add(degrees + columns, fixed, sem="relaxed")
    return tl.sum(weights, 1), tl.sum(weights * weights, 1)


@triton.jit
def pair_kernel(
    rows_high,
    rows_low,
    columns_high,
    columns_low,
    columns_rest,
    norms,
    small_norms,
    scales,
    blocks,
    degrees,
    squares,
    sums,
    row_count,
    fixed_point,
    base_power,
    base_shift,
    first_power,
    first_shift,
    second_power,
    second_shift,
    WIDTH: tl.constexpr,
    DEPTH: tl.constexpr,
    CHUNK: tl.constexpr,
    OUTPUT: tl.constexpr,
    SPAN: tl.constexpr,
    ROWS: tl.constexpr,
    COLUMNS: tl.constexpr,
    POWERS: tl.constexpr,
    BASE: tl.constexpr,
    DIAGONAL: tl.constexpr,
    THIRD: tl.constexpr,
    STAGES: tl.constexpr,
):
    """Sum over the pairs of ROWS rows and of the SPAN columns of one block.

    The grid is (SPAN / ROWS, pairs of blocks, WIDTH / OUTPUT). Rows are padded to whole blocks; the norms of
    padding are so large that its weights are 0. DIAGONAL: only pairs with j > i.
    """
    tile, item, part = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    first_row = tl.load(blocks + 2 * item).to(tl.int64) * SPAN + tile * ROWS
    first_column = tl.load(blocks + 2 * item + 1).to(tl.int64) * SPAN
    rows = first_row + tl.arange(0, ROWS)
    inner = tl.arange(0, CHUNK)
    outer = part * OUTPUT + tl.arange(0, OUTPUT)
    row_norms = tl.load(norms + rows)
    row_small = tl.load(small_norms + rows)
    row_scales = tl.load(scales + rows)
    row_places = rows[:, None] * WIDTH + inner[None, :]
    if DEPTH == CHUNK:
        row_high = tl.load(rows_high + row_places)
        row_low = tl.load(rows_low + row_places)
    zeros = tl.zeros((ROWS,), tl.float32)
    base_squares, first_degrees, first_squares = zeros, zeros, zeros
    second_degrees, second_squares = zeros, zeros
    first_sums = tl.zeros((ROWS, OUTPUT), tl.float32)
    second_sums = tl.zeros((ROWS, OUTPUT), tl.float32)
    start = 0
    if DIAGONAL:
        start = tile * ROWS // COLUMNS * COLUMNS
    for offset in tl.range(start, SPAN, COLUMNS, num_stages=STAGES):
        columns = first_column + offset + tl.arange(0, COLUMNS)
        # ⟨x_i, x_j⟩: of the high parts exactly, and what the low ones add.
        if DEPTH == CHUNK:
            places = columns[:, None] * WIDTH + inner[None, :]
            high, low = tl.load(columns_high + places), tl.load(columns_low + places)
            small = tl.dot(row_low, tl.trans(low))
            small = tl.dot(row_low, tl.trans(high), small)
            small = tl.dot(row_high, tl.trans(low), small)
            products = tl.dot(row_high, tl.trans(high))
        else:
            products = tl.zeros((ROWS, COLUMNS), tl.float32)
            small = tl.zeros((ROWS, COLUMNS), tl.float32)
            for depth in range(0, DEPTH, CHUNK):
                places = columns[:, None] * WIDTH + depth + inner[None, :]
                high, low = tl.load(columns_high + places), tl.load(columns_low + places)
                row_high = tl.load(rows_high + row_places + depth)
                row_low = tl.load(rows_low + row_places + depth)
                small = tl.dot(row_low, tl.trans(low), small)
                small = tl.dot(row_low, tl.trans(high), small)
                small = tl.dot(row_high, tl.trans(low), small)
                products = tl.dot(row_high, tl.trans(high), products)
        if DEPTH != CHUNK or OUTPUT != CHUNK:
            places = columns[:, None] * WIDTH + outer[None, :]
            high, low = tl.load(columns_high + places), tl.load(columns_low + places)
        rest = low
        if THIRD:
            rest = tl.load(columns_rest + places)
        column_scales = tl.load(scales + columns)
        squared = (row_norms[:, None] + tl.load(norms + columns)[None, :]) - 2.0 * products
        squared += (row_small[:, None] + tl.load(small_norms + columns)[None, :]) - 2.0 * small
        squared = tl.maximum(squared, 0.0)
        exponents = squared * row_scales[:, None] * column_scales[None, :]
        if DIAGONAL:
            exponents = tl.where(columns[None, :] > rows[:, None], exponents, float("inf"))
        if BASE:
            weights = tl.exp2(base_shift - base_power * exponents)
            base_squares += tl.sum(weights * weights, 1)
        weights = tl.exp2(first_shift - first_power * exponents)
        if part == 0:
            degree, square = _gathered(weights, degrees, columns, fixed_point)
            first_degrees += degree
            first_squares += square
        first_sums += _weighed(weights, high, low, rest, THIRD)
        if POWERS == 2:
            weights = tl.exp2(second_shift - second_power * exponents)
            if part == 0:
                degree, square = _gathered(weights, degrees + row_count, columns, fixed_point)
                second_degrees += degree
                second_squares += square
            second_sums += _weighed(weights, high, low, rest, THIRD)
    # sums: (pairs of blocks, POWERS, SPAN, WIDTH); squares: (3, pairs of blocks, tiles)
    tiles = tl.num_programs(0)
    own = (item.to(tl.int64) * POWERS * SPAN + tile * ROWS + tl.arange(0, ROWS)) * WIDTH
    tl.store(sums + own[:, None] + outer[None, :], first_sums)
    if POWERS == 2:
        tl.store(sums + SPAN * WIDTH + own[:, None] + outer[None, :], second_sums)
    if part == 0:
        place = squares + item * tiles + tile
        tl.store(place, tl.sum(base_squares))
        place += tl.num_programs(1) * tiles
        tl.store(place, tl.sum(first_squares))
        fixed = (first_degrees * fixed_point).to(tl.int64)
        tl.atomic_add(degrees + rows, fixed, sem="relaxed")
        if POWERS == 2:
            tl.store(place + tl.num_programs(1) * tiles, tl.sum(second_squares))
            fixed = (second_degrees * fixed_point).to(tl.int64)
            tl.atomic_add(degrees + row_count + rows, fixed, sem="relaxed")
