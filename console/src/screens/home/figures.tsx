import { Skeleton } from '@mantine/core';
import { ErrorNote } from '../../parts/error-note.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { homeText } from '../../text/en-home.ts';
import { isOpen } from '../jobs/job-times.ts';
import styles from './home.module.css';
import { useDomainPeople, useListed, usePeopledDomains, useToday } from './home-queries.ts';
import { outcomesOf } from './outcomes-of.ts';

interface Tile {
  readonly name: string;
  /** undefined: not known yet. */
  readonly value: number | undefined;
  readonly note: string;
}

/** Four live figures, as far as the key may see them. */
export function Figures() {
  const session = useSession();
  const people = useDomainPeople();
  const domains = usePeopledDomains();
  const { matches, outcomes } = useToday();
  const { jobs } = useListed();
  const complete = (counted: readonly unknown[]) => people.data && counted.length === domains.length;
  const decided = outcomes.map(outcomesOf);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const tiles: readonly (Tile | false)[] = [
    allows(session, 'read') && {
      name: homeText.people,
      value: people.data && sum(people.data.map((each) => each.people)),
      note: homeText.peopleOf(domains.length),
    },
    allows(session, 'read') && {
      name: homeText.matchesToday,
      value: complete(matches) ? sum(matches.map((day) => day.matches)) : undefined,
      note: homeText.shown(sum(matches.map((day) => day.shown))),
    },
    allows(session, 'read') && {
      name: homeText.outcomesToday,
      value: complete(outcomes) ? sum(decided.map(({ current }) => current)) : undefined,
      note: homeText.positive(sum(decided.map(({ positive }) => positive))),
    },
    allows(session, 'data', 'read') && {
      name: homeText.working,
      value: jobs.data?.rows.filter(isOpen).length,
      note: homeText.workingNote,
    },
  ];
  const shown = tiles.filter((tile) => tile !== false);
  if (people.error) return <ErrorNote error={people.error} />;
  if (shown.length === 0) return null;
  return (
    <dl className={styles.tiles} aria-label={homeText.figures}>
      {shown.map(({ name, value, note }) => (
        <div key={name} className={styles.tile}>
          <dt>{name}</dt>
          <dd className={styles.value}>
            {value === undefined ? <Skeleton h={30} w={80} /> : text.common.count(value)}
          </dd>
          <dd className={styles.note}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
