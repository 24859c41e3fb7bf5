import { capitalized, words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import styles from './change-summary.module.css';
import type { Changes } from './domain-queries.ts';

/** The changes of a definition against the one in force. */
export function ChangeSummary({ changes }: { readonly changes: Changes }) {
  const { fields, terms, others, incompatible } = changes;
  const groups = [
    { title: text.domain.fieldsAdded, tone: 'added', names: fields.added },
    { title: text.domain.fieldsRemoved, tone: 'removed', names: fields.removed },
    { title: text.domain.fieldsChanged, tone: 'changed', names: fields.changed.map(worded) },
    { title: text.domain.termsAdded, tone: 'added', names: terms.added },
    { title: text.domain.termsRemoved, tone: 'removed', names: terms.removed },
    { title: text.domain.termsChanged, tone: 'changed', names: terms.changed.map(worded) },
    { title: text.domain.others, tone: 'changed', names: others.map(partName) },
  ].filter(({ names }) => names.length > 0);
  return (
    <div className={styles.changes}>
      <p>{text.domain.changesAgainst(changes.against)}</p>
      {groups.length === 0 && <p>{text.domain.nothingChanges}</p>}
      {groups.length > 0 && (
        <dl className={styles.groups}>
          {groups.map(({ title, tone, names }) => (
            <div key={title}>
              <dt data-tone={tone}>{title}</dt>
              <dd>{names.join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
      {incompatible.length > 0 && (
        <div className={styles.bad}>
          <p>{changes.people_stored ? text.domain.incompatible : text.domain.incompatibleEmpty}</p>
          <ul>
            {incompatible.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {!isRefused(changes) && <p className={styles.people}>{peopleSentence(changes)}</p>}
    </div>
  );
}

/** Whether the definition would take away values that stored people have. */
export function isRefused({ incompatible, people_stored }: Changes): boolean {
  return people_stored && incompatible.length > 0;
}

function peopleSentence({ people_stored, revalidates }: Changes): string {
  if (!people_stored) return text.domain.noPeople;
  return revalidates ? text.domain.revalidates : text.domain.keepsPeople;
}

function worded({ name, changed }: Changes['fields']['changed'][number]): string {
  return `${name} (${changed.map((part) => partName(part).toLowerCase()).join(', ')})`;
}

function partName(part: string): string {
  return capitalized(text.domain.parts[part] ?? words(part));
}
