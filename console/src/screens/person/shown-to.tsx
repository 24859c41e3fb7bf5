import { Link } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import styles from './reach-panel.module.css';

const MOST = 12;

/** The last people to whom a recorded match has shown this person. */
export function ShownTo({ whole, domain }: { readonly whole: wire.UserExport; readonly domain: string }) {
  const last = whole.matches_shown_in
    .filter((match) => match.domain === domain)
    .slice(-MOST)
    .reverse();
  return (
    <Panel title={text.person.shownTo}>
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
          </li>
        ))}
      </ul>
    </Panel>
  );
}
