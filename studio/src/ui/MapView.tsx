import { useEffect, useRef, useState } from 'preact/hooks';
import { followPointer } from '../map/pointer';
import { Plot } from '../map/plot';
import { lassoing, state } from '../state/store';
import { mapVersion } from '../state/points';
import { Banner } from './Banner';
import { Card } from './Card';
import { MapTools } from './MapTools';
import { Status } from './Status';
import { Thumbs } from './Thumbs';
import { adopt } from './plot';

const NO_WEBGL =
  'This browser has no WebGL2, which the map is drawn with. Allow it, or use another browser. Labeling works without the map.';

/** The map with what floats over it. */
export function MapView() {
  const ground = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const [problem, setProblem] = useState('');

  useEffect(() => {
    if (!ground.current || !marks.current) return;
    const gl = ground.current.getContext('webgl2', { antialias: false, alpha: false, depth: false });
    if (!gl) {
      setProblem(NO_WEBGL);
      return;
    }
    const map = new Plot(ground.current, marks.current, gl);
    followPointer(marks.current, map);
    adopt(map, marks.current);
  }, []);

  const rows = state.value?.data.rows.toLocaleString('en') ?? 'all';
  return (
    <main class="map">
      <canvas ref={ground} aria-hidden="true" />
      <canvas
        ref={marks}
        class={lassoing.value ? 'marks lassoing' : 'marks'}
        tabIndex={0}
        role="application"
        aria-label={`Map of ${rows} rows. Right and left arrow go through the suggestions, a question mark shows all keys.`}
      />
      {problem && <p class="empty">{problem}</p>}
      {!problem && mapVersion.value === 0 && (
        <p class="empty">{state.value?.problem ? 'No map yet.' : 'Drawing the first map …'}</p>
      )}
      <Thumbs />
      {mapVersion.value > 0 && <MapTools />}
      <Card />
      <Banner />
      <Status />
    </main>
  );
}
