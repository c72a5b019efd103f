// A studio on made-up messages in a folder of its own, and a user in front of it.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { launch } from '../../scripts/chromium.mjs';
import { messages, writeMessages } from './data.mjs';
import { User, start } from './studio.mjs';

const OPTIONS = ['--text', 'text', '--id', 'id'];

export async function begin(count, window, rows = messages(count)) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'halflit-studio-'));
  const file = path.join(folder, 'messages.csv');
  await writeMessages(file, rows);
  const session = {
    rows,
    folder,
    async restart() {
      session.studio = await start(file, OPTIONS);
    },
    async end() {
      await session.browser?.close();
      await session.studio?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await session.restart();
    session.browser = await launch();
    session.user = await User.open(session.browser, session.studio.url, window);
    return session;
  } catch (error) {
    await session.end();
    throw error;
  }
}
