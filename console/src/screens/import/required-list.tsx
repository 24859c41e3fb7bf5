import { words } from '../../parts/words.ts';
import { importText } from '../../text/en-import.ts';
import { requiredFields } from './check-file.ts';
import styles from './columns-panel.module.css';
import type { FileMapping } from './file-mapping.ts';

/** The required fields of a person, and the column that gives each. */
export function RequiredList({ mapping: { schema, columns } }: { readonly mapping: FileMapping }) {
  const hasText = columns.some(({ target }) => target.to === 'text');
  const columnOf = (field: string) =>
    columns.findIndex(({ target }) => 'field' in target && target.field === field);
  const id = columns.findIndex(({ target }) => target.to === 'id');
  const from = (column: number) => importText.requiredFrom(importText.column(columns[column]?.column ?? ''));
  return (
    <section className={styles.required} aria-label={importText.requiredTitle}>
      <h3>{importText.requiredTitle}</h3>
      <ul>
        <li data-state={id < 0 ? 'missing' : 'given'}>
          <strong>{importText.requiredId}</strong>: {id < 0 ? importText.requiredIdMissing : from(id)}
        </li>
        {requiredFields(schema).map((name) => {
          const column = columnOf(name);
          const state = column >= 0 ? 'given' : hasText ? 'text' : 'missing';
          const said = {
            given: from(column),
            text: importText.requiredMissing,
            missing: importText.noText,
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
