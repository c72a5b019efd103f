"""The all-pairs pass with products in tf32x3, to compare with: the operands as they are, and a transposed copy."""

import triton
import triton.language as tl
from halflit.cuda._pair_kernel import gathered


@triton.jit
def tf32_kernel(
    rows,
    turned,
    norms,
    scales,
    blocks,
    degrees,
    sums,
    row_count,
    WIDTH: tl.constexpr,
    SPAN: tl.constexpr,
    ROWS: tl.constexpr,
    COLUMNS: tl.constexpr,
    PRECISION: tl.constexpr,
    STAGES: tl.constexpr,
):
    tile, item = tl.program_id(0), tl.program_id(1)
    first_row = tl.load(blocks + 2 * item) * SPAN + tile * ROWS
    first_column = tl.load(blocks + 2 * item + 1) * SPAN
    own = first_row + tl.arange(0, ROWS)
    inner = tl.arange(0, WIDTH)
    x = tl.load(rows + own[:, None] * WIDTH + inner[None, :])
    row_norms, row_scales = tl.load(norms + own), tl.load(scales + own)
    total = tl.zeros((ROWS, WIDTH), tl.float32)
    row_degrees = tl.zeros((ROWS,), tl.float32)
    for offset in tl.range(0, SPAN, COLUMNS, num_stages=STAGES):
        columns = first_column + offset + tl.arange(0, COLUMNS)
        y = tl.load(rows + columns[:, None] * WIDTH + inner[None, :])
        products = tl.dot(x, tl.trans(y), input_precision=PRECISION)
        squared = tl.maximum(row_norms[:, None] + tl.load(norms + columns)[None, :] - 2.0 * products, 0.0)
        weights = tl.exp2(-squared * row_scales[:, None] * tl.load(scales + columns)[None, :])
        degree, square = gathered(weights, degrees, columns, 16777216.0)
        row_degrees += degree + square
        z = tl.load(turned + inner[:, None] * row_count + columns[None, :])
        total = tl.dot(weights, tl.trans(z), total, input_precision=PRECISION)
    place = (item.to(tl.int64) * SPAN + tile * ROWS + tl.arange(0, ROWS)) * WIDTH
    tl.store(sums + place[:, None] + inner[None, :], total)
    tl.atomic_add(degrees + own, (row_degrees * 16777216.0).to(tl.int64), sem="relaxed")
