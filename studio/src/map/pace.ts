// How many of the rows to draw while things move: all of them where that is fast enough, else every second,
// fourth, … row, until it is. When it comes to rest all are drawn.

const SLOW = 45; // milliseconds a frame
const FAST = 18;
const PATIENCE = 20; // fast frames before more rows are tried: else it would flicker
const MOST = 32; // strides of WebGL end at 255 bytes: 63 floats
const VERY_SLOW = 200;
const FEWEST = 20_000; // rows that are always drawn, where there are so many
const REST = 180;

export class Pace {
  private every = 1;
  private hurried = false;
  private slowInARow = 0;
  private fastInARow = 0;
  private timer = 0;

  /** `rest` is called once nothing moves any more, if rows were left out. */
  constructor(private readonly rest: () => void) {}

  /** Something moves: the next frame should come soon. */
  hurry(): void {
    this.hurried = true;
    clearTimeout(this.timer);
  }

  /** One row of how many is to be drawn now, after a frame was waited for so long. */
  next(waited: number, rows: number): number {
    clearTimeout(this.timer);
    if (!this.hurried) return 1;
    this.hurried = false;
    this.learn(waited);
    while (this.every > 1 && rows / this.every < FEWEST) this.every /= 2;
    if (this.every > 1) this.timer = window.setTimeout(this.rest, REST);
    return this.every;
  }

  /** One slow frame may be anything; several in a row, or a very slow one, are the drawing. */
  private learn(waited: number): void {
    this.slowInARow = waited > SLOW ? this.slowInARow + 1 : 0;
    if (this.slowInARow >= 3 || waited > VERY_SLOW) {
      const times = 2 ** Math.max(1, Math.round(Math.log2(waited / SLOW)));
      this.every = Math.min(times * this.every, MOST);
      this.slowInARow = 0;
    }
    this.fastInARow = waited < FAST ? this.fastInARow + 1 : 0;
    if (this.fastInARow >= PATIENCE && this.every > 1) {
      this.every /= 2;
      this.fastInARow = 0;
    }
  }
}
