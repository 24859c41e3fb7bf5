import { NativeSelect } from '@mantine/core';
import { type ColumnPlan, unknownValues } from 'counterpart-intake/guess/column-plan.ts';
import { words } from '../../parts/words.ts';
import { importText } from '../../text/en-import.ts';
import styles from './columns-panel.module.css';

interface Props {
  readonly plan: ColumnPlan;
  /** Values of the field. */
  readonly choices: readonly string[];
  readonly onChange: (plan: ColumnPlan) => void;
}

const MOST_SHOWN = 50;
/** Choices beside the field's values: they are no names of values. */
const REFUSED = '\u0000refused';
const NOT_GIVEN = '\u0000not given';

/** How often each value of a column comes, and the value of the field that it becomes. */
export function ValueTable({ plan, choices, onChange }: Props) {
  const { map = {}, missing = [] } = plan.steps;
  const unknown = unknownValues(plan);
  const counts = new Map(plan.facts.values);
  const shown = [...unknown, ...plan.facts.values.filter(([value]) => Object.hasOwn(map, value))]
    .filter(([value]) => !missing.includes(value))
    .slice(0, MOST_SHOWN);
  if (shown.length === 0) return null;
  const change = (value: string, chosen: string) => {
    const { [value]: _, ...others } = map;
    const next = chosen === REFUSED ? others : { ...others, [value]: chosen === NOT_GIVEN ? null : chosen };
    onChange({ ...plan, steps: { ...plan.steps, map: next } });
  };
  const options = [
    { value: REFUSED, label: importText.valueRefused },
    { value: NOT_GIVEN, label: importText.valueNotGiven },
    ...choices.map((choice) => ({ value: choice, label: words(choice) })),
  ];
  return (
    <details className={styles.table} open={unknown.length > 0}>
      <summary>{importText.valueTable(shown.length, unknown.length)}</summary>
      <ul>
        {shown.map(([value, count]) => (
          <li key={value}>
            <span>
              {value.slice(0, 60)} · {importText.times(counts.get(value) ?? count)}
            </span>
            <NativeSelect
              size="xs"
              aria-label={importText.valueBecomes(value.slice(0, 60))}
              value={chosenFor(value, map)}
              onChange={({ currentTarget }) => change(value, currentTarget.value)}
              data={options}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

function chosenFor(value: string, map: Readonly<Record<string, unknown>>): string {
  if (!Object.hasOwn(map, value)) return REFUSED;
  return map[value] === null ? NOT_GIVEN : String(map[value]);
}
