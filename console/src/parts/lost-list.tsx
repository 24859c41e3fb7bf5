import type { UserRecord } from '../api/queries.ts';
import { text } from '../text/en.ts';
import styles from './reading.module.css';
import { ReadingSource } from './reading-source.tsx';
import { capitalized, shownClause } from './words.ts';

type Lost = NonNullable<UserRecord['lost']>;

/** Readings of texts that were not taken, by field, each with the reason. */
export function LostList({ lost }: { readonly lost: Lost }) {
  const fields = Object.entries(lost);
  if (fields.length === 0) return <p className={styles.source}>{text.reading.lostNone}</p>;
  return (
    <dl className={styles.lost}>
      {fields.map(([field, readings]) => (
        <div key={field}>
          <dt>{capitalized(field)}</dt>
          {readings.map((reading) => (
            <dd key={`${reading.kind} ${JSON.stringify(reading.value)} ${reading.context_id ?? ''}`}>
              {reading.kind === 'preference' && text.reading.wished}
              {shownClause(reading.value)}
              <span className={styles.source}>
                {reasonOf(reading)} · {text.common.percent(reading.probability)}
              </span>
              <ReadingSource path={reading.path} signs={reading.signs} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

function reasonOf({ because, owner }: Lost[string][number]): string {
  const { owners, because: reasons, ofAnotherOwner } = text.reading;
  return reasons[because] || (owners[owner] ?? ofAnotherOwner);
}
