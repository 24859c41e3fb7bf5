import type { UserRecord } from '../../api/queries.ts';
import { ReadingSource } from '../../parts/reading-source.tsx';
import { capitalized, shownClause, shownValue } from '../../parts/words.ts';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from './field-table.module.css';

type Provenance = UserRecord['provenance']['fields'];

interface Props {
  readonly values: Readonly<Record<string, unknown>>;
  readonly provenance: Provenance;
  readonly empty?: string;
  /** Values that another source overrode, by field. */
  readonly alternatives?: UserRecord['alternatives'];
  /** The values are comparisons. */
  readonly clauses?: boolean;
}

export function FieldTable({ values, provenance, alternatives = {}, empty, clauses = false }: Props) {
  const rows = Object.entries(values);
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <dl className={styles.rows}>
      {rows.map(([name, value]) => (
        <div key={name} className={styles.row}>
          <dt>{capitalized(name)}</dt>
          <dd className={styles.value}>{clauses ? shownClause(value) : shownValue(value)}</dd>
          <dd className={styles.source}>
            {sourceOf(provenance[name])}
            <ReadingSource path={provenance[name]?.path} signs={provenance[name]?.signs} />
          </dd>
          {alternatives[name]?.map(({ value: other, provenance: from }) => (
            <dd key={from.source} className={styles.overridden}>
              {text.person.overridden(shownValue(other), sourceOf(from))}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

function sourceOf(entry: Provenance[string] | undefined): string {
  if (entry === undefined) return '';
  const { sources, extractors } = text.person;
  const how = [sources[entry.source] ?? entry.source, extractors[entry.extractor] ?? entry.extractor]
    .filter(Boolean)
    .join(' ');
  const sure = entry.confidence < 1 ? ` · ${text.common.percent(entry.confidence)}` : '';
  return `${how}${sure} · ${dateTime(entry.at)}`;
}
