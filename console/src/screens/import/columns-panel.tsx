import { Button, NativeSelect } from '@mantine/core';
import type { ColumnPlan } from 'counterpart-intake/guess/column-plan.ts';
import { keyOfTarget, type Target, targetOfKey } from 'counterpart-intake/guess/column-target.ts';
import { mappingText } from 'counterpart-intake/guess/mapping-text.ts';
import { Panel } from '../../parts/panel.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { importText } from '../../text/en-import.ts';
import styles from './columns-panel.module.css';
import { type FileMapping, type FileSchema, mappingOf } from './file-mapping.ts';
import { RequiredList } from './required-list.tsx';
import { targetChoices } from './target-choices.ts';
import { ValueTable } from './value-table.tsx';

interface Props {
  readonly mapping: FileMapping;
  readonly guesses: readonly ColumnPlan[];
  /** How many the guess looked at. */
  readonly rows: number;
  readonly onTarget: (column: number, target: Target) => void;
  readonly onPlan: (column: number, plan: ColumnPlan) => void;
}

const VALUES_SHOWN = 3;
const LONGEST = 60;

export function ColumnsPanel({ mapping, guesses, rows, onTarget, onPlan }: Props) {
  const { schema, layout, columns } = mapping;
  if (layout.bodies)
    return (
      <Panel title={importText.columns}>
        <p>{importText.bodies}</p>
      </Panel>
    );
  const download = () => {
    const yaml = mappingText({ mapping: mappingOf(mapping), columns, fields: schema.fields, rows });
    saveFile(new Blob([yaml], { type: 'application/yaml' }), 'mapping.yaml');
  };
  return (
    <Panel
      title={importText.columns}
      lead={importText.columnsLead}
      aside={
        <Button variant="default" size="xs" onClick={download}>
          {importText.downloadMapping}
        </Button>
      }
    >
      <ul className={styles.columns}>
        {columns.map((plan, at) => (
          <li key={plan.column} data-ignored={plan.target.to === 'ignore' || undefined}>
            <div className={styles.column}>
              <strong>{importText.column(plan.column)}</strong>
              <span className={styles.values}>{valuesOf(plan)}</span>
            </div>
            <NativeSelect
              aria-label={importText.becomes(plan.column)}
              value={keyOfTarget(plan.target)}
              onChange={({ currentTarget }) => onTarget(at, targetOfKey(currentTarget.value))}
              data={targetChoices(schema, plan.column)}
            />
            <span className={styles.guess}>
              {isGuess(plan, guesses[at]) ? importText.guessedBy[plan.by] : ''}
            </span>
            <ValueTable
              plan={plan}
              choices={choicesOf(plan, schema)}
              onChange={(changed) => onPlan(at, changed)}
            />
          </li>
        ))}
      </ul>
      <RequiredList mapping={mapping} />
    </Panel>
  );
}

function isGuess({ target }: ColumnPlan, guess: ColumnPlan | undefined): boolean {
  return guess !== undefined && keyOfTarget(guess.target) === keyOfTarget(target);
}

function choicesOf({ target }: ColumnPlan, { fields }: FileSchema): readonly string[] {
  const name = target.to === 'field' ? target.field : target.to === 'preference' ? target.key : undefined;
  return fields.find((field) => field.name === name)?.values ?? [];
}

/** The most frequent values; numbers of them where they repeat. */
function valuesOf({ facts: { values } }: ColumnPlan): string {
  const shown = values.slice(0, VALUES_SHOWN).map(([value, count]) => {
    const short = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
    return count > 1 ? `${short} (${importText.times(count)})` : short;
  });
  return shown.length === 0 ? importText.noValues : shown.join(' · ');
}
