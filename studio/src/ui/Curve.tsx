import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { LearningPoint } from '../api/types';
import { cssColor, dark } from '../state/theme';

const HEIGHT = 190;

function options(width: number): uPlot.Options {
  const [ink, grid, accent] = ['--soft', '--grid', '--accent'].map(cssColor);
  const font = '12px system-ui, sans-serif';
  const axis = { stroke: ink, font, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } };
  const line = { stroke: accent, points: { show: true, size: 5, fill: accent } };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 10, 0, 0],
    scales: { x: { time: false }, y: { range: [0, 1.02] } },
    axes: [
      {
        ...axis,
        label: 'labels',
        labelFont: font,
        labelSize: 18,
        labelGap: 0,
        size: 30,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000],
      },
      { ...axis, size: 54, values: (_, ticks) => ticks.map((tick) => `${Math.round(100 * tick)} %`) },
    ],
    series: [{}, { ...line, width: 2 }, { points: { show: false } }, { points: { show: false } }],
    bands: [{ series: [2, 3], fill: accent.replace('rgb(', 'rgba(').replace(')', ', 0.18)') }],
  };
}

/** Accuracy over the number of labels, with the interval as a band. */
export function Curve({ points }: { points: LearningPoint[] }) {
  const home = useRef<HTMLDivElement>(null);
  const night = dark.value;
  useEffect(() => {
    const element = home.current;
    if (!element) return;
    const column = (pick: (one: LearningPoint) => number) => points.map(pick);
    const data: uPlot.AlignedData = [
      column((one) => one.labels),
      column((one) => one.accuracy),
      column((one) => one.high),
      column((one) => one.low),
    ];
    const chart = new uPlot(options(element.clientWidth), data, element);
    return () => chart.destroy();
  }, [points, night]);
  const last = points[points.length - 1];
  const words = `Accuracy over the number of labels, ${points.length} points; the last: ${Math.round(100 * last.accuracy)} % at ${last.labels} labels`;
  return <div ref={home} class="curve" role="img" aria-label={words} />;
}
