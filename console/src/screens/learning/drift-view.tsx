import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import styles from './learning.module.css';
import { matchesQuery } from './learning-queries.ts';
import { MatchRate } from './match-rate.tsx';
import { ScoreHistogram } from './score-histogram.tsx';
import { windowScores } from './window-scores.ts';

interface Props {
  readonly domain: string;
  readonly days: number;
}

/** The service has statistics of a year, so two windows of a year are not known. */
const MOST_DAYS = 365;

/** Changes in the window: matches by day, and scores beside those of as many days before. */
export function DriftView({ domain, days }: Props) {
  const matches = useQuery(matchesQuery(domain, Math.min(2 * days, MOST_DAYS)));
  const compared = Math.min(days, Math.floor(MOST_DAYS / 2));
  const scores = matches.data && windowScores(matches.data.data, compared);
  const inWindow = matches.data?.data.slice(-days) ?? [];
  return (
    <div className={styles.stack}>
      <div className={styles.halves}>
        <Panel title={text.learning.rateTitle} lead={text.learning.rateLead}>
          {matches.error && <ErrorNote error={matches.error} onRetry={() => matches.refetch()} />}
          {matches.isPending && <Skeleton h={292} radius="md" />}
          {matches.data &&
            (inWindow.some((day) => day.matches > 0) ? (
              <MatchRate days={inWindow} />
            ) : (
              <EmptyState title={text.learning.noMatches} lead={text.learning.noMatchesLead} />
            ))}
          {matches.data !== undefined && matches.data.waiting > 0 && (
            <p className={styles.note}>{text.learning.waiting(matches.data.waiting)}</p>
          )}
        </Panel>
        <Panel title={text.learning.scoresTitle} lead={text.learning.scoresLead(compared)}>
          {matches.isPending && <Skeleton h={292} radius="md" />}
          {matches.data &&
            (scores ? (
              <ScoreHistogram scores={scores} days={compared} />
            ) : (
              <EmptyState title={text.learning.noMatches} lead={text.learning.noMatchesLead} />
            ))}
        </Panel>
      </div>
      <p className={styles.note}>
        {text.learning.coverageElsewhere}{' '}
        <Link to="/domains" search={{ domain, tab: 'people' }}>
          {text.learning.coverage}
        </Link>
      </p>
    </div>
  );
}
