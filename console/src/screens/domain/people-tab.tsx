import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { Coverage } from './coverage.tsx';
import { fieldStatisticsQuery, matchStatisticsQuery, SCORE_DAYS } from './domain-queries.ts';
import styles from './domain-table.module.css';
import { ScoreHistogram } from './score-histogram.tsx';

/** Figures of the stored people: which fields are known, and how people score. */
export function PeopleTab({ domain }: { readonly domain: string }) {
  const fields = useQuery(fieldStatisticsQuery(domain));
  const matches = useQuery(matchStatisticsQuery(domain));
  const shown = matches.data?.data.reduce((sum, day) => sum + day.shown, 0) ?? 0;
  return (
    <div className={styles.stack}>
      <Panel
        title={text.domain.coverageTitle}
        {...(fields.data && {
          lead: text.domain.coverageLead(fields.data.sampled, fields.data.people),
        })}
      >
        {fields.error && <ErrorNote error={fields.error} onRetry={() => fields.refetch()} />}
        {fields.isPending && <Skeleton h={420} />}
        {fields.data?.people === 0 && (
          <EmptyState title={text.domain.coverageEmpty} lead={text.domain.coverageEmptyLead} />
        )}
        {fields.data && fields.data.people > 0 && <Coverage domain={domain} fields={fields.data.fields} />}
      </Panel>
      <Panel
        title={text.domain.scoresTitle}
        {...(shown > 0 && { lead: text.domain.scoresLead(text.common.count(shown), SCORE_DAYS) })}
      >
        {matches.error && <ErrorNote error={matches.error} onRetry={() => matches.refetch()} />}
        {matches.isPending && <Skeleton h={200} />}
        {matches.data && shown === 0 && (
          <EmptyState title={text.domain.scoresEmpty} lead={text.domain.scoresEmptyLead} />
        )}
        {matches.data && shown > 0 && <ScoreHistogram days={matches.data.data} />}
      </Panel>
    </div>
  );
}
