import { useEffect, useState } from 'react';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { useSession } from '../../shell/session-context.ts';
import { homeText } from '../../text/en-home.ts';
import styles from './home.module.css';
import { useDomainPeople, useListed } from './home-queries.ts';
import { jobNews, peopleNews, runNews, sortedNews } from './news.ts';
import { keepVisit, visitBefore } from './visit-store.ts';

/** A first visit shows the news of this time. */
const FIRST_MS = 7 * 86_400_000;
const MOST = 12;

/** Jobs that ended, and resources that came or went, since the last visit. */
export function NewsPanel() {
  const { tenant } = useSession();
  const [openedMs] = useState(() => Date.now());
  const [before] = useState(() => visitBefore(tenant.id, openedMs));
  const people = useDomainPeople();
  const { jobs, runs } = useListed();
  const counts = people.data;
  useEffect(() => {
    if (counts === undefined) return;
    const byDomain = Object.fromEntries(counts.map(({ domain, people: count }) => [domain, count]));
    keepVisit(tenant.id, { seenMs: Date.now(), people: byDomain });
  }, [tenant.id, counts]);
  const sinceMs = before?.seenMs ?? openedMs - FIRST_MS;
  const news = sortedNews([
    ...peopleNews(counts ?? [], before),
    ...jobNews(jobs.data?.rows ?? [], sinceMs),
    ...runNews(runs.data?.rows ?? [], sinceMs),
  ]);
  const lead = before ? homeText.newsOf(dateTime(new Date(before.seenMs).toISOString())) : homeText.newsFirst;
  return (
    <Panel title={homeText.news} lead={lead}>
      {news.length === 0 && <p className={styles.calm}>{homeText.noNews}</p>}
      <ol className={styles.rows} aria-label={homeText.news}>
        {news.slice(0, MOST).map(({ key, says, at, tone }) => (
          <li key={key}>
            <span className={styles.dot} data-tone={tone} aria-hidden />
            <div className={styles.says}>{says}</div>
            {at !== undefined && <time className={styles.time}>{dateTime(at)}</time>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
