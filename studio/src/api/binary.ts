// The two binary answers. Arrays are views of what arrived: a million rows are not copied.

const head = (buffer: ArrayBuffer, magic: string): DataView => {
  const view = new DataView(buffer);
  const found = String.fromCharCode(...new Uint8Array(buffer, 0, Math.min(4, buffer.byteLength)));
  if (found !== magic) throw new Error(`the server sent "${found}" where "${magic}" should be`);
  return view;
};

/** Takes one array after the other; each begins at a multiple of four bytes. */
class Reader {
  private offset = 16;
  constructor(private readonly buffer: ArrayBuffer) {}

  private next<T>(bytes: number, make: (offset: number) => T): T {
    if (this.offset + bytes > this.buffer.byteLength) {
      throw new Error(`the answer ends at byte ${this.buffer.byteLength}, inside of an array`);
    }
    const taken = make(this.offset);
    this.offset += (bytes + 3) & ~3;
    return taken;
  }

  f32 = (n: number) => this.next(4 * n, (offset) => new Float32Array(this.buffer, offset, n));
  u32 = (n: number) => this.next(4 * n, (offset) => new Uint32Array(this.buffer, offset, n));
  u16 = (n: number) => this.next(2 * n, (offset) => new Uint16Array(this.buffer, offset, n));
  u8 = (n: number) => this.next(n, (offset) => new Uint8Array(this.buffer, offset, n));
}

export interface MapAnswer {
  version: number;
  n: number;
  positions: { x: Float32Array; y: Float32Array } | null;
  predictions: { predicted: Uint16Array; sure: Uint8Array } | null;
}

export function readMap(buffer: ArrayBuffer): MapAnswer {
  const view = head(buffer, 'HLM1');
  const [version, n, flags] = [4, 8, 12].map((at) => view.getUint32(at, true));
  const reader = new Reader(buffer);
  const positions = flags & 1 ? { x: reader.f32(n), y: reader.f32(n) } : null;
  const predictions = flags & 2 ? { predicted: reader.u16(n), sure: reader.u8(n) } : null;
  return { version, n, positions, predictions };
}

export interface LabelAnswer {
  version: number;
  /** Which rows the arrays are about; null: all of them. */
  rows: Uint32Array | null;
  label: Uint16Array;
  mark: Uint8Array;
}

export function readLabels(buffer: ArrayBuffer): LabelAnswer {
  const view = head(buffer, 'HLL1');
  const [version, count, flags] = [4, 8, 12].map((at) => view.getUint32(at, true));
  const reader = new Reader(buffer);
  const rows = flags & 1 ? null : reader.u32(count);
  return { version, rows, label: reader.u16(count), mark: reader.u8(count) };
}

/** The values of a column; NaN where there is none. */
export function readColumn(buffer: ArrayBuffer): Float32Array {
  const view = head(buffer, 'HLC1');
  return new Reader(buffer).f32(view.getUint32(8, true));
}
