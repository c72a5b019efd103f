import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Props {
  rows: number[];
  label: string;
  /** Rows side by side, and the pixels of a line. */
  across: number;
  height: number;
  render: (row: number) => ComponentChild;
}

/** Browsers end near 30 million pixels: beyond this the scroll bar stands for the rows in proportion. */
const TALLEST = 6_000_000;
const MORE = 3;

/** A list of any length: only the lines in view are there. */
export function RowList({ rows, label, across, height, render }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [room, setRoom] = useState(400);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setRoom(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (box.current && box.current.scrollTop > 0) box.current.scrollTop = 0;
    setTop(0);
  }, [rows]);

  const lines = Math.ceil(rows.length / across);
  const full = lines * height;
  const tall = Math.min(full, TALLEST);
  // Where the list is taller than it may be, a pixel of the bar stands for several of the list.
  const ratio = full > tall ? (full - room) / (tall - room) : 1;
  const offset = top * ratio;
  const first = Math.max(0, Math.floor(offset / height) - MORE);
  const last = Math.min(lines, Math.ceil((offset + room) / height) + MORE);
  const shown = rows.slice(first * across, last * across);
  const style = {
    transform: `translateY(${first * height - offset + top}px)`,
    gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))`,
    gridAutoRows: `${height}px`,
  };
  return (
    <div
      ref={box}
      class="scroller"
      tabIndex={0}
      role="group"
      aria-label={label}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div class="scrolled" style={{ height: `${tall}px` }}>
        <ul class="lines" style={style}>
          {shown.map(render)}
        </ul>
      </div>
    </div>
  );
}
