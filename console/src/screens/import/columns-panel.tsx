import { NativeSelect } from '@mantine/core';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { keyOfTarget, type Target, targetOfKey } from './column-target.ts';
import styles from './columns-panel.module.css';
import type { FileRow } from './file-rows.ts';
import type { Guess } from './guess-mapping.ts';
import { RequiredList } from './required-list.tsx';
import type { Mapping } from './row-to-person.ts';
import { targetChoices } from './target-choices.ts';

interface Props {
  readonly mapping: Mapping;
  readonly guesses: readonly Guess[];
  readonly sample: readonly FileRow[];
  readonly onChange: (column: number, target: Target) => void;
}

const VALUES_SHOWN = 3;
const LONGEST = 60;

export function ColumnsPanel({ mapping, guesses, sample, onChange }: Props) {
  const { schema, layout, targets } = mapping;
  if (layout.bodies)
    return (
      <Panel title={text.import.columns}>
        <p>{text.import.bodies}</p>
      </Panel>
    );
  return (
    <Panel title={text.import.columns} lead={text.import.columnsLead}>
      <ul className={styles.columns}>
        {layout.columns.map((name, column) => {
          const target = keyOfTarget(targets[column]!);
          const guess = guesses[column]!;
          const isGuess = keyOfTarget(guess.target) === target;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity; names may repeat
            <li key={column} data-ignored={target === 'ignore' || undefined}>
              <div className={styles.column}>
                <strong>{text.import.column(name)}</strong>
                <span className={styles.values}>{valuesOf(sample, column)}</span>
              </div>
              <NativeSelect
                aria-label={text.import.becomes(name)}
                value={target}
                onChange={({ currentTarget }) => onChange(column, targetOfKey(currentTarget.value))}
                data={targetChoices(schema, name)}
              />
              <span className={styles.guess}>{isGuess ? text.import.guessedBy[guess.by] : ''}</span>
            </li>
          );
        })}
      </ul>
      <RequiredList mapping={mapping} />
    </Panel>
  );
}

function valuesOf(sample: readonly FileRow[], column: number): string {
  const values = new Set<string>();
  for (const { cells } of sample) {
    const cell = cells[column];
    const value = (typeof cell === 'string' ? cell : cell === undefined ? '' : JSON.stringify(cell)).trim();
    if (value !== '') values.add(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
    if (values.size === VALUES_SHOWN) break;
  }
  return values.size === 0 ? text.import.noValues : [...values].join(' · ');
}
