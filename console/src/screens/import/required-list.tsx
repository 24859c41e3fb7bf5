import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import { requiredFields } from './check-file.ts';
import styles from './columns-panel.module.css';
import type { Mapping } from './row-to-person.ts';

/** The required fields of a person, and the column that gives each. */
export function RequiredList({ mapping: { schema, layout, targets } }: { readonly mapping: Mapping }) {
  const hasText = targets.some(({ to }) => to === 'text');
  const columnOf = (field: string) =>
    targets.findIndex((target) => target.to === 'field' && target.field === field);
  const id = targets.findIndex(({ to }) => to === 'id');
  const from = (column: number) => text.import.requiredFrom(text.import.column(layout.columns[column] ?? ''));
  return (
    <section className={styles.required} aria-label={text.import.requiredTitle}>
      <h3>{text.import.requiredTitle}</h3>
      <ul>
        <li data-state={id < 0 ? 'missing' : 'given'}>
          <strong>{text.import.requiredId}</strong>: {id < 0 ? text.import.requiredIdMissing : from(id)}
        </li>
        {requiredFields(schema).map((name) => {
          const column = columnOf(name);
          const state = column >= 0 ? 'given' : hasText ? 'text' : 'missing';
          const said = {
            given: from(column),
            text: text.import.requiredMissing,
            missing: text.import.noText,
          }[state];
          return (
            <li key={name} data-state={state}>
              <strong>{words(name)}</strong>: {said}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
