// ---- the map: the row under the pointer ----
const REACH = 14; // how far from a mark the pointer may be, in points of the screen

// Rows by cells of a grid, so that a pointer looks at few of them.
function indexOf({ xs, ys, rows }) {
  const side = Math.min(Math.max(Math.ceil(Math.sqrt(rows.length / 2)), 1), 256);
  const [across, up] = [extent(rows.map((row) => xs[row])), extent(rows.map((row) => ys[row]))];
  const cell = ([low, high], value) => Math.min(Math.max(Math.floor((value - low) / (high - low) * side), 0), side - 1);
  const cells = new Map();
  for (const row of rows) {
    const key = cell(across, xs[row]) + side * cell(up, ys[row]);
    if (cells.has(key)) cells.get(key).push(row);
    else cells.set(key, [row]);
  }
  return { side, cells, column: (x) => cell(across, x), line: (y) => cell(up, y) };
}

// The row that is nearest to a place on the screen, or -1; of equally near ones that which lies on top.
function nearest(map, x, y) {
  const { index, view } = map;
  const [there, high] = [fromX(map, x), fromY(map, y)];
  const [reach, tall] = [REACH * view.across, REACH * view.up];
  let [best, least] = [-1, REACH * REACH];
  for (let line = index.line(high - tall); line <= index.line(high + tall); line++) {
    for (let column = index.column(there - reach); column <= index.column(there + reach); column++) {
      for (const row of index.cells.get(column + index.side * line) || []) {
        const [right, down] = [toX(map, map.xs[row]) - x, toY(map, map.ys[row]) - y];
        const distance = right * right + down * down;
        if (distance <= least) [best, least] = [row, distance];
      }
    }
  }
  return best;
}

const nameOf = (points, row) => (points.names ? points.names[row] : 'row ' + row);

function rowWords(points, row) {
  const known = points.labels[row];
  const guess = points.predicted.length ? points.predicted[row] : -1;
  const lines = [known >= 0 ? 'label: ' + points.classes[known].name : 'no label'];
  if (guess >= 0) lines.push('predicted: ' + points.classes[guess].name);
  if (known >= 0 && guess >= 0 && known !== guess) lines.push('predicted wrongly');
  return { name: nameOf(points, row), lines };
}

function valueWords(map, row) {
  const shown = isFlat(map.points) ? [map.x] : [map.x, map.y];
  const places = shown.filter((axis) => map.points.axes[axis])
    .map((axis) => [axisName(map.points, axis), map.points.axes[axis][row]]);
  const texts = map.points.texts.map(([name, cells]) => [name, cells[row]]);
  return texts.concat(places, map.points.features.map(({ name, values }) => [name, values[row]]));
}

// Words are put in as text: names from the data are never read as markup.
function fillTip(map, row) {
  const words = rowWords(map.points, row);
  const table = document.createElement('dl');
  for (const [name, value] of valueWords(map, row)) {
    const [term, number] = ['dt', 'dd'].map((tag) => table.appendChild(document.createElement(tag)));
    term.textContent = name;
    number.textContent = typeof value === 'number' ? short(value) : value;
  }
  map.tooltip.replaceChildren(tip(words.name, words.lines), table);
}

// A ring around the row in question, and what is known about it, beside it and never outside the map.
function point(map) {
  const pen = map.above.getContext('2d');
  pen.setTransform(map.density, 0, 0, map.density, 0, 0);
  pen.clearRect(0, 0, map.width, map.height);
  const [x, y] = map.row < 0 ? [-1, -1] : [toX(map, map.xs[map.row]), toY(map, map.ys[map.row])];
  const visible = map.row >= 0 && isInside(map, x, y);
  map.tooltip.hidden = !visible;
  if (!visible) return;
  const colors = theme();
  for (const [style, width] of [[colors.paper, 5], [colors.ink, 2]]) {
    pen.strokeStyle = style;
    pen.lineWidth = width;
    pen.beginPath();
    pen.arc(x, y, 9, 0, 7);
    pen.stroke();
  }
  fillTip(map, map.row);
  const { offsetWidth, offsetHeight } = map.tooltip;
  const left = x + 16 + offsetWidth <= map.width ? x + 16 : Math.max(x - 16 - offsetWidth, 0);
  const top = Math.min(Math.max(y - offsetHeight / 2, 0), Math.max(map.height - offsetHeight, 0));
  map.tooltip.style.transform = 'translate(' + Math.round(left) + 'px,' + Math.round(top) + 'px)';
}

function pointAt(map, row) {
  if (row === map.row) return;
  map.row = row;
  point(map);
}

// Points at a row wherever it is, hidden or not, and says it aloud.
function goTo(map, row) {
  if (!map.rows.includes(row)) {
    const box = document.querySelector('[data-class="' + map.kinds[row] + '"]');
    if (box) box.checked = true;
    const kind = byId(map.points.labels[row] >= 0 ? 'show-labeled' : 'show-unlabeled');
    if (kind) kind.checked = true;
    choose(map);
  }
  if (!isInside(map, toX(map, map.xs[row]), toY(map, map.ys[row]))) {
    map.view.x = map.xs[row];
    if (!isFlat(map.points)) map.view.y = map.ys[row];
  }
  map.row = row;
  repaint(map);
  const words = rowWords(map.points, row);
  byId('embedding-row').textContent = [words.name, ...words.lines].join(', ');
}
