// The two binary answers of the server.

function join(magic, numbers, arrays) {
  const parts = [Buffer.from(magic, 'latin1'), Buffer.from(Uint32Array.from(numbers).buffer)];
  for (const array of arrays) {
    const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    parts.push(bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4));
  }
  return Buffer.concat(parts);
}

/** The axes are the picture seen from the side. */
export function mapBytes(session, since, show = 'picture') {
  const { map } = session;
  if (since === map.version) return join('HLM1', [map.version, session.rows.n, 0], []);
  const y = show === 'axes' ? map.y.map((one) => one / 4) : map.y;
  return join('HLM1', [map.version, session.rows.n, 3], [map.x, y, map.predicted, map.sure]);
}

export function labelBytes(session, since) {
  const { version, label, mark, changed } = session;
  if (since === 0) return join('HLL1', [version, label.length, 1], [label, mark]);
  const rows = [...new Set(changed.filter((one) => one.version > since).flatMap((one) => one.rows))];
  const pick = (Kind, from) => Kind.from(rows, (row) => from[row]);
  return join(
    'HLL1',
    [version, rows.length, 0],
    [Uint32Array.from(rows), pick(Uint16Array, label), pick(Uint8Array, mark)],
  );
}

/** A column that goes from left to right. */
export const columnBytes = ({ rows }) => join('HLC1', [0, rows.n, 0], [rows.x]);
