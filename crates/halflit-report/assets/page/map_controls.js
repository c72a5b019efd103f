// ---- the map: pointer, keys, legend and search ----
const MOST_HITS = 8;

function wirePointer(map) {
  const { element } = map;
  const fingers = new Map();
  const at = (event) => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const apart = () => {
    const [one, other] = [...fingers.values()];
    return { distance: Math.hypot(one[0] - other[0], one[1] - other[1]), middle: [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2] };
  };
  element.addEventListener('pointerdown', (event) => {
    fingers.set(event.pointerId, at(event));
    if (event.pointerType === 'mouse') element.setPointerCapture(event.pointerId);
    else pointAt(map, nearest(map, ...at(event)));
  });
  element.addEventListener('pointermove', (event) => {
    const [now, before] = [at(event), fingers.get(event.pointerId)];
    if (!before) {
      pointAt(map, nearest(map, ...now));
      return;
    }
    const old = fingers.size === 2 ? apart() : null;
    fingers.set(event.pointerId, now);
    if (old) zoomBy(map, old.distance / Math.max(apart().distance, 1), apart().middle);
    else if (event.pointerType === 'mouse') moveBy(map, now[0] - before[0], now[1] - before[1]);
  });
  for (const name of ['pointerup', 'pointercancel']) element.addEventListener(name, (event) => fingers.delete(event.pointerId));
  element.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') pointAt(map, -1);
  });
  // The wheel alone scrolls the page; a pinch on a touch pad arrives as a wheel with Ctrl.
  element.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomBy(map, Math.exp(Math.min(Math.max(event.deltaY, -60), 60) / 100), at(event));
  }, { passive: false });
}

function step(map, by) {
  if (!map.rows.length) return;
  const here = map.rows.indexOf(map.row);
  const next = here < 0 && by < 0 ? map.rows.length - 1 : (here + by + map.rows.length) % map.rows.length;
  goTo(map, map.rows[next]);
}

function keyPressed(map, event) {
  const actions = {
    ArrowRight: () => step(map, 1), ArrowDown: () => step(map, 1),
    ArrowLeft: () => step(map, -1), ArrowUp: () => step(map, -1),
    '+': () => zoomBy(map, 0.7), '-': () => zoomBy(map, 1 / 0.7), 0: () => showAll(map),
    Escape: () => pointAt(map, -1),
  };
  if (!actions[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  actions[event.key]();
}

// ---- the legend: any classes, or only one of them ----
const classBoxes = () => [...document.querySelectorAll('[data-class]')];

function classesChanged(map) {
  const shown = classBoxes().filter((box) => box.checked);
  for (const button of document.querySelectorAll('[data-only]')) {
    const only = shown.length === 1 && shown[0].dataset.class === button.dataset.only && classBoxes().length > 1;
    button.setAttribute('aria-pressed', String(only));
  }
  byId('all-classes').hidden = shown.length === classBoxes().length;
  choose(map);
  if (!map.rows.includes(map.row)) map.row = -1;
  repaint(map);
}

function only(map, kind) {
  const button = document.querySelector('[data-only="' + kind + '"]');
  for (const box of classBoxes()) box.checked = box.dataset.class === String(kind);
  const fold = button.closest('details');
  if (fold) fold.open = true;
  classesChanged(map);
}

function showEveryClass(map) {
  for (const box of classBoxes()) box.checked = true;
  classesChanged(map);
}

function wireLegend(map) {
  for (const box of document.querySelectorAll('#embedding input[type="checkbox"]')) {
    box.addEventListener('change', () => classesChanged(map));
  }
  for (const button of document.querySelectorAll('[data-only]')) {
    // Asked for once more, all of them.
    const isOnly = () => button.getAttribute('aria-pressed') === 'true';
    button.addEventListener('click', () => (isOnly() ? showEveryClass(map) : only(map, Number(button.dataset.only))));
  }
  byId('all-classes').addEventListener('click', () => showEveryClass(map));
}

// ---- search: classes by name, rows by number or name ----
function hits(points, text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const found = (words, rank, go) => ({ words, rank, go });
  const rank = (name) => (name === wanted ? 0 : name.startsWith(wanted) ? 2 : name.includes(wanted) ? 3 : 9);
  const classes = points.classes.map((look, kind) => found('class ' + look.name, rank(look.name.toLowerCase()), (map) => only(map, kind)));
  const rows = [];
  const number = /^(row )?\d+$/.test(wanted) ? Number(wanted.replace('row ', '')) : -1;
  if (number >= 0 && number < points.labels.length) rows.push(found('row ' + number, 1, (map) => goTo(map, number)));
  for (let row = 0; points.names && row < points.names.length && rows.length < 1000; row++) {
    const near = rank(points.names[row].toLowerCase());
    if (near < 9) rows.push(found(points.names[row], near, (map) => goTo(map, row)));
  }
  return classes.concat(rows).filter((hit) => hit.rank < 9).sort((a, b) => a.rank - b.rank).slice(0, MOST_HITS);
}

function wireSearch(map) {
  const [field, list] = [byId('find'), byId('hits')];
  const show = () => {
    const found = hits(map.points, field.value);
    list.replaceChildren(...found.map(({ words, go }) => {
      const [item, button] = [document.createElement('li'), document.createElement('button')];
      button.type = 'button';
      button.textContent = words;
      button.addEventListener('click', () => go(map));
      item.append(button);
      return item;
    }));
    byId('no-hit').hidden = found.length > 0 || !field.value.trim();
    return found;
  };
  field.addEventListener('input', show);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') field.value = '';
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    const [first] = show();
    if (first) first.go(map);
  });
}

function drawMap(points) {
  const element = byId('chart-embedding');
  const map = makeMap(points, element);
  for (const name of ['x', 'y']) {
    const select = byId(name + '-axis');
    if (!select) continue;
    const change = () => {
      map[name] = Number(select.value);
      place(map);
      choose(map);
      showAll(map);
    };
    select.addEventListener('change', change);
    if (Number(select.value) !== map[name]) change(); // a browser may restore an earlier choice
  }
  byId('zoom-in').addEventListener('click', () => zoomBy(map, 0.7));
  byId('zoom-out').addEventListener('click', () => zoomBy(map, 1 / 0.7));
  byId('zoom-reset').addEventListener('click', () => showAll(map));
  element.addEventListener('keydown', (event) => keyPressed(map, event));
  wirePointer(map);
  wireLegend(map);
  wireSearch(map);
  classesChanged(map);
  return map;
}
