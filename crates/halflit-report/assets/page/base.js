// ---- shared by all parts ----
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
    font: getComputedStyle(document.body).fontFamily,
  };
}
const colorOf = (look) => (isDark() ? look.dark : look.light);

// A number in few characters, as the page's tables have it.
function short(value) {
  if (value === 0) return '0';
  const size = Math.abs(value);
  const text = size >= 1e6 || size < 1e-4 ? value.toExponential(3) : String(Number(value.toPrecision(4)));
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

