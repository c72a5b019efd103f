// The studio in a cell of a notebook: the kernel answers, and anywidget's model carries the messages.
import { messages, type Answer, type News, type Question } from './api/messages';
import { standOn } from './stage';
import { start } from './start';

/** What anywidget gives of a model. */
interface Model {
  get(name: 'height'): number;
  send(content: object): void;
  on(name: 'msg:custom', take: Take): void;
  on(name: 'change:height', take: () => void): void;
  off(name: string, take: Take | (() => void)): void;
}
type Take = (content: (Answer | News) & { view: string }, buffers: DataView[]) => void;

/** Draws one view; returns what takes it away again. All views of a model hear everything, so that each has a name. */
export function show({ model, el }: { model: Model; el: HTMLElement }, style: string): () => void {
  // Notebooks without HTTPS have no other source of names.
  const view = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
  const host = document.createElement('div');
  // JupyterLab leaves keys to whoever says so.
  host.dataset.lmSuppressShortcuts = 'true';
  const tree = host.attachShadow({ mode: 'open' });
  const sheet = document.createElement('style');
  sheet.textContent = style;
  const root = document.createElement('div');
  root.className = 'halflit';
  root.tabIndex = -1;
  const grow = () => (root.style.height = `${model.get('height')}px`);
  grow();
  model.on('change:height', grow);
  tree.append(sheet, root);
  el.append(host);
  standOn({ root, keys: root, tree, asked: root });

  let take: Take = () => undefined;
  const receive: Take = (content, buffers) => {
    if (content.view === view) take(content, buffers);
  };
  model.on('msg:custom', receive);
  const end = start(
    messages({
      send: (question: Question) => model.send({ view, ...question }),
      receive: (heard) => {
        take = (content, [bytes]) =>
          heard(
            content,
            bytes ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(),
          );
      },
    }),
    root,
  );
  model.send({ view, open: true });
  return () => {
    end();
    model.send({ view, open: false });
    model.off('msg:custom', receive);
    model.off('change:height', grow);
    host.remove();
  };
}
