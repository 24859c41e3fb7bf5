import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { LearnedTerms } from './learned-terms.tsx';
import styles from './learning.module.css';
import { type RunDetail, runQuery } from './learning-queries.ts';
import { ReliabilityDiagram } from './reliability-diagram.tsx';
import { RunActions } from './run-actions.tsx';
import { RunFacts } from './run-facts.tsx';
import { binsOf } from './run-figures.ts';
import { RunMetrics } from './run-metrics.tsx';
import own from './run-screen.module.css';
import { RunProgress, RunStatus } from './run-status.tsx';

const route = getRouteApi('/learning/runs/$runId');

export function RunScreen() {
  const session = useSession();
  const { runId } = route.useParams();
  const run = useQuery(runQuery(runId));
  return (
    <>
      <Link
        to="/learning"
        search={{ view: 'runs', ...(run.data && { domain: run.data.domain }) }}
        className={own.back}
      >
        ← {text.learning.back}
      </Link>
      <PageHead
        title={run.data ? `${text.learning.run}, ${dateTime(run.data.created_at)}` : text.learning.run}
        {...(run.data && { lead: run.data.domain })}
      >
        {run.data && allows(session, 'train') && <RunActions run={run.data} />}
      </PageHead>
      {run.error && <ErrorNote error={run.error} onRetry={() => run.refetch()} />}
      {run.isPending && <Skeleton h={420} radius="md" />}
      {run.data && <Found run={run.data} />}
    </>
  );
}

function Found({ run }: { readonly run: RunDetail }) {
  const after = binsOf(run.metrics.after);
  return (
    <div className={styles.stack}>
      <Panel
        title={text.learning.verdict}
        aside={
          <span className={own.state} role="status">
            <RunStatus run={run} />
          </span>
        }
      >
        <p className={own.verdict}>{run.reason ?? text.learning.noVerdictYet}</p>
        <RunProgress run={run} />
        <RunFacts run={run} />
      </Panel>
      {run.metrics.after !== null && (
        <div className={styles.columns}>
          <div className={styles.stack}>
            <RunMetrics metrics={run.metrics} />
          </div>
          <Panel title={text.learning.reliabilityTitle} lead={text.learning.reliabilityLead}>
            {after.length === 0 ? (
              <p className={styles.note}>{text.learning.noReliability}</p>
            ) : (
              <ReliabilityDiagram before={binsOf(run.metrics.before)} after={after} />
            )}
          </Panel>
        </div>
      )}
      {run.version !== null && (
        <Panel title={text.learning.termsTitle} lead={text.learning.termsLead}>
          {run.terms === undefined ? (
            <p className={styles.note}>{text.learning.noTerms}</p>
          ) : (
            <LearnedTerms terms={run.terms} />
          )}
        </Panel>
      )}
    </div>
  );
}
