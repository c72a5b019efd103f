// How requests reach the studio and how its news reach the page. The page knows no more of who answers than this.

/** An answer: its status as HTTP has them, its type, its content. */
export interface Reply {
  status: number;
  kind: string;
  bytes: ArrayBuffer;
}

/** What the studio tells without being asked. */
export type EventName = 'state' | 'frame' | 'working';

export interface Listener {
  /** From now on news arrive. */
  open(): void;
  /** Nobody answers any more; the transport tries again by itself, if it can. */
  lost(): void;
  /** Somebody else answers now. The transport goes on asking, without telling who it is. */
  refused(): void;
  /** JSON. */
  event(name: EventName, data: string): void;
}

export interface Transport {
  /** Asks for a path under /api; with a body it is an action. Fails where nobody answers. */
  request(path: string, body?: string): Promise<Reply>;
  listen(listener: Listener): void;
  /** An address that a link or a picture may have, where there is one; null where bytes have to be asked for. */
  link(path: string): string | null;
}
