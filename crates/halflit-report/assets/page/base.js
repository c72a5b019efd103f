// ---- shared by all charts ----
const data = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);
const darkMode = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => darkMode.matches && !document.documentElement.classList.contains('printing');

// Colours come from the style sheet, so that light and dark are decided in one place.
function theme() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(name).trim();
  return {
    ink: read('--ink'), soft: read('--soft'), grid: read('--grid'), paper: read('--paper'),
    accent: read('--accent'), font: getComputedStyle(document.body).fontFamily,
  };
}
const colorOf = (look) => (isDark() ? look.dark : look.light);

// A number in few characters.
function short(value) {
  if (value === 0) return '0';
  const size = Math.abs(value);
  const text = size >= 1e5 || size < 1e-3 ? value.toExponential(2) : String(Number(value.toPrecision(4)));
  return text.replace(/\.?0+e/, 'e').replace('e+', 'e').replace(/-/g, '\u2212');
}

// Tooltips are built as elements with text: names from the data are never read as markup.
function tip(title, lines) {
  const box = document.createElement('div');
  const heading = document.createElement('strong');
  heading.textContent = title;
  box.append(heading);
  for (const line of lines) {
    const row = document.createElement('div');
    row.textContent = line;
    box.append(row);
  }
  return box;
}

// What every chart has in common.
function baseOption(colors) {
  return {
    animation: false,
    textStyle: { fontFamily: colors.font, color: colors.ink },
    tooltip: {
      confine: true, backgroundColor: colors.paper, borderColor: colors.soft,
      textStyle: { color: colors.ink, fontFamily: colors.font, fontSize: 13 },
    },
    grid: { left: 12, right: 24, top: 16, bottom: 12, outerBoundsMode: 'same', outerBoundsContain: 'all' },
  };
}

// A title in the middle below or beside its axis: below it needs BELOW to clear the numbers, beside it
// the library finds the room itself.
const BELOW = { nameGap: 32 };
function axis(colors, name, more) {
  return {
    type: 'value', name, nameLocation: 'middle', nameGap: 10,
    nameTextStyle: { color: colors.ink, fontSize: 13 },
    axisLabel: { color: colors.soft, formatter: short, hideOverlap: true },
    axisLine: { onZero: false, lineStyle: { color: colors.soft } },
    axisTick: { lineStyle: { color: colors.soft } },
    splitLine: { lineStyle: { color: colors.grid } },
    ...more,
  };
}

// Names along an axis; long ones are cut, the tooltip has them in full.
function nameAxis(colors, name, names, more) {
  return axis(colors, name, {
    type: 'category', data: names,
    axisLabel: { color: colors.ink, width: 130, overflow: 'truncate', interval: 0 },
    splitLine: { show: false },
    ...more,
  });
}

// Every chart: its element, and what to do when its size or its colours change.
const charts = [];
function draw(id, option) {
  const element = byId(id);
  if (!element) return;
  const chart = echarts.init(element, null, { renderer: 'canvas' });
  const redraw = () => chart.setOption(option(), true);
  charts.push({ element, resize: () => chart.resize(), redraw });
  redraw();
}

