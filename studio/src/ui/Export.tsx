import { useEffect, useState } from 'preact/hooks';
import { commands, link } from '../api/client';
import { save } from '../api/pictures';
import { fit, say, sayError, state, type Notice } from '../state/store';

const FILES: [string, string, boolean][] = [
  ['labels.csv', 'your labels, and whether each is learned from or measures accuracy', false],
  ['labels.parquet', 'your labels as Parquet', false],
  ['map.csv', 'place on the map and prediction of every row', true],
  ['model.halflit', 'the model, for halflit predict', true],
  ['report.html', 'a page to read and pass on', true],
  ['labels.jsonl', 'all you did, for halflit studio --labels-out to go on with', false],
];

const NO_CLIPBOARD: Notice = {
  kind: 'error',
  what: 'this page may not use the clipboard',
  help: 'select the text and copy it',
};

function Copy({ title, text }: { title: string; text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    // A notebook without HTTPS may not write there.
    if (!navigator.clipboard) return say(NO_CLIPBOARD);
    return navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    }, sayError);
  };
  return (
    <div class="command">
      <div class="command-head">
        <h3>{title}</h3>
        <button onClick={() => void copy()} aria-label={`Copy: ${title}`}>
          {copied ? 'Copied' : 'Copy'}
        </button>
      </div>
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}

/** A link where there is one to follow; else a button that asks for the bytes. */
function Take({ name }: { name: string }) {
  const path = `/api/export/${name}`;
  const address = link(path);
  if (address) {
    return (
      <a href={address} download={name}>
        {name}
      </a>
    );
  }
  return (
    <button class="link" onClick={() => void save(path, name).catch(sayError)}>
      {name}
    </button>
  );
}

/** Whether a file is offered: one that is on disk already is not. */
function isOffered(name: string): boolean {
  const now = state.value;
  return Boolean(now?.exports.includes(name)) && !(name === 'labels.jsonl' && now?.journal);
}

/** Take labels and model home. */
export function Export() {
  const [lines, setLines] = useState<{ shell: string; python: string } | null>(null);
  const [version, labeled] = [fit.value?.version, state.value?.labeled ?? 0];
  useEffect(() => {
    if (!labeled) return;
    commands().then(setLines, sayError);
  }, [version, labeled > 0]);
  if (!labeled) return <p class="soft">Nothing to export yet: label a row first.</p>;
  return (
    <>
      <h2>Files</h2>
      <ul class="files">
        {FILES.filter(([name, , fitted]) => isOffered(name) && (version || !fitted)).map(([name, about]) => (
          <li key={name}>
            <Take name={name} />
            <span class="soft">{about}</span>
          </li>
        ))}
      </ul>
      {lines && (
        <>
          <h2>Reproduce this model</h2>
          <Copy title="Shell" text={lines.shell} />
          <Copy title="Python" text={lines.python} />
        </>
      )}
    </>
  );
}
