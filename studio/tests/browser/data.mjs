// Messages to a bank, made up: five topics, an embedding in which the largest directions say nothing about them.
import { writeFile } from 'node:fs/promises';
import { random } from '../../mock/data.mjs';

export const TOPICS = ['lost card', 'refund', 'exchange rate', 'transfer', 'top-up'];
const OPENINGS = ['Hello,', 'Quick question:', 'Please help:', 'I wonder,', 'Good morning,'];
const MIDDLES = {
  'lost card': ['my card is gone', 'somebody took my wallet', 'I cannot find my card'],
  refund: ['I want my money back', 'the shop sent nothing', 'how do I return this payment'],
  'exchange rate': [
    'which rate do I get for dollars',
    'the rate was worse than shown',
    'do you charge for euros',
  ],
  transfer: ['my transfer is still pending', 'the money has not arrived', 'I sent it to the wrong person'],
  'top-up': ['my top-up did not work', 'can I top up with cash', 'adding money failed twice'],
};
const ENDINGS = ['what now?', 'can you look?', 'thanks.', 'it is urgent.', 'what should I do?'];

export function messages(count, seed = 11) {
  const draw = random(seed);
  const normal = () => Math.sqrt(-2 * Math.log(draw() + 1e-12)) * Math.cos(2 * Math.PI * draw());
  const pick = (list) => list[Math.floor(draw() * list.length)];
  return Array.from({ length: count }, (_, row) => {
    const topic = Math.floor(draw() * TOPICS.length);
    const name = TOPICS[topic];
    const values = Array.from({ length: 12 }, (_, k) => {
      const centre = k < 6 ? 2 * Math.cos(2.4 * topic * (k + 1) + k) : 0;
      const spread = k >= 10 ? 4 : 1;
      return centre + spread * normal();
    });
    return {
      id: `m${1000 + row}`,
      topic: name,
      text: `${pick(OPENINGS)} ${pick(MIDDLES[name])}, ${pick(ENDINGS)}`,
      values,
    };
  });
}

const VERBS = ['activate', 'cancel', 'change', 'report'];
const THINGS = ['card', 'payment', 'account', 'transfer', 'limit'];
export const INTENTS = VERBS.flatMap((verb) => THINGS.map((thing) => `${verb} ${thing}`));

/** Messages of twenty intents, each a cluster of its own. */
export function intents(count, seed = 5) {
  const draw = random(seed);
  const normal = () => Math.sqrt(-2 * Math.log(draw() + 1e-12)) * Math.cos(2 * Math.PI * draw());
  const centres = INTENTS.map(() => Array.from({ length: 16 }, () => 2.2 * normal()));
  return Array.from({ length: count }, (_, row) => {
    const topic = Math.floor(draw() * INTENTS.length);
    return {
      id: `m${1000 + row}`,
      topic: INTENTS[topic],
      text: `Please ${INTENTS[topic]} number ${Math.floor(100 * draw())} for me`,
      values: centres[topic].map((one) => one + normal()),
    };
  });
}

export async function writeMessages(file, rows) {
  const names = rows[0].values.map((_, k) => `e${k}`);
  const lines = rows.map(({ id, text, values }) =>
    [id, `"${text}"`, ...values.map((one) => one.toFixed(4))].join(','),
  );
  await writeFile(file, [['id', 'text', ...names].join(','), ...lines, ''].join('\n'));
}
