import type { ReadProfile } from '../../api/queries.ts';
import { LostList } from '../../parts/lost-list.tsx';
import { spansOf } from '../../parts/marked-pieces.ts';
import { MarkedText } from '../../parts/marked-text.tsx';
import { ReadingSource } from '../../parts/reading-source.tsx';
import { capitalized, shownClause, shownValue } from '../../parts/words.ts';
import { text as words } from '../../text/en.ts';
import styles from './found-fields.module.css';

interface Props {
  readonly record: ReadProfile | undefined;
  readonly text: string;
  readonly busy: boolean;
}

/** The values that were read in a text, and where they stand there. */
export function FoundFields({ record, text, busy }: Props) {
  const found = { ...record?.fields, ...record?.derived };
  const wishes = record?.preferences ?? {};
  const sources = { ...record?.provenance.fields, ...record?.provenance.derived };
  const lost = record?.lost ?? {};
  const nothing = record && Object.keys(found).length + Object.keys(wishes).length === 0;
  return (
    <div className={styles.found} aria-live="polite" aria-busy={busy}>
      <h3>{busy ? words.match.reading : words.match.found}</h3>
      {record && <MarkedText text={text} spans={spansOf(record)} />}
      {nothing && <p className={styles.dim}>{words.match.nothingFound}</p>}
      <dl className={styles.list}>
        {Object.entries(found)
          .filter(([, value]) => shownValue(value).length < 80)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{capitalized(name)}</dt>
              <dd>
                {shownValue(value)}
                <ReadingSource path={sources[name]?.path} signs={sources[name]?.signs} />
              </dd>
            </div>
          ))}
      </dl>
      {Object.keys(wishes).length > 0 && (
        <>
          <h3>{words.match.wishes}</h3>
          <dl className={styles.list}>
            {Object.entries(wishes).map(([name, value]) => (
              <div key={name}>
                <dt>{capitalized(name)}</dt>
                <dd>
                  {shownClause(value)}
                  <ReadingSource
                    path={record?.provenance.preferences[name]?.path}
                    signs={record?.provenance.preferences[name]?.signs}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {Object.keys(lost).length > 0 && (
        <details>
          <summary>{words.reading.lostCount(Object.values(lost).flat().length)}</summary>
          <LostList lost={lost} />
        </details>
      )}
      {record && record.missing_required.length > 0 && (
        <p className={styles.warn}>{words.match.missing(record.missing_required.join(', '))}</p>
      )}
    </div>
  );
}
