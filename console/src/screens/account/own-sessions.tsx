import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { endOtherSessions, type OwnSession, ownSessionsQuery } from '../../api/member-queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import styles from './account-screen.module.css';

const columns: readonly Column<OwnSession>[] = [
  {
    label: text.yours.session,
    cell: ({ id, current }) => (
      <>
        <code>{id}</code>
        {current && <span className={styles.note}>{text.yours.current}</span>}
      </>
    ),
  },
  { label: text.yours.began, cell: ({ created_at }) => dateTime(created_at) },
  { label: text.yours.used, cell: ({ used_at }) => dateTime(used_at) },
  { label: text.yours.ends, cell: ({ expires_at }) => dateTime(expires_at) },
];

export function OwnSessions() {
  const { member } = useSession();
  const sessions = useQuery(ownSessionsQuery);
  const rows = sessions.data?.data ?? [];
  const endOthers = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  });
  return (
    <Panel
      title={text.yours.sessions}
      lead={member === null ? text.yours.sessionsOfKeyLead : text.yours.sessionsLead}
      aside={
        <Button
          size="xs"
          variant="default"
          disabled={rows.length < 2}
          loading={endOthers.isPending}
          onClick={() => endOthers.mutate()}
        >
          {text.yours.endOthers}
        </Button>
      }
    >
      {endOthers.error && <ErrorNote error={endOthers.error} />}
      {endOthers.data !== undefined && <p role="status">{text.yours.endedOthers(endOthers.data)}</p>}
      {sessions.error && <ErrorNote error={sessions.error} onRetry={() => sessions.refetch()} />}
      {sessions.isPending && <Skeleton h={80} radius="md" />}
      {rows.length > 0 && (
        <DataTable caption={text.yours.sessions} columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
    </Panel>
  );
}
