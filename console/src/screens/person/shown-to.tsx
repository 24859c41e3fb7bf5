import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import { seenByQuery } from './reach.ts';
import styles from './reach-panel.module.css';

const MOST = 12;

/** The last people to whom a recorded match has shown this person. */
interface Props {
  readonly whole: wire.UserExport;
  readonly domain: string;
  /** Whether the matches of these people are run today. */
  readonly asked: boolean;
}

export function ShownTo({ whole, domain, asked }: Props) {
  const last = whole.matches_shown_in
    .filter((match) => match.domain === domain)
    .slice(-MOST)
    .reverse();
  const seekers = [...new Set(last.map(({ seeker_id }) => seeker_id))];
  const seenBy = useQuery({
    ...seenByQuery(whole.user_id, domain, seekers),
    enabled: asked && seekers.length > 0,
  });
  const ranks = new Map(seenBy.data?.map((place) => [place.userId, place.rank]));
  return (
    <Panel title={text.person.shownTo} lead={asked ? text.person.shownToToday : undefined}>
      {seenBy.error && <ErrorNote error={seenBy.error} onRetry={() => seenBy.refetch()} />}
      {last.length === 0 && <p className={styles.dim}>{text.person.notShown}</p>}
      <ul className={styles.rows}>
        {last.map(({ match_id, seeker_id, position, at }) => (
          <li key={match_id} className={styles.row}>
            <Link to="/people/$userId" params={{ userId: seeker_id }} search={{ domain }}>
              {seeker_id}
            </Link>
            <span className={styles.dim}>
              {text.person.shownToRow(position)} · {dateTime(at)}
            </span>
            {ranks.has(seeker_id) && (
              <span className={styles.dim}>{text.person.rankToday(ranks.get(seeker_id) ?? null)}</span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
