import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type UserRecord, userDomainsQuery, userExportQuery } from '../../api/queries.ts';
import { rememberPerson } from '../../api/recent-people.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { DocumentPanel } from './document-panel.tsx';
import { Outcomes } from './outcomes.tsx';
import { PersonActions } from './person-actions.tsx';
import styles from './person-screen.module.css';
import { Profile } from './profile.tsx';
import { recordsQuery, seenQuery } from './reach.ts';
import { ReachPanel } from './reach-panel.tsx';
import { ShownTo } from './shown-to.tsx';
import { Texts } from './texts.tsx';
import { TimeLine } from './time-line.tsx';

const route = getRouteApi('/people/$userId');

export function PersonScreen() {
  const session = useSession();
  const { userId } = route.useParams();
  const { domain: wanted, reach: asked = false } = route.useSearch();
  const navigate = route.useNavigate();
  const user = useQuery(userDomainsQuery(userId));
  const mayExport = allows(session, 'export');
  const whole = useQuery({ ...userExportQuery(userId), enabled: mayExport && user.isSuccess });
  const found = user.isSuccess;
  useEffect(() => {
    if (found) rememberPerson(session.tenant.id, userId);
  }, [found, session.tenant.id, userId]);
  const domains = Object.keys(user.data?.domains ?? {});
  const domain = wanted !== undefined && domains.includes(wanted) ? wanted : domains[0];
  const others = useSeen(userId, domain, asked && allows(session, 'match'));
  const record = domain === undefined ? undefined : user.data?.domains[domain];
  return (
    <>
      <PageHead
        title={userId}
        {...(record && { lead: `${text.person.updated}: ${dateTime(record.updated_at)}` })}
      >
        {domain !== undefined && <PersonActions userId={userId} domain={domain} domains={domains} />}
      </PageHead>
      {user.error && <ErrorNote error={user.error} onRetry={() => user.refetch()} />}
      {user.isPending && <Skeleton h={320} radius="md" />}
      {domains.length > 1 && (
        <SegmentedControl
          mb={20}
          aria-label={text.person.domain}
          value={domain ?? ''}
          onChange={(value) => void navigate({ search: (now) => ({ ...now, domain: value }), replace: true })}
          data={domains}
        />
      )}
      {record && (
        <div className={styles.columns}>
          <Profile record={record} others={others} />
          <div className={styles.column}>
            {allows(session, 'match') && (
              <ReachPanel
                userId={userId}
                domain={record.domain}
                asked={asked}
                onAsk={() => void navigate({ search: (now) => ({ ...now, reach: true }), replace: true })}
              />
            )}
            {allows(session, 'write') && (
              <DocumentPanel
                key={`${record.domain} ${userId}`}
                userId={userId}
                domain={record.domain}
                showsTexts={mayExport}
              />
            )}
            {whole.error && <ErrorNote error={whole.error} onRetry={() => whole.refetch()} />}
            {mayExport && whole.isPending && <Skeleton h={200} radius="md" />}
            {whole.data && (
              <>
                <TimeLine whole={whole.data} domain={record.domain} />
                <Texts
                  items={whole.data.context_items.filter((item) => item.domain === record.domain)}
                  record={record}
                />
                <Outcomes whole={whole.data} domain={record.domain} />
                <ShownTo
                  whole={whole.data}
                  domain={record.domain}
                  asked={asked && allows(session, 'match')}
                />
              </>
            )}
            {!mayExport && (
              <Panel title={text.person.texts}>
                <p className={styles.dim}>{text.error.noScope('export')}</p>
              </Panel>
            )}
          </div>
        </div>
      )}
    </>
  );
}

const nobody: readonly UserRecord[] = [];

/** Records of the people that the person would see, once they were asked for. */
function useSeen(userId: string, domain: string | undefined, asked: boolean): readonly UserRecord[] {
  const wanted = asked && domain !== undefined;
  const seen = useQuery({ ...seenQuery(userId, domain ?? ''), enabled: wanted });
  const ids = seen.data?.matches.map((match) => match.user_id) ?? [];
  const records = useQuery({ ...recordsQuery(domain ?? '', ids), enabled: wanted && ids.length > 0 });
  return records.data ?? nobody;
}
