import { useLayoutEffect, useRef } from 'preact/hooks';
import { label } from '../state/actions';
import { detailOf } from '../state/rows';
import { classes, hovered, lassoing, panelOpen, pinned, tab } from '../state/store';
import { Details } from './Details';
import { Icon } from './Icon';
import { Swatch } from './Swatch';
import { rowName } from './format';
import { frame, plot } from './plot';

const GAP = 14;
const FEATURES = 6;

/** Beside the row, inside of the map. */
function settle(card: HTMLElement, [x, y]: [number, number]): void {
  const room = card.parentElement;
  if (!room) return;
  const [width, height] = [card.offsetWidth, card.offsetHeight];
  const right = x + GAP + width < room.clientWidth - 8;
  const left = right ? x + GAP : Math.max(8, x - GAP - width);
  const top = Math.min(Math.max(8, y - height / 3), Math.max(8, room.clientHeight - height - 44));
  card.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

function Answers() {
  return (
    <div class="card-chips">
      {classes.value.slice(0, 20).map((one, k) => (
        <button key={one.name} class="named" title={one.name} onClick={() => void label(one.name)}>
          {one.key && <kbd>{one.key}</kbd>} <Swatch label={k} /> <span>{one.name}</span>
        </button>
      ))}
    </div>
  );
}

/** The row under the pointer; or the one that was clicked, where the panel does not show it. */
export function Card() {
  const card = useRef<HTMLDivElement>(null);
  const inPanel = panelOpen.value && tab.value === 'label';
  const kept = inPanel ? null : pinned.value;
  const row = lassoing.value ? null : (hovered.value ?? kept);
  const detail = detailOf(row);
  const map = plot.value;
  if (row !== null) void frame.value;
  useLayoutEffect(() => {
    if (card.current && map && row !== null) settle(card.current, map.pixel(row));
  });
  if (row === null || !map) return null;
  const still = row === kept;
  return (
    <div ref={card} class={still ? 'card still' : 'card'} role="note" aria-label={rowName(row, detail)}>
      <div class="card-head">
        <strong>{rowName(row, detail)}</strong>
        {still && <Icon name="close" label="Close (Esc)" onClick={() => (pinned.value = null)} />}
      </div>
      {detail && <Details detail={detail} most={FEATURES} />}
      {still && <Answers />}
    </div>
  );
}
