// ---- draw, and keep up with the window ----
if (data.embedding) drawEmbedding(data.embedding);
if (data.accuracy) draw('chart-accuracy', () => accuracyOption(data.accuracy));
if (data.heat_map) draw('chart-heat-map', () => heatMapOption(data.heat_map));
if (data.spectrum) draw('chart-spectrum', () => spectrumOption(data.spectrum));
(data.loadings || []).forEach((features, axisNumber) => draw('chart-loadings-' + axisNumber, () => loadingsOption(features)));
data.curves.forEach((chart, number) => draw('chart-curves-' + number, () => curvesOption(chart)));

function resize() {
  for (const { chart } of charts) chart.resize();
  // The embedding's ranges depend on its shape.
  if (embeddingChart) embeddingChart.setOption(embeddingOption(data.embedding));
}
let waiting = 0;
addEventListener('resize', () => {
  clearTimeout(waiting);
  waiting = setTimeout(resize, 100);
});
darkMode.addEventListener('change', redraw);

// Paper is white and narrower than most windows.
function print(on) {
  document.documentElement.classList.toggle('printing', on);
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
  const first = embeddingChart.getOption().series.findIndex((one) => one.data.length);
  const item = embeddingChart.getOption().series[first].data[0];
  const [x, y] = embeddingChart.convertToPixel({ seriesIndex: first }, [item[0], item[1]]);
  const surface = byId('chart-embedding').querySelector('canvas');
  const box = surface.getBoundingClientRect();
  const at = { clientX: box.left + x, clientY: box.top + y, bubbles: true };
  surface.dispatchEvent(new MouseEvent('mousemove', at));
  setTimeout(() => {
    const tooltip = [...byId('chart-embedding').children].find((child) => child.querySelector('strong'));
    root.dataset.tooltip = tooltip ? tooltip.textContent : '';
    useControls();
    root.dataset.state = 'tested';
  }, 300);
}

function useControls() {
  const zoom = () => embeddingChart.getOption().dataZoom.map(({ start, end }) => Math.round(end - start)).join(' ');
  const drawn = () => embeddingChart.getOption().series.reduce((sum, one) => sum + one.data.length, 0);
  const press = (key) => byId('chart-embedding').dispatchEvent(new KeyboardEvent('keydown', { key }));
  byId('zoom-in').click();
  const near = zoom();
  byId('zoom-reset').click();
  root.dataset.zoom = near + ', ' + zoom();
  const all = drawn();
  byId('show-unlabeled').click();
  const labeled = drawn();
  byId('show-unlabeled').click();
  root.dataset.rows = [all, labeled, drawn()].join(' ');
  press('ArrowRight');
  root.dataset.spoken = byId('embedding-row').textContent;
  const select = byId('x-axis');
  if (select) {
    select.value = String(select.options.length - 1);
    select.dispatchEvent(new Event('change'));
    root.dataset.across = embeddingChart.getOption().xAxis[0].name;
  }
  root.dataset.tables = String(document.querySelectorAll('table caption').length);
}
root.dataset.state = 'ready';
if (location.hash === '#selftest' && embeddingChart) selfTest();
