"""The all-pairs pass as one kernel of attention's shape."""

import triton
import triton.language as tl


@triton.jit
def halves(weights):
    """Two f16 numbers, of which the first are few multiples of one number, and their sum, the weight used.

    Weights are at most 2^15 and f32 has 24 bits, so that adding and taking away 1.5 · 2^31 leaves multiples
    of 256.
    """
    first = (weights + 3221225472.0) - 3221225472.0
    second = (weights - first).to(tl.float16)
    return first.to(tl.float16), second, first + second.to(tl.float32)


@triton.jit
def add_weighed(into, first, second, high, low, rest, NARROW: tl.constexpr):
    """Add weights times values.

    The product of what is large is exact: whole numbers of 7 and 11 bits, 64 at a time. Tensor cores round
    towards 0, so what they summed of the rest is small, and is added to the whole elsewhere.
    """
    into += tl.dot(first, high)
    small = tl.dot(first, rest)
    if NARROW:
        small = tl.dot(second, rest, small)
    small = tl.dot(second, low, small)
    small = tl.dot(first, low, small)
    return into + tl.dot(second, high, small)


@triton.jit
def gathered(weights, degrees, columns, fixed_point):
    """Add the weights of a tile to the degrees of its columns; return the sums and squares of its rows.

    Sums of whole numbers do not depend on their order.
    """
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
    SPAN: tl.constexpr,
    ROWS: tl.constexpr,
    COLUMNS: tl.constexpr,
    POWERS: tl.constexpr,
    BASE: tl.constexpr,
    DIAGONAL: tl.constexpr,
    NARROW: tl.constexpr,
    STAGES: tl.constexpr,
):
    """Sum over the pairs of ROWS rows and of the SPAN columns of one block.

    The grid is (SPAN / ROWS, pairs of blocks). Rows are padded to whole blocks; the norms of padding are so
    large that its weights are 0. DIAGONAL: only pairs with j > i.
    """
    tile, item = tl.program_id(0), tl.program_id(1)
    first_row = tl.load(blocks + 2 * item).to(tl.int64) * SPAN + tile * ROWS
    first_column = tl.load(blocks + 2 * item + 1).to(tl.int64) * SPAN
    rows = first_row + tl.arange(0, ROWS)
    inner = tl.arange(0, WIDTH)
    row_high = tl.load(rows_high + rows[:, None] * WIDTH + inner[None, :])
    row_low = tl.load(rows_low + rows[:, None] * WIDTH + inner[None, :])
    row_norms, row_small = tl.load(norms + rows), tl.load(small_norms + rows)
    row_scales = tl.load(scales + rows)
    zeros = tl.zeros((ROWS,), tl.float32)
    base_squares, first_degrees, first_squares = zeros, zeros, zeros
    second_degrees, second_squares = zeros, zeros
    first_sums = tl.zeros((ROWS, WIDTH), tl.float32)
    second_sums = tl.zeros((ROWS, WIDTH), tl.float32)
    start = 0
    if DIAGONAL:
        start = tile * ROWS // COLUMNS * COLUMNS
    for offset in tl.range(start, SPAN, COLUMNS, num_stages=STAGES):
        columns = first_column + offset + tl.arange(0, COLUMNS)
        places = columns[:, None] * WIDTH + inner[None, :]
        high, low = tl.load(columns_high + places), tl.load(columns_low + places)
        rest = tl.load(columns_rest + places)
        # ⟨z_i, z_j⟩: of the high parts exactly, and what the low ones add.
        small = tl.dot(row_low, tl.trans(low))
        small = tl.dot(row_low, tl.trans(high), small)
        small = tl.dot(row_high, tl.trans(low), small)
        products = tl.dot(row_high, tl.trans(high))
        squared = (row_norms[:, None] + tl.load(norms + columns)[None, :]) - 2.0 * products
        squared += (row_small[:, None] + tl.load(small_norms + columns)[None, :]) - 2.0 * small
        exponents = tl.maximum(squared, 0.0) * row_scales[:, None]
        exponents *= tl.load(scales + columns)[None, :]
        if DIAGONAL:
            exponents = tl.where(columns[None, :] > rows[:, None], exponents, float("inf"))
        if BASE:
            weights = tl.exp2(base_shift - base_power * exponents)
            base_squares += tl.sum(weights * weights, 1)
        first, second, weights = halves(tl.exp2(first_shift - first_power * exponents))
        degree, square = gathered(weights, degrees, columns, fixed_point)
        first_degrees += degree
        first_squares += square
        first_sums = add_weighed(first_sums, first, second, high, low, rest, NARROW)
        if POWERS == 2:
            first, second, weights = halves(tl.exp2(second_shift - second_power * exponents))
            degree, square = gathered(weights, degrees + row_count, columns, fixed_point)
            second_degrees += degree
            second_squares += square
            second_sums = add_weighed(second_sums, first, second, high, low, rest, NARROW)
    # sums: (pairs of blocks, POWERS, SPAN, WIDTH); squares: (1 + POWERS, pairs of blocks, tiles)
    own = (item.to(tl.int64) * POWERS * SPAN + tile * ROWS + tl.arange(0, ROWS)) * WIDTH
    tl.store(sums + own[:, None] + inner[None, :], first_sums)
    tl.atomic_add(degrees + rows, (first_degrees * fixed_point).to(tl.int64), sem="relaxed")
    place = squares + item * tl.num_programs(0) + tile
    programs = tl.num_programs(0) * tl.num_programs(1)
    tl.store(place, tl.sum(base_squares))
    tl.store(place + programs, tl.sum(first_squares))
    if POWERS == 2:
        tl.store(sums + SPAN * WIDTH + own[:, None] + inner[None, :], second_sums)
        fixed = (second_degrees * fixed_point).to(tl.int64)
        tl.atomic_add(degrees + row_count + rows, fixed, sem="relaxed")
        tl.store(place + 2 * programs, tl.sum(second_squares))
