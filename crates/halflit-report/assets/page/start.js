// ---- draw, and keep up with the window ----
const map = data.embedding ? drawMap(data.embedding) : null;
if (data.accuracy) draw('chart-accuracy', () => accuracyOption(data.accuracy));
if (data.heat_map) draw('chart-heat-map', () => heatMapOption(data.heat_map));
if (data.spectrum) draw('chart-spectrum', () => spectrumOption(data.spectrum));
(data.loadings || []).forEach((features, axisNumber) => draw('chart-loadings-' + axisNumber, () => loadingsOption(features)));
data.curves.forEach((chart, number) => draw('chart-curves-' + number, () => curvesOption(chart)));

const resize = () => charts.forEach((one) => one.resize());
const redraw = () => charts.forEach((one) => one.redraw());
let waiting = 0;
addEventListener('resize', () => {
  clearTimeout(waiting);
  waiting = setTimeout(resize, 100);
});
darkMode.addEventListener('change', redraw);

// Paper is white and narrower than most windows.
function print(on) {
  document.documentElement.classList.toggle('printing', on);
  // Nothing can be unfolded on paper.
  if (on) document.querySelectorAll('fieldset details').forEach((fold) => { fold.open = true; });
  resize();
  redraw();
}
addEventListener('beforeprint', () => print(true));
addEventListener('afterprint', () => print(false));

// The clipboard is not open to every local file: selecting the text is the next best thing.
function copyCommand() {
  const text = byId('command-text');
  const say = (words) => { byId('copied').textContent = words; };
  const select = () => {
    getSelection().selectAllChildren(text);
    say('Selected: press Ctrl+C');
  };
  if (!navigator.clipboard) return select();
  return navigator.clipboard.writeText(text.textContent).then(() => say('Copied'), select);
}
if (byId('copy')) byId('copy').addEventListener('click', copyCommand);

// ---- what a test can read ----
const root = document.documentElement;
root.dataset.charts = String(charts.filter(({ element }) => element.querySelector('canvas')).length);

// With #selftest in the address: a pointer moves onto a row, then every control is used once.
function selfTest() {
  const row = map.rows[0];
  const box = map.element.getBoundingClientRect();
  const at = { clientX: box.left + toX(map, map.xs[row]), clientY: box.top + toY(map, map.ys[row]), bubbles: true };
  map.element.dispatchEvent(new PointerEvent('pointermove', at));
  root.dataset.tooltip = map.tooltip.hidden ? '' : map.tooltip.textContent;
  useControls();
  root.dataset.state = 'tested';
}

function useControls() {
  const zoom = () => Math.round(100 * map.view.across / home(map).across);
  const press = (key) => map.element.dispatchEvent(new KeyboardEvent('keydown', { key }));
  const find = (text) => {
    byId('find').value = text;
    byId('find').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
  };
  byId('zoom-in').click();
  const near = zoom();
  byId('zoom-reset').click();
  root.dataset.zoom = near + ', ' + zoom();
  const counts = [map.rows.length];
  const after = (use) => {
    use();
    counts.push(map.rows.length);
  };
  after(() => byId('show-unlabeled').click());
  after(() => byId('show-unlabeled').click());
  const first = document.querySelector('[data-only]');
  after(() => first.click());
  after(() => first.click());
  after(() => find(map.points.classes.length ? map.points.classes[0].name : ''));
  after(() => find(map.points.classes.length ? map.points.classes[0].name : ''));
  after(() => byId('all-classes').click());
  root.dataset.rows = counts.join(' ');
  press('ArrowRight');
  root.dataset.spoken = byId('embedding-row').textContent;
  find('row 7');
  root.dataset.found = byId('embedding-row').textContent;
  find('there is no such thing');
  root.dataset.lost = String(!byId('no-hit').hidden);
  const select = byId('x-axis');
  if (select) {
    select.value = String(select.options.length - 1);
    select.dispatchEvent(new Event('change'));
    root.dataset.across = 'axis ' + (map.x + 1);
  }
  // Every mark that belongs on the screen is painted there.
  map.row = -1;
  showAll(map);
  paint(map);
  root.dataset.drawn = String(map.drawn);
  // Beside the axis stand its title and its longest number: both fit.
  const pen = map.ground.getContext('2d');
  const ink = pen.getImageData(0, 0, 2, map.ground.height).data.some((value) => value > 0);
  root.dataset.cut = String(ink);
}
root.dataset.state = 'ready';
if (location.hash === '#selftest' && map) selfTest();
