import type { ComponentChild } from 'preact';
import { stage } from '../stage';
import { fit, tab, type Tab } from '../state/store';
import { Accuracy } from './Accuracy';
import { Doubtful } from './Doubtful';
import { Export } from './Export';
import { Label } from './Label';
import { Model } from './Model';
import { Rows } from './Rows';

const TABS: [Tab, string, () => ComponentChild][] = [
  ['label', 'Label', Label],
  ['rows', 'Rows', Rows],
  ['accuracy', 'Accuracy', Accuracy],
  ['doubtful', 'Doubtful', Doubtful],
  ['model', 'Model', Model],
  ['export', 'Export', Export],
];

function move(event: KeyboardEvent): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (!by) return;
  event.preventDefault();
  const now = TABS.findIndex(([name]) => name === tab.value);
  const [next] = TABS[(now + by + TABS.length) % TABS.length];
  tab.value = next;
  stage().tree.getElementById(`tab-${next}`)?.focus();
}

/** The panel at the right: one thing at a time. */
export function Panel() {
  const [, , Shown] = TABS.find(([name]) => name === tab.value) ?? TABS[0];
  const doubtful = fit.value?.doubtful.length ?? 0;
  return (
    <aside class="panel" aria-label="Panel">
      <div class="tabs" role="tablist" onKeyDown={move}>
        {TABS.map(([name, title]) => (
          <button
            key={name}
            id={`tab-${name}`}
            role="tab"
            aria-selected={tab.value === name}
            aria-controls="panel-body"
            tabIndex={tab.value === name ? 0 : -1}
            onClick={() => (tab.value = name)}
          >
            {title}
            {name === 'doubtful' && doubtful > 0 && <span class="count">{doubtful}</span>}
          </button>
        ))}
      </div>
      <section
        id="panel-body"
        class={`body scrolls ${tab.value}`}
        role="tabpanel"
        tabIndex={tab.value === 'label' || tab.value === 'rows' ? undefined : 0}
        aria-labelledby={`tab-${tab.value}`}
      >
        <Shown />
      </section>
    </aside>
  );
}
