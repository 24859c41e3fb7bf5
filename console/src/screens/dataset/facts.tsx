import { text } from '../../text/en.ts';
import type { Statistics } from './dataset-queries.ts';
import styles from './facts.module.css';

const DAY_MS = 86_400_000;

/** The counts, as tiles. */
export function Facts({ statistics }: { readonly statistics: Statistics }) {
  const { items, items_with_events, people, events, sessions, repeats, histories } = statistics;
  const { first_event_at: first, last_event_at: last, left_out } = statistics;
  const words = text.dataset;
  const tiles: (readonly [string, string, string])[] = [
    [words.facts.items, text.common.count(items), words.withEvents(items_with_events)],
    [words.facts.people, text.common.count(people), ''],
    [words.facts.events, text.common.count(events), words.perPerson(histories.mean)],
    [words.facts.sessions, text.common.count(sessions.count), words.perPerson(sessions.per_person)],
    [words.facts.repeats, text.common.percent(repeats.share), words.repeated(repeats.events)],
    [
      words.facts.span,
      first && last ? words.days(1 + Math.floor((Date.parse(last) - Date.parse(first)) / DAY_MS)) : '–',
      first && last ? words.between(first.slice(0, 10), last.slice(0, 10)) : '',
    ],
  ];
  const leftOut = (left_out?.impossible_times ?? 0) + (left_out?.negative_values ?? 0);
  if (left_out !== undefined && leftOut > 0)
    tiles.push([
      words.facts.leftOut,
      text.common.count(leftOut),
      words.leftOut(left_out.negative_values, left_out.impossible_times),
    ]);
  return (
    <dl className={styles.tiles}>
      {tiles.map(([name, value, note]) => (
        <div key={name} className={styles.tile}>
          <dt>{name}</dt>
          <dd className={styles.value}>{value}</dd>
          {note !== '' && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
