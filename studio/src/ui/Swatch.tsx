import { colorOf, shapeOf } from '../palette/colors';
import { dark } from '../state/theme';

/** The marker of a class, as on the map. */
export function Swatch({ label }: { label: number }) {
  const { corners } = shapeOf(label);
  const fill = colorOf(label, dark.value);
  return (
    <svg class="swatch" viewBox="-1.8 -1.8 3.6 3.6" aria-hidden="true">
      {corners.length ? <polygon points={corners.join(' ')} fill={fill} /> : <circle r="1" fill={fill} />}
    </svg>
  );
}
