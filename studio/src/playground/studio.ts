// The worker as the start screen and the page see it.
import { messages } from '../api/messages';
import type { Transport } from '../api/transport';
import type { Problem } from '../api/types';
import type { Choice, Order, Table, Told } from './words';

/** What the worker would not do. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.what);
  }
}

const CRASHED: Problem = {
  what: 'the playground failed by a mistake of ours, or ran out of memory',
  help: 'reload the page, or use the command halflit studio',
};

export class Studio {
  private readonly worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });

  private send(order: Order): void {
    this.worker.postMessage(order);
  }

  /** Sends an order and waits for one thing that is told. */
  private ask(order: Order): Promise<Told> {
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }: MessageEvent<Told>) => {
        if (data.told === 'refused') reject(new Refused(data.problem));
        else resolve(data);
      };
      this.worker.onerror = () => reject(new Refused(CRASHED));
      this.send(order);
    });
  }

  async columns(table: Table): Promise<string[]> {
    const told = await this.ask({ order: 'columns', table });
    return told.told === 'columns' ? told.names : [];
  }

  async open(table: Table, choice: Choice): Promise<Transport> {
    return this.opened({ order: 'open', table, choice });
  }

  async example(number: number): Promise<Transport> {
    return this.opened({ order: 'example', number });
  }

  /** The transport has to be there when the first message comes, so it is made before the order is sent. */
  private async opened(order: Order): Promise<Transport> {
    const { worker } = this;
    let take: (told: Told) => void = () => undefined;
    const transport = messages({
      send: (question) => this.send({ order: 'answer', question }),
      receive: (own) => {
        take = (told) => told.told === 'message' && own(told.message, told.bytes);
      },
    });
    await this.ask(order);
    worker.onmessage = ({ data }: MessageEvent<Told>) => take(data);
    const lost = { event: 'lost' as const, data: '' };
    worker.onerror = () => take({ told: 'message', message: lost, bytes: new Uint8Array() });
    return transport;
  }
}
