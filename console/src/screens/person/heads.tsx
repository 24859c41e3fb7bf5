import type { UserRecord } from '../../api/queries.ts';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../parts/words.ts';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from './heads.module.css';

/** The vectors of a profile: for which domain, by which encoder, from which fields, and when. */
export function Heads({ record }: { readonly record: UserRecord }) {
  const heads = Object.entries(record.embeddings);
  if (heads.length === 0) return null;
  return (
    <Panel title={text.person.vectors} lead={text.person.vectorsLead}>
      <ul className={styles.heads}>
        {heads.map(([head, { dim, version }]) => {
          const made = record.provenance.embeddings[head];
          return (
            <li key={head}>
              <strong>{head}</strong> · {dim} · <code>{version}</code>
              {made && (
                <p className={styles.dim}>
                  {made.from && `${text.person.headFrom(made.from.map(words).join(', '))} · `}
                  {dateTime(made.at)}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
