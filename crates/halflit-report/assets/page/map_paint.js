// ---- the map: axes and marks ----
const NUMBER_FONT = (colors) => '12px ' + colors.font;
const TITLE_FONT = (colors) => '13px ' + colors.font;
const LONGEST_LANE = 130;

// Round numbers between two ends, about as many as asked for.
function marksBetween(low, high, count) {
  const raw = (high - low) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw * 0.999);
  const marks = [];
  if (!(step > 0)) return marks;
  for (let k = Math.ceil(low / step); k * step <= high && marks.length < 100; k++) {
    marks.push([k * step, short(Number((k * step).toPrecision(10)))]);
  }
  return marks;
}

const laneNames = (points) => points.classes.map((look) => look.name)
  .concat(document.querySelector('[data-class="-1"]') ? ['no class'] : []);

function marksUp(map) {
  if (isFlat(map.points)) return laneNames(map.points).map((name, lane) => [-lane, name]);
  const half = plotHeight(map) / 2 * map.view.up;
  return marksBetween(map.view.y - half, map.view.y + half, plotHeight(map) / 70);
}

function marksAcross(map) {
  const half = plotWidth(map) / 2 * map.view.across;
  return marksBetween(map.view.x - half, map.view.x + half, plotWidth(map) / 100);
}

// As wide as the longest number beside the axis, and the title beyond it: neither is ever cut.
function leftRoom(map) {
  const pen = map.ground.getContext('2d');
  pen.font = NUMBER_FONT(theme());
  const widest = Math.max(0, ...marksUp(map).map(([, text]) => pen.measureText(text).width));
  const title = isFlat(map.points) ? 0 : 24;
  return Math.ceil(Math.min(widest, isFlat(map.points) ? LONGEST_LANE : Infinity) + title + 14);
}

function fittedText(pen, text, most) {
  if (pen.measureText(text).width <= most) return text;
  const letters = [...text];
  while (letters.length && pen.measureText(letters.join('') + '\u2026').width > most) letters.pop();
  return letters.join('') + '\u2026';
}

function paintAxes(map, pen, colors) {
  const [right, bottom] = [map.width - EDGE, map.height - BOTTOM];
  const line = (x1, y1, x2, y2) => {
    pen.beginPath();
    pen.moveTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
    pen.lineTo(Math.round(x2) + 0.5, Math.round(y2) + 0.5);
    pen.stroke();
  };
  pen.strokeStyle = colors.grid;
  pen.fillStyle = colors.soft;
  pen.font = NUMBER_FONT(colors);
  pen.textAlign = 'center';
  pen.textBaseline = 'top';
  for (const [value, text] of marksAcross(map)) {
    const x = toX(map, value);
    line(x, EDGE, x, bottom);
    pen.fillText(text, x, bottom + 7);
  }
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  const lanes = isFlat(map.points);
  let last = -Infinity;
  for (const [value, text] of marksUp(map)) {
    const y = toY(map, value);
    if (!lanes) line(map.left, y, right, y);
    if (lanes && y - last < 13) continue; // more lanes than lines of text
    last = lanes ? y : last;
    pen.fillText(lanes ? fittedText(pen, text, LONGEST_LANE) : text, map.left - 7, y);
  }
  pen.strokeStyle = colors.soft;
  pen.strokeRect(map.left + 0.5, EDGE + 0.5, right - map.left - 1, bottom - EDGE - 1);
  paintTitles(map, pen, colors);
}

function paintTitles(map, pen, colors) {
  pen.fillStyle = colors.ink;
  pen.font = TITLE_FONT(colors);
  pen.textAlign = 'center';
  pen.textBaseline = 'bottom';
  pen.fillText(axisName(map.points, map.x), map.left + plotWidth(map) / 2, map.height - 4);
  if (isFlat(map.points)) return;
  pen.save();
  pen.translate(4, EDGE + plotHeight(map) / 2);
  pen.rotate(-Math.PI / 2);
  pen.textBaseline = 'top';
  pen.fillText(axisName(map.points, map.y), 0, 0);
  pen.restore();
}

// A mark is drawn once and then copied: shapes take time, copies hardly any.
function stamp(map, look, labeled, colors) {
  const known = map.knownRows ?? (map.knownRows = map.points.labels.filter((label) => label >= 0).length);
  const total = map.points.labels.length;
  const strong = 6.2 * Math.min(Math.max((300 / Math.max(known, 1)) ** 0.25, 0.5), 1);
  const radius = labeled ? strong : total > 10000 ? 2 : total > 2000 ? 2.5 : 3.2;
  const half = Math.ceil((1.6 * radius + 1) * map.density);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2 * half;
  const pen = canvas.getContext('2d');
  pen.translate(half, half);
  pen.scale(map.density, map.density);
  pen.globalAlpha = labeled ? 1 : isDark() ? 0.7 : 0.55;
  pen.fillStyle = colorOf(look);
  pen.strokeStyle = colors.ink;
  const shape = outline(look, radius);
  pen.fill(shape);
  if (labeled) {
    pen.lineWidth = 0.24 * strong;
    pen.stroke(shape);
  }
  return { canvas, half };
}

function outline(look, radius) {
  const path = new Path2D();
  if (look.outline) path.addPath(new Path2D(look.outline), new DOMMatrix([radius / 10, 0, 0, radius / 10, 0, 0]));
  else path.arc(0, 0, radius, 0, 7);
  return path;
}

function paint(map) {
  const start = performance.now();
  const colors = theme();
  // Room that was once needed is kept, so that the plot does not jump under the pointer.
  map.left = Math.max(map.left, leftRoom(map));
  const pen = map.marks.getContext('2d');
  pen.clearRect(0, 0, map.marks.width, map.marks.height);
  paintRows(map, pen, colors);
  map.painted = { view: { ...map.view }, middle: toX(map, map.view.x), level: toY(map, map.view.y) };
  show(map, colors);
  map.cost = performance.now() - start;
}

// The axes as they are now, and the marks as they were painted last, moved and scaled to where they belong.
function show(map, colors) {
  const { view, density, painted } = map;
  const pen = map.ground.getContext('2d');
  pen.setTransform(density, 0, 0, density, 0, 0);
  pen.clearRect(0, 0, map.width, map.height);
  paintAxes(map, pen, colors);
  pen.save();
  pen.beginPath();
  pen.rect(map.left, EDGE, plotWidth(map), plotHeight(map));
  pen.clip();
  const [wide, tall] = [painted.view.across / view.across, painted.view.up / view.up];
  const x = toX(map, painted.view.x) - painted.middle * wide;
  const y = toY(map, painted.view.y) - painted.level * tall;
  pen.drawImage(map.marks, x, y, map.width * wide, map.height * tall);
  pen.restore();
}

// Marks are copied onto whole dots of the screen: in between every copy would have to be computed anew.
function paintRows(map, pen, colors) {
  const { view, xs, ys, kinds, stamps, density } = map;
  const [right, bottom] = [map.width - EDGE, map.height - BOTTOM];
  const [middle, level] = [toX(map, view.x), toY(map, view.y)];
  map.drawn = 0;
  for (const row of map.rows) {
    const x = middle + (xs[row] - view.x) / view.across;
    const y = level - (ys[row] - view.y) / view.up;
    if (!(x >= map.left && x <= right && y >= EDGE && y <= bottom)) continue;
    const labeled = map.points.labels[row] >= 0;
    const key = 2 * kinds[row] + (labeled ? 1 : 0);
    if (!stamps.has(key)) stamps.set(key, stamp(map, lookOf(map.points, kinds[row]), labeled, colors));
    const { canvas, half } = stamps.get(key);
    pen.drawImage(canvas, Math.round(x * density) - half, Math.round(y * density) - half);
    map.drawn += 1;
  }
}
