import { useEffect, useRef, useState } from 'preact/hooks';
import { followPointer } from '../map/pointer';
import { Plot } from '../map/plot';
import { lassoing, state } from '../state/store';
import { mapVersion } from '../state/points';
import { Banner } from './Banner';
import { Card } from './Card';
import { Status } from './Status';
import { adopt } from './plot';

const NO_WEBGL = 'This browser draws no WebGL2, which the map needs: use another one, or allow it.';

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
        aria-label={`Map of ${rows} rows. Arrow keys go through the suggestions, a question mark shows all keys.`}
      />
      {problem && <p class="empty">{problem}</p>}
      {!problem && mapVersion.value === 0 && (
        <p class="empty">{state.value?.problem ? 'There is no map yet.' : 'Making the first map …'}</p>
      )}
      <Card />
      <Banner />
      <Status />
    </main>
  );
}
