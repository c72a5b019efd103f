import { inView, still, view } from '../state/listing';
import { detailOf } from '../state/rows';
import { state } from '../state/store';
import { Picture } from './Picture';
import { plot } from './plot';

/** Rows in view up to which their pictures are shown at their places. */
const MOST = 60;

/** Pictures on the map, when one is close enough for them. */
export function Thumbs() {
  const [map, box] = [plot.value, view.value];
  if (!map || !box || !still.value || !state.value?.data.image) return null;
  const rows = inView(box);
  if (!rows.length || rows.length > MOST) return null;
  const size = Math.min(
    84,
    Math.max(28, Math.sqrt((map.camera.width * map.camera.height) / rows.length / 6)),
  );
  return (
    <div class="thumbs" aria-hidden="true">
      {rows.map((row) => {
        const image = detailOf(row)?.image;
        const [x, y] = map.pixel(row);
        if (!image) return null;
        return (
          <Picture
            key={row}
            image={image}
            alt=""
            style={{ width: `${size}px`, transform: `translate(${x - size / 2}px, ${y - size - 8}px)` }}
          />
        );
      })}
    </div>
  );
}
