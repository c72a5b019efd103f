import type { Axis } from '../api/types';
import { fit } from '../state/store';
import { figure } from './format';

function Bars({ axis }: { axis: Axis }) {
  const largest = Math.max(...axis.features.map((one) => Math.abs(one.weight)), 1e-12);
  return (
    <>
      <h3>{axis.title}</h3>
      <ul class="weights">
        {axis.features.map(({ name, weight }) => (
          <li key={name} title={`${name}: ${figure(weight)}`}>
            <span class="weight-name">{name}</span>
            <span class="weight-bar" aria-hidden="true">
              <span
                class={weight < 0 ? 'minus' : 'plus'}
                style={{ width: `${(50 * Math.abs(weight)) / largest}%` }}
              />
            </span>
            <span class="number">{weight.toFixed(2)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Which features make up each axis of the map. */
export function Axes() {
  const axes = (fit.value?.axes ?? []).filter((one) => one.features.length > 0);
  if (!axes.length) return null;
  return (
    <>
      <h2>What the map's directions are made of</h2>
      {axes.map((axis) => (
        <Bars key={axis.title} axis={axis} />
      ))}
    </>
  );
}
