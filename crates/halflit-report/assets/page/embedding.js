// ---- the embedding ----
const LARGE = 3000; // a series with more rows is drawn by the library's fast path
const MARGIN = { left: 58, right: 14, top: 10, bottom: 46 };
const state = { x: 0, y: 1, cursor: -1 };
let embeddingChart = null;

// The known class of a row, else the predicted one, else -1.
function classOf(points, row) {
  if (points.labels[row] >= 0) return points.labels[row];
  return points.predicted.length ? points.predicted[row] : -1;
}

const checked = (id) => !byId(id) || byId(id).checked;
const shownClasses = () => new Set(
  [...document.querySelectorAll('[data-class]')].filter((box) => box.checked)
    .map((box) => Number(box.dataset.class)));

// Rows grouped into series: unlabeled ones first, so that labeled ones lie on top.
function groups(points) {
  const shown = shownClasses();
  const found = new Map();
  for (let row = 0; row < points.labels.length; row++) {
    const labeled = points.labels[row] >= 0;
    const kind = classOf(points, row);
    if (!shown.has(kind) || !checked(labeled ? 'show-labeled' : 'show-unlabeled')) continue;
    const key = (labeled ? 'labeled ' : 'unlabeled ') + kind;
    if (!found.has(key)) found.set(key, { kind, labeled, rows: [] });
    found.get(key).rows.push(row);
  }
  return [...found.values()].sort((a, b) => a.labeled - b.labeled || a.kind - b.kind);
}

// Without a second axis each class has a lane; rows without a class, if there are any, come last.
function lanes(points) {
  const names = points.classes.map((look) => look.name);
  return document.querySelector('[data-class="-1"]') ? names.concat('no class') : names;
}
function place(points, row) {
  if (points.axes.length > 1) return [points.axes[state.x][row], points.axes[state.y][row], row];
  const kind = classOf(points, row);
  return [points.axes[0][row], kind >= 0 ? kind : points.classes.length, row];
}

function rowWords(points, row) {
  const name = points.names ? points.names[row] : 'row ' + row;
  const known = points.labels[row];
  const guess = points.predicted.length ? points.predicted[row] : -1;
  const lines = [known >= 0 ? 'label: ' + points.classes[known].name : 'no label'];
  if (guess >= 0) lines.push('predicted: ' + points.classes[guess].name);
  if (known >= 0 && guess >= 0 && known !== guess) lines.push('predicted wrongly');
  return { name, lines };
}

function embeddingSeries(points, colors) {
  const none = { name: 'no class', light: '#8A8A8A', dark: '#8A8A8A', symbol: 'circle', size: 1 };
  const total = points.labels.length;
  const known = points.labels.filter((label) => label >= 0).length;
  const strong = 12.5 * Math.min(Math.max((300 / Math.max(known, 1)) ** 0.25, 0.5), 1);
  return groups(points).map(({ kind, labeled, rows }) => {
    const look = kind >= 0 ? points.classes[kind] : none;
    const large = rows.length > LARGE;
    const small = total > 10000 ? 4 : total > 2000 ? 5 : 6.5;
    return {
      type: 'scatter', name: look.name, data: rows.map((row) => place(points, row)),
      large, largeThreshold: LARGE,
      symbol: large ? 'circle' : look.symbol, // the fast path knows no drawn shapes
      symbolSize: (large ? 1 : look.size) * (labeled ? strong : small),
      itemStyle: {
        color: colorOf(look), opacity: labeled ? 1 : isDark() ? 0.7 : 0.55,
        borderColor: colors.ink, borderWidth: labeled ? 0.12 * strong : 0,
      },
      emphasis: { scale: 1.4, itemStyle: { opacity: 1 } },
    };
  });
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

// A unit is equally long on both axes: the axis with room to spare shows more.
function equalExtents(points) {
  const element = byId('chart-embedding');
  const width = Math.max(element.clientWidth - MARGIN.left - MARGIN.right, 50);
  const height = Math.max(element.clientHeight - MARGIN.top - MARGIN.bottom, 50);
  const [x, y] = [extent(points.axes[state.x]), extent(points.axes[state.y])];
  const unit = Math.max((x[1] - x[0]) / width, (y[1] - y[0]) / height);
  const grow = ([low, high], length) => {
    const middle = (low + high) / 2;
    return [middle - unit * length / 2, middle + unit * length / 2];
  };
  return [grow(x, width), grow(y, height)];
}

function embeddingOption(points) {
  const colors = theme();
  const flat = points.axes.length < 2;
  const [x, y] = flat ? [extent(points.axes[0] || []), null] : equalExtents(points);
  // The ends of a moved axis are odd numbers: no label there.
  const label = { color: colors.soft, formatter: short, showMinLabel: false, showMaxLabel: false, hideOverlap: true };
  const range = (ends) => ({ min: ends[0], max: ends[1], axisLabel: label });
  const zoom = { type: 'inside', filterMode: 'none', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false };
  return {
    ...baseOption(colors),
    tooltip: {
      ...baseOption(colors).tooltip,
      formatter: (item) => {
        const words = rowWords(points, item.data[2]);
        return tip(words.name, words.lines);
      },
    },
    grid: { ...MARGIN, left: flat ? 110 : MARGIN.left, outerBoundsMode: 'none' },
    xAxis: axis(colors, flat ? 'axis 1' : 'axis ' + (state.x + 1), { nameGap: 26, scale: true, ...range(x) }),
    yAxis: flat
      ? nameAxis(colors, '', lanes(points), { inverse: true, axisLabel: { color: colors.ink, width: 95, overflow: 'truncate' } })
      : axis(colors, 'axis ' + (state.y + 1), { nameGap: 36, scale: true, ...range(y) }),
    dataZoom: flat ? [{ ...zoom, xAxisIndex: 0 }] : [{ ...zoom, xAxisIndex: 0 }, { ...zoom, yAxisIndex: 0 }],
    series: embeddingSeries(points, colors),
  };
}

// Around the middle of what is shown; a factor below 1 zooms in.
function zoomBy(factor) {
  embeddingChart.getOption().dataZoom.forEach((zoom, dataZoomIndex) => {
    const middle = (zoom.start + zoom.end) / 2;
    const half = Math.min((zoom.end - zoom.start) / 2 * factor, 50);
    const start = Math.min(Math.max(middle - half, 0), 100 - 2 * half);
    embeddingChart.dispatchAction({ type: 'dataZoom', dataZoomIndex, start, end: start + 2 * half });
  });
}

// Shows the next or previous row as if the pointer were on it, and says it aloud.
function step(points, by) {
  const series = embeddingChart.getOption().series;
  const order = series.flatMap((one, seriesIndex) => one.data.map((item, dataIndex) => ({ seriesIndex, dataIndex, row: item[2] })));
  if (!order.length) return;
  state.cursor = (state.cursor + by + order.length) % order.length;
  const { seriesIndex, dataIndex, row } = order[state.cursor];
  embeddingChart.dispatchAction({ type: 'showTip', seriesIndex, dataIndex });
  const words = rowWords(points, row);
  byId('embedding-row').textContent = [words.name, ...words.lines].join(', ');
}

function keyPressed(points, event) {
  const actions = {
    ArrowRight: () => step(points, 1), ArrowDown: () => step(points, 1),
    ArrowLeft: () => step(points, -1), ArrowUp: () => step(points, -1),
    '+': () => zoomBy(0.7), '-': () => zoomBy(1 / 0.7), 0: () => zoomBy(Infinity),
    Escape: () => embeddingChart.dispatchAction({ type: 'hideTip' }),
  };
  if (!actions[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  actions[event.key]();
}

function drawEmbedding(points) {
  const option = () => embeddingOption(points);
  embeddingChart = draw('chart-embedding', option);
  const again = () => {
    state.cursor = -1;
    embeddingChart.setOption({ series: embeddingSeries(points, theme()) }, { replaceMerge: ['series'] });
  };
  for (const box of document.querySelectorAll('#embedding input')) box.addEventListener('change', again);
  for (const name of ['x', 'y']) {
    const select = byId(name + '-axis');
    if (!select) continue;
    state[name] = Number(select.value); // a browser may restore an earlier choice
    select.addEventListener('change', () => {
      state[name] = Number(select.value);
      embeddingChart.setOption(option(), true);
    });
  }
  embeddingChart.setOption(option(), true);
  byId('zoom-in').addEventListener('click', () => zoomBy(0.7));
  byId('zoom-out').addEventListener('click', () => zoomBy(1 / 0.7));
  byId('zoom-reset').addEventListener('click', () => zoomBy(Infinity));
  byId('chart-embedding').addEventListener('keydown', (event) => keyPressed(points, event));
}

