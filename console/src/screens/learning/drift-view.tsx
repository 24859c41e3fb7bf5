import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { FieldCoverage } from './field-coverage.tsx';
import styles from './learning.module.css';
import { fieldsQuery, matchesQuery } from './learning-queries.ts';
import { MatchRate } from './match-rate.tsx';
import { ScoreHistogram } from './score-histogram.tsx';
import { weekScores } from './week-scores.ts';

interface Props {
  readonly domain: string;
  readonly days: number;
}

const TWO_WEEKS = 14;

/** Changes: scores and matches against the week before, known fields of people against a week ago. */
export function DriftView({ domain, days }: Props) {
  const matches = useQuery(matchesQuery(domain, Math.max(days, TWO_WEEKS)));
  const fields = useQuery(fieldsQuery(domain));
  const weeks = matches.data && weekScores(matches.data.data);
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
        <Panel title={text.learning.scoresTitle} lead={text.learning.scoresLead}>
          {matches.isPending && <Skeleton h={292} radius="md" />}
          {matches.data &&
            (weeks ? (
              <ScoreHistogram weeks={weeks} />
            ) : (
              <EmptyState title={text.learning.noMatches} lead={text.learning.noMatchesLead} />
            ))}
        </Panel>
      </div>
      <Panel
        title={text.learning.coverageTitle}
        lead={
          fields.data &&
          text.learning.coverageLead(
            text.common.count(fields.data.sampled),
            text.common.count(fields.data.people),
          )
        }
      >
        {fields.error && <ErrorNote error={fields.error} onRetry={() => fields.refetch()} />}
        {fields.isPending && <Skeleton h={360} radius="md" />}
        {fields.data &&
          (fields.data.people === 0 ? (
            <EmptyState title={text.learning.noPeople} lead={text.learning.noPeopleLead} />
          ) : (
            <FieldCoverage fields={fields.data.fields} />
          ))}
      </Panel>
    </div>
  );
}
