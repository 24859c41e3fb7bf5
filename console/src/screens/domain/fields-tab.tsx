import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import type { Summary } from './domain-queries.ts';
import styles from './domain-table.module.css';

type Field = Summary['fields'][number];

export function FieldsTab({ definition }: { readonly definition: Summary }) {
  const hasSides = definition.sides !== null;
  return (
    <Panel title={text.domain.fieldsTitle} lead={text.domain.fieldsLead}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by the keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={text.domain.fieldsTitle}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text.domain.field}</th>
              <th scope="col">{text.domain.kind}</th>
              <th scope="col">{text.domain.type}</th>
              <th scope="col">{text.domain.required}</th>
              <th scope="col" className={styles.number}>
                {text.domain.rules}
              </th>
              {hasSides && <th scope="col">{text.domain.sides}</th>}
              <th scope="col">{text.domain.values}</th>
            </tr>
          </thead>
          <tbody>
            {definition.fields.map((field) => (
              <tr key={field.name}>
                <th scope="row">
                  {field.name}
                  {field.description && <small>{field.description}</small>}
                </th>
                <td>
                  <span className={styles.kind} data-kind={field.kind}>
                    {text.domain.kinds[field.kind]}
                  </span>
                </td>
                <td>{typeOf(field)}</td>
                <td>{field.required ? text.common.yes : ''}</td>
                <td className={styles.number}>{field.rules}</td>
                {hasSides && <td>{field.sides?.join(', ') ?? text.domain.allSides}</td>}
                <td className={styles.values}>{valuesOf(field)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

function typeOf({ type, format, multiple }: Field): string {
  return `${format ?? type}${multiple ? `, ${text.domain.several}` : ''}`;
}

function valuesOf({ values, range, unit }: Field): string {
  if (values !== undefined) return values.join(', ');
  if (range === undefined) return unit ?? '';
  return `${text.domain.range(String(range[0]), String(range[1]))} ${unit ?? ''}`;
}
