import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type MatchRecord, matchRecordQuery } from '../../api/activity-queries.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { exactTime } from '../../shell/dates.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { FunnelLine } from '../match/funnel-line.tsx';
import { FunnelStages } from '../match/funnel-stages.tsx';
import { RecordFacts } from './record-facts.tsx';
import styles from './record-screen.module.css';
import { ShownPeople } from './shown-people.tsx';

const route = getRouteApi('/activity/$matchId');

/** One match: the people that it showed, and how they were chosen. */
export function RecordScreen() {
  const { matchId } = route.useParams();
  const record = useQuery(matchRecordQuery(matchId));
  return (
    <>
      <PageHead
        title={text.activity.matchTitle}
        {...(record.data && {
          lead: text.activity.matchLead(record.data.user_id, exactTime(record.data.created_at)),
        })}
      >
        {record.data && <RecordLinks record={record.data} />}
      </PageHead>
      {record.error && <ErrorNote error={record.error} onRetry={() => record.refetch()} />}
      {record.isPending && <Skeleton h={420} radius="md" />}
      {record.data && (
        <div className={styles.columns}>
          <ShownPeople record={record.data} />
          <div className={styles.column}>
            <RecordFunnel record={record.data} />
            <RecordFacts record={record.data} />
          </div>
        </div>
      )}
    </>
  );
}

function RecordLinks({ record: { user_id: user, domain } }: { readonly record: MatchRecord }) {
  const mayMatch = allows(useSession(), 'match');
  return (
    <div className={styles.links}>
      <Button
        size="xs"
        variant="light"
        renderRoot={(props) => <Link to="/activity" search={{ user, domain }} {...props} />}
      >
        {text.activity.back}
      </Button>
      {mayMatch && (
        <Button
          size="xs"
          variant="light"
          renderRoot={(props) => <Link to="/match" search={{ user, domain }} {...props} />}
        >
          {text.activity.again}
        </Button>
      )}
    </div>
  );
}

/** A record does not name the candidates that fell out, so none can be asked about. */
const nobodyToAsk = () => undefined;

function RecordFunnel({ record }: { readonly record: MatchRecord }) {
  const { pipeline_stats: stats, trace, matches, degraded } = record;
  if (stats === null) return <Panel title={text.match.funnelTitle}>{text.activity.noTrace}</Panel>;
  const result = { pipeline_stats: stats, trace, matches };
  return (
    <Panel title={text.match.funnelTitle} lead={text.match.funnelLead}>
      <div className={styles.line}>
        <FunnelLine result={result} />
      </div>
      <FunnelStages result={result} onAsk={nobodyToAsk} />
      {degraded.map(({ stage, reason }) => (
        <p key={stage} className={styles.warn}>
          {text.match.degraded(text.match.stageNames[stage] ?? stage, reason)}
        </p>
      ))}
    </Panel>
  );
}
