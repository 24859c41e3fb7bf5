import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { MatchRequest, MatchResult } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import { CodePanel } from './code-panel.tsx';
import { Comparison } from './comparison.tsx';
import { Funnel } from './funnel.tsx';
import { Latency } from './latency.tsx';
import { MatchList } from './match-list.tsx';
import styles from './match-outcome.module.css';

type Run = UseQueryResult<MatchResult>;

interface Props {
  readonly a: Run;
  /** Present while two settings are compared. */
  readonly b: Run | undefined;
  readonly request: MatchRequest | undefined;
  readonly requestB: MatchRequest | undefined;
  readonly stale: boolean;
}

export function MatchOutcome({ a, b, request, requestB, stale }: Props) {
  if (request === undefined) return <EmptyState title={text.match.empty} lead={text.match.emptyLead} />;
  const failed = [a, b].find((run) => run?.error);
  if (failed) return <ErrorNote error={failed.error} onRetry={() => failed.refetch()} />;
  if (a.data === undefined || (b && b.data === undefined)) return <OutcomeSkeleton />;
  const busy = a.isFetching || b?.isFetching === true;
  return (
    <div
      className={styles.outcome}
      data-compared={b !== undefined || undefined}
      data-stale={stale || busy || undefined}
      aria-busy={busy}
    >
      {b?.data ? (
        <>
          <Comparison a={a.data} b={b.data} />
          <div className={styles.two}>
            <Funnel result={a.data} request={request} label={text.match.settingsA} />
            <Funnel result={b.data} request={requestB ?? request} label={text.match.settingsB} />
            <Latency result={a.data} label={text.match.settingsA} />
            <Latency result={b.data} label={text.match.settingsB} />
            <CodePanel request={request} label={text.match.settingsA} />
            <CodePanel request={requestB ?? request} label={text.match.settingsB} />
          </div>
        </>
      ) : (
        <>
          <div className={styles.account}>
            <Funnel result={a.data} request={request} />
          </div>
          <div className={styles.list}>
            <MatchList result={a.data} domain={request.domain ?? ''} />
          </div>
          <div className={styles.rest}>
            <Latency result={a.data} />
            <CodePanel request={request} />
          </div>
        </>
      )}
    </div>
  );
}

function OutcomeSkeleton() {
  return (
    <div className={styles.outcome} aria-busy="true">
      <VisuallyHidden role="status">{text.match.running}</VisuallyHidden>
      <Skeleton h={330} radius="md" />
      <Skeleton h={190} radius="md" />
      <Skeleton h={190} radius="md" />
    </div>
  );
}
