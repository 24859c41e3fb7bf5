import { DataTable } from '../../parts/data-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import type { Model } from './model-queries.ts';
import styles from './model-screen.module.css';
import { readTraining } from './training-facts.ts';

/** The parts whose scores are added to the network's, with their weights. Nothing for a network that serves alone. */
export function BlendPanel({ model }: { readonly model: Model }) {
  const { blend } = readTraining(model.training);
  const say = text.model.blend;
  const used = blend?.parts.filter(({ short, long }) => short > 0 || long > 0) ?? [];
  if (blend === undefined || used.every(({ name }) => name === 'network')) return null;
  const { digits } = text.model;
  return (
    <div className={styles.wide}>
      <Panel title={say.title} lead={say.lead}>
        <DataTable
          caption={say.title}
          rows={blend.parts}
          keyOf={({ name }) => name}
          columns={[
            { label: say.part, cell: ({ name }) => say.names[name] ?? words(name) },
            { label: say.short, numeric: true, cell: ({ short }) => digits(short) },
            { label: say.long, numeric: true, cell: ({ long }) => digits(long) },
            { label: say.alone, numeric: true, cell: ({ alone }) => digits(alone) },
            { label: say.adds, numeric: true, cell: ({ adds }) => digits(adds) },
          ]}
        />
        <p className={styles.dim}>{say.people(blend.people)}</p>
      </Panel>
    </div>
  );
}
