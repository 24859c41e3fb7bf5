import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MatchRecord } from '../../api/activity-queries.ts';
import { titlesQuery } from '../../api/people-queries.ts';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import styles from './record-screen.module.css';

/** The shown people who are not erased, by the place that each had. */
export function ShownPeople({ record: { matches, domain } }: { readonly record: MatchRecord }) {
  const ids = matches.map(({ user_id: id }) => id);
  const people = useQuery({ ...titlesQuery(domain, ids), enabled: ids.length > 0 });
  return (
    <Panel title={text.activity.people}>
      {matches.length === 0 && <p className={styles.dim}>{text.activity.noPeople}</p>}
      <ol className={styles.people}>
        {matches.map(({ user_id: userId, position, score, explored, propensity }) => {
          const title = people.data?.get(userId)?.title ?? userId;
          return (
            <li key={userId} className={styles.person}>
              <span className={styles.place} title={text.activity.position(position)}>
                {position}
              </span>
              <span className={styles.who}>
                <Link to="/people/$userId" params={{ userId }} search={{ domain }}>
                  {title}
                </Link>
                {title !== userId && <span className={styles.dim}>{userId}</span>}
                {explored && (
                  <span className={styles.dim} title={text.match.exploredHint}>
                    {text.activity.explored(propensity)}
                  </span>
                )}
              </span>
              <strong title={text.match.score}>{score.toFixed(2)}</strong>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
