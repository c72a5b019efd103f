// ---- draw, and keep up with the window ----
const map = data ? drawMap(data) : null;

let waiting = 0;
addEventListener('resize', () => {
  clearTimeout(waiting);
  if (map) waiting = setTimeout(() => resized(map), 100);
});
darkMode.addEventListener('change', () => {
  if (map) recolored(map);
});

// Paper is white and narrower than most windows.
function print(on) {
  document.documentElement.classList.toggle('printing', on);
  // Nothing can be unfolded on paper.
  if (on) document.querySelectorAll('fieldset details').forEach((fold) => { fold.open = true; });
  if (map) resized(map);
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

