import { useState } from 'preact/hooks';
import type { Transport } from '../api/transport';
import type { Problem } from '../api/types';
import { Columns } from './Columns';
import { Refused, type Studio } from './studio';
import type { Table } from './words';

const SETS: [string, string, string][] = [
  ['Ionosphere', '351 radar returns, 34 numbers each', 'Good or bad? Each row says so: you play the expert.'],
  ['Balance', '625 scales, 4 numbers each', 'To which side does it tip? Two classes, and a rare third.'],
  ['Messages', '500 messages, 12 numbers each', 'Made-up mail to a bank. Read some, and name the topics.'],
];

interface Props {
  studio: Studio;
  onOpened(transport: Transport): void;
}

/** What to label: a file of one's own, or one of three tables. */
export function Begin({ studio, onOpened }: Props) {
  const [table, setTable] = useState<(Table & { names: string[] }) | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);

  const attempt = async (work: () => Promise<void>) => {
    setProblem(null);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const unknown = { what: String(error), help: '' };
      setProblem(error instanceof Refused ? error.problem : unknown);
    }
    setBusy(false);
  };
  const take = (file: File | undefined) =>
    file &&
    attempt(async () => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const own = { file: file.name, bytes };
      setTable({ ...own, names: await studio.columns(own) });
    });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer?.files[0]);
  };

  return (
    <main
      class={over ? 'begin over' : 'begin'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h1>halflit playground</h1>
      <p class="lead">
        Label a few rows of a table, and watch the map answer. Everything runs in this browser: nothing is
        sent anywhere.
      </p>
      {problem && (
        <p class="refusal" role="alert">
          {problem.what}
          {problem.help && <span class="advice">: {problem.help}</span>}
        </p>
      )}
      {table ? (
        <Columns
          key={table.file}
          file={table.file}
          names={table.names}
          onOpen={(choice) => void attempt(async () => onOpened(await studio.open(table, choice)))}
          onBack={() => setTable(null)}
        />
      ) : (
        <>
          <label class="drop">
            <strong>Drop a CSV here</strong>
            <span class="soft">or choose a file; the first line may hold names</span>
            <input
              type="file"
              accept=".csv,.tsv,.txt,.data,.gz,.npy,.npz,.mat,.arff,.svmlight,text/csv"
              onChange={(event) => void take(event.currentTarget.files?.[0])}
            />
          </label>
          <h2>Or begin with one of these</h2>
          <div class="sets">
            {SETS.map(([name, shape, about], number) => (
              <button
                key={name}
                class="set"
                disabled={busy}
                onClick={() => void attempt(async () => onOpened(await studio.example(number)))}
              >
                <strong>{name}</strong>
                <span class="soft">{shape}</span>
                <span>{about}</span>
              </button>
            ))}
          </div>
        </>
      )}
      <p class="soft" role="status">
        {busy ? 'Opening …' : ''}
      </p>
      <p class="soft">
        Take the model home when you are done: it loads in Python and at the shell.{' '}
        <a href="../playground.html">What this is, and what it is not</a>
      </p>
    </main>
  );
}
