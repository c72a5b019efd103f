// A stand-in for the server, for work on the page: npm run mock -- --rows 5000 --port 8123
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { act } from './actions.mjs';
import { columnBytes, labelBytes, mapBytes } from './binary.mjs';
import { TRUTH, textOf } from './data.mjs';
import { Session } from './session.mjs';

const page = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../crates/halflit-studio/page');
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};
const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

export function serve({ rows = 5000, port = 0, wait = 150 } = {}) {
  const session = new Session(rows);
  const streams = new Set();
  const tell = (response) => response.write(`event: state\ndata: ${JSON.stringify(session.state())}\n\n`);
  const tellAll = () => streams.forEach(tell);
  const send = (event, value) =>
    streams.forEach((response) => response.write(`event: ${event}\ndata: ${JSON.stringify(value)}\n\n`));
  let fitting = 0;

  // After a moment, as a fit would take it; a newer action starts the wait again.
  function refit() {
    clearTimeout(fitting);
    session.working = { stage: 'fitting', share: null };
    tellAll();
    fitting = setTimeout(() => {
      session.working = null;
      session.fit();
      tellAll();
    }, wait);
  }

  const json = (response, value, status = 200) => {
    response.writeHead(status, { ...HEADERS, 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  const binary = (response, bytes) => {
    response.writeHead(200, { ...HEADERS, 'content-type': 'application/octet-stream' });
    response.end(bytes);
  };

  function events(request, response) {
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    streams.add(response);
    request.on('close', () => streams.delete(response));
    tell(response);
  }

  async function actions(request, response) {
    const parts = [];
    for await (const part of request) parts.push(part);
    try {
      act(session, JSON.parse(Buffer.concat(parts).toString()));
      json(response, { version: session.version });
      refit();
    } catch (error) {
      json(response, { what: error.message, help: error.help ?? '' }, 400);
    }
  }

  function search(text) {
    const found = [];
    for (let row = 0; row < session.rows.n && found.length < 1000; row++) {
      const own = textOf(session.rows, row).toLowerCase();
      if (
        text
          .toLowerCase()
          .split(/\s+/)
          .every((word) => own.includes(word))
      )
        found.push(row);
    }
    return { rows: found, more: found.length === 1000 };
  }

  /** By their places on the map. */
  function near(rows, count) {
    const { x, y } = session.rows;
    const apart = (row) => Math.min(...rows.map((one) => Math.hypot(x[row] - x[one], y[row] - y[one])));
    const others = [...x.keys()].filter((row) => !rows.includes(row));
    return { rows: others.sort((a, b) => apart(a) - apart(b)).slice(0, count) };
  }

  function regions() {
    return TRUTH.map((words, k) => {
      const angle = (2 * Math.PI * k) / TRUTH.length;
      return { words, x: 0.5 * Math.cos(angle), y: 0.4 * Math.sin(angle) };
    });
  }

  async function file(response, name) {
    try {
      const bytes = await readFile(path.join(page, name));
      response.writeHead(200, { ...HEADERS, 'content-type': TYPES[name.split('.').at(-1)] });
      response.end(bytes);
    } catch {
      json(response, { what: `there is no ${name}`, help: '' }, 404);
    }
  }

  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const since = Number(url.searchParams.get('since') ?? 0);
    switch (url.pathname) {
      case '/api/state':
        return json(response, session.state());
      case '/api/events':
        return events(request, response);
      case '/api/map':
        return binary(response, mapBytes(session, since, url.searchParams.get('show') ?? undefined));
      case '/api/labels':
        return binary(response, labelBytes(session, since));
      case '/api/rows':
        return json(
          response,
          url.searchParams
            .get('rows')
            ?.split(',')
            .map((row) => session.detail(Number(row))),
        );
      case '/api/search':
        return json(response, search(url.searchParams.get('text') ?? ''));
      case '/api/near': {
        const numbers = (name) => (url.searchParams.get(name) ?? '').split(',').map(Number);
        return json(response, near(numbers('rows'), numbers('count')[0]));
      }
      case '/api/regions':
        return json(response, regions());
      case '/api/columns':
        return json(response, { names: ['pixel_0', 'pixel_1'], more: false });
      case '/api/column':
        return binary(response, columnBytes(session));
      case '/api/actions':
        return actions(request, response);
      case '/api/export/commands':
        return json(response, {
          shell: 'halflit fit mock.csv --label label',
          python: 'import halflit\nhalflit.fit(X, y)',
        });
      default:
        return file(response, url.pathname === '/' ? 'index.html' : path.basename(url.pathname));
    }
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const close = () => (server.closeAllConnections(), server.close());
      resolve({
        url: `http://127.0.0.1:${server.address().port}/?token=mock`,
        session,
        tellAll,
        send,
        close,
      });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { rows: { type: 'string' }, port: { type: 'string' } } });
  const { url } = await serve({ rows: Number(values.rows ?? 5000), port: Number(values.port ?? 8123) });
  console.log(url);
}
