import { Skeleton, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { MatchRequest, MatchResult } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import { CodePanel } from './code-panel.tsx';
import { Comparison } from './comparison.tsx';
import { FunnelStrip } from './funnel-strip.tsx';
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
    <div className={styles.outcome} data-stale={stale || busy || undefined} aria-busy={busy}>
      {b?.data ? (
        <>
          <Comparison a={a.data} b={b.data} />
          <FunnelStrip result={a.data} request={request} label={text.match.settingsA} />
          <FunnelStrip result={b.data} request={requestB ?? request} label={text.match.settingsB} />
          <div className={styles.two}>
            <Latency result={a.data} label={text.match.settingsA} />
            <Latency result={b.data} label={text.match.settingsB} />
            <CodePanel request={request} label={text.match.settingsA} />
            <CodePanel request={requestB ?? request} label={text.match.settingsB} />
          </div>
        </>
      ) : (
        <>
          <FunnelStrip result={a.data} request={request} />
          <div className={styles.beside}>
            <MatchList result={a.data} domain={request.domain ?? ''} />
            <div className={styles.rest}>
              <Latency result={a.data} />
              <CodePanel request={request} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}

/** As high as the strip and the cards are. */
function OutcomeSkeleton() {
  return (
    <div className={styles.outcome} aria-busy="true">
      <VisuallyHidden role="status">{text.match.running}</VisuallyHidden>
      <Skeleton h={62} radius="md" />
      <Skeleton h={22} w={90} />
      {[1, 2, 3].map((rank) => (
        <Skeleton key={rank} h={124} radius="md" />
      ))}
    </div>
  );
}
