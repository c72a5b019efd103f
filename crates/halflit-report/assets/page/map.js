// ---- the map: every row a mark on a canvas ----
// The only picture that a script draws, because tens of thousands of rows have to follow the pointer.
const NO_CLASS = { name: 'no class', light: '#8A8A8A', dark: '#8A8A8A', outline: null };
const EDGE = 12; // free space right of and above the plot
const BOTTOM = 48; // room for the numbers and the title below it

// The known class of a row, else the predicted one, else -1.
function classOf(points, row) {
  if (points.labels[row] >= 0) return points.labels[row];
  return points.predicted.length ? points.predicted[row] : -1;
}
const lookOf = (points, kind) => (kind >= 0 ? points.classes[kind] : NO_CLASS);
const isFlat = (points) => points.axes.length < 2;
const axisName = (points, axis) => points.axisNames[axis] ?? 'axis ' + (axis + 1);

function makeMap(points, element) {
  const layer = () => element.appendChild(document.createElement('canvas'));
  const tooltip = document.createElement('div');
  tooltip.className = 'tip';
  const map = {
    points, element, ground: layer(), above: layer(), marks: document.createElement('canvas'), tooltip,
    x: 0, y: 1, row: -1, left: 0, cost: 0, waiting: false, rest: 0,
    kinds: points.labels.map((label, row) => classOf(points, row)),
  };
  element.append(tooltip);
  place(map);
  choose(map);
  measure(map);
  showAll(map);
  return map;
}

// Where rows lie on the chosen axes. Without a second axis each class has a lane, in which rows are spread by
// their number so that they do not hide each other.
function place(map) {
  const { points } = map;
  const lane = (row) => (map.kinds[row] >= 0 ? map.kinds[row] : points.classes.length);
  const spread = (row) => (((row * 0.6180339887) % 1) - 0.5) * 0.5;
  map.xs = points.axes.length ? points.axes[map.x] : points.labels.map(() => 0);
  map.ys = isFlat(points) ? points.labels.map((label, row) => -lane(row) + spread(row)) : points.axes[map.y];
}

// Which rows are shown, the unlabeled ones first, so that labeled ones lie on top; and where to look for them.
function choose(map) {
  const { points, kinds } = map;
  const checked = (id) => !byId(id) || byId(id).checked;
  const boxes = [...document.querySelectorAll('[data-class]')].filter((box) => box.checked);
  const shown = new Set(boxes.map((box) => Number(box.dataset.class)));
  const wanted = { labeled: checked('show-labeled'), unlabeled: checked('show-unlabeled') };
  const [labeled, unlabeled] = [[], []];
  kinds.forEach((kind, row) => {
    const known = points.labels[row] >= 0;
    if (shown.has(kind) && wanted[known ? 'labeled' : 'unlabeled']) (known ? labeled : unlabeled).push(row);
  });
  map.rows = unlabeled.concat(labeled);
  map.index = indexOf(map);
}

function extent(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return [0, 1];
  const margin = high > low ? 0.05 * (high - low) : Math.max(0.1 * Math.abs(low), 0.5);
  return [low - margin, high + margin];
}

// The canvases follow the size of their element and the density of the screen.
function measure(map) {
  const { element } = map;
  [map.width, map.height] = [element.clientWidth, element.clientHeight];
  map.density = window.devicePixelRatio || 1;
  map.stamps = new Map();
  for (const canvas of [map.ground, map.above, map.marks]) {
    canvas.width = Math.round(map.width * map.density);
    canvas.height = Math.round(map.height * map.density);
  }
}

const plotWidth = (map) => Math.max(map.width - map.left - EDGE, 50);
const plotHeight = (map) => Math.max(map.height - EDGE - BOTTOM, 50);

// The whole of it. A unit is equally long on both axes: the one with room to spare shows more.
function home(map) {
  const [x, y] = [extent(map.xs), extent(map.ys)];
  const lanes = laneNames(map.points).length;
  const [bottom, top] = isFlat(map.points) ? [0.5 - lanes, 0.5] : y;
  const [across, up] = [(x[1] - x[0]) / plotWidth(map), (top - bottom) / plotHeight(map)];
  const both = Math.max(across, up);
  const units = isFlat(map.points) ? { across, up } : { across: both, up: both };
  return { x: (x[0] + x[1]) / 2, y: (bottom + top) / 2, ...units };
}

function showAll(map) {
  map.left = 0;
  map.view = home(map);
  // The numbers beside the axis take room of their own, and their number depends on the room that is left.
  map.left = leftRoom(map);
  map.view = home(map);
  repaint(map);
}

// Another size keeps what is looked at.
function resized(map) {
  const [{ x, y }, share] = [map.view, map.view.across / home(map).across];
  measure(map);
  showAll(map);
  if (share < 0.999) {
    Object.assign(map.view, { x, across: share * map.view.across });
    if (!isFlat(map.points)) Object.assign(map.view, { y, up: share * map.view.up });
  }
  recolored(map);
}

// At once, because paper does not wait for the next picture of the screen.
function recolored(map) {
  map.stamps.clear();
  paint(map);
  point(map);
}

// Around a place on the screen; a factor below 1 zooms in.
function zoomBy(map, factor, at) {
  const { view } = map;
  const whole = home(map);
  const scale = Math.min(Math.max(factor, 1e-6 * whole.across / view.across), whole.across / view.across);
  const [x, y] = at || [map.left + plotWidth(map) / 2, EDGE + plotHeight(map) / 2];
  const [there, high] = [fromX(map, x), fromY(map, y)];
  view.across *= scale;
  view.x = there + (view.x - there) * scale;
  if (!isFlat(map.points)) {
    view.up *= scale;
    view.y = high + (view.y - high) * scale;
  }
  if (view.across >= whole.across) map.view = whole;
  repaint(map, true);
}

function moveBy(map, across, up) {
  map.view.x -= across * map.view.across;
  if (!isFlat(map.points)) map.view.y += up * map.view.up;
  repaint(map, true);
}

const toX = (map, value) => map.left + plotWidth(map) / 2 + (value - map.view.x) / map.view.across;
const toY = (map, value) => EDGE + plotHeight(map) / 2 - (value - map.view.y) / map.view.up;
const fromX = (map, x) => map.view.x + (x - map.left - plotWidth(map) / 2) * map.view.across;
const fromY = (map, y) => map.view.y - (y - EDGE - plotHeight(map) / 2) * map.view.up;
const isInside = (map, x, y) => x >= map.left && x <= map.width - EDGE && y >= EDGE && y <= map.height - BOTTOM;

// What may take longer than this many milliseconds waits until the pointer rests.
const PATIENCE = 16;

// Once for each picture of the screen, however often it is asked for. Where painting takes long, what was painted
// last is moved along, so that it follows the pointer whatever the number of rows.
function repaint(map, moving) {
  clearTimeout(map.rest);
  map.hurried = moving && map.cost > PATIENCE && map.painted;
  if (map.hurried) map.rest = setTimeout(() => repaint(map), 120);
  if (map.waiting) return;
  map.waiting = true;
  requestAnimationFrame(() => {
    map.waiting = false;
    if (map.hurried) show(map, theme());
    else paint(map);
    point(map);
  });
}
