// What the user does to a made-up session; undo restores copies.
import { NONE } from './session.mjs';

const copy = (session) => ({
  classes: [...session.classes],
  label: session.label.slice(),
  mark: session.mark.slice(),
  settings: { ...session.settings },
});

class Refused extends Error {
  constructor(what, help) {
    super(what);
    this.help = help;
  }
}

const find = (session, name) => {
  const index = session.classes.indexOf(name);
  if (index < 0) throw new Refused(`there is no class "${name}"`, 'classes are listed in the panel');
  return index;
};

const DO = {
  label(session, { rows, class: name }) {
    if (!name.trim()) throw new Refused('the name of the class is empty', 'type a name');
    if (!session.classes.includes(name)) session.classes.push(name);
    for (const row of rows) {
      session.label[row] = session.classes.indexOf(name);
      session.mark[row] &= ~2;
      if (session.suggestions.some((one) => one.row === row && one.check)) session.mark[row] |= 1;
    }
    return `label ${rows.length} row${rows.length > 1 ? 's' : ''} as ${name}`;
  },
  unlabel(session, { rows }) {
    for (const row of rows) session.label[row] = NONE;
    return `take the label of ${rows.length} rows`;
  },
  skip(session, { rows }) {
    for (const row of rows) session.mark[row] |= 2;
    return `skip ${rows.length} rows`;
  },
  class(session, { name }) {
    session.classes.push(name);
    return `make the class ${name}`;
  },
  rename(session, { class: name, to }) {
    const index = find(session, name);
    if (session.classes.includes(to))
      throw new Refused(`there is a class "${to}" already`, 'merge the two instead');
    session.classes[index] = to;
    return `rename ${name} to ${to}`;
  },
  merge(session, { class: name, into }) {
    const [from, to] = [find(session, name), find(session, into)];
    session.classes.splice(from, 1);
    session.label.forEach((one, row) => {
      if (one === NONE) return;
      const kept = one === from ? to : one;
      session.label[row] = kept > from ? kept - 1 : kept;
    });
    return `merge ${name} into ${into}`;
  },
  remove(session, { class: name }) {
    const index = find(session, name);
    if (session.label.includes(index)) throw new Refused(`"${name}" has labels`, 'merge it instead');
    session.classes.splice(index, 1);
    session.label.forEach((one, row) => {
      if (one !== NONE && one > index) session.label[row] = one - 1;
    });
    return `remove the class ${name}`;
  },
  key(session, { class: name, key }) {
    find(session, name);
    for (const [other, own] of Object.entries(session.keys)) if (own === key) session.keys[other] = null;
    session.keys = { ...session.keys, [name]: key };
    return `key of ${name}`;
  },
  right(session, { rows }) {
    session.right = [...(session.right ?? []), ...rows];
    return 'it is right';
  },
  settings(session, { do: _, ...settings }) {
    session.settings = settings;
    return `use ${settings.method}`;
  },
};

function travel(session, from, to) {
  const last = session[from].pop();
  if (!last) throw new Refused('there is nothing to take back', 'label something first');
  session[to].push({ words: last.words, before: copy(session) });
  Object.assign(session, last.before);
}

export function act(session, action) {
  if (action.do === 'undo') travel(session, 'history', 'future');
  else if (action.do === 'redo') travel(session, 'future', 'history');
  else {
    if (!DO[action.do]) throw new Refused(`"${action.do}" is nothing that can be done`, '');
    const before = copy(session);
    const words = DO[action.do](session, action);
    session.history.push({ words, before });
    session.future = [];
  }
  session.version += 1;
  const all = !['label', 'unlabel', 'skip', 'right'].includes(action.do);
  session.changed.push({ version: session.version, rows: all ? [...session.label.keys()] : action.rows });
}
