// ---- what a test can read: with #selftest in the address the page tries itself out ----
const root = document.documentElement;

// A pointer moves onto a row, then every control is used once.
function tryMap() {
  const row = map.rows[0];
  const box = map.element.getBoundingClientRect();
  const at = { clientX: box.left + toX(map, map.xs[row]), clientY: box.top + toY(map, map.ys[row]), bubbles: true };
  map.element.dispatchEvent(new PointerEvent('pointermove', at));
  root.dataset.tooltip = map.tooltip.hidden ? '' : map.tooltip.textContent;
  useControls();
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
    root.dataset.across = axisName(map.points, map.x);
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

// How many charts there are, how many of their words leave them, and how many marks a pointer finds.
function tryCharts() {
  const drawings = [...document.querySelectorAll('.chart svg')];
  const isOutside = (drawing) => {
    const frame = drawing.getBoundingClientRect();
    return (words) => {
      const box = words.getBoundingClientRect();
      return box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom;
    };
  };
  const cut = drawings.map((drawing) => [...drawing.querySelectorAll('text')].filter(isOutside(drawing)).length);
  const answers = (hint) => {
    hint.scrollIntoView({ block: 'center' });
    const box = hint.getBoundingClientRect();
    const found = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return found && found.matches('.hint') && found.textContent;
  };
  const hints = [...document.querySelectorAll('.hint')];
  root.dataset.charts = String(drawings.length);
  root.dataset.cutWords = String(cut.reduce((sum, count) => sum + count, 0));
  root.dataset.hints = hints.filter(answers).length + ' of ' + hints.length;
}

root.dataset.state = 'ready';
if (location.hash === '#selftest') {
  tryCharts();
  if (map) tryMap();
  root.dataset.state = 'tested';
}
