import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { type LiveSession, liveSessionsQuery } from '../../api/member-queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { MailAddress } from '../../parts/mail-address.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';

const facts: readonly Column<LiveSession>[] = [
  {
    label: text.members.holder,
    cell: ({ email, key_id }) => (email === null ? <code>{key_id}</code> : <MailAddress address={email} />),
  },
  { label: text.members.began, cell: ({ created_at }) => dateTime(created_at) },
  { label: text.members.used, cell: ({ used_at }) => dateTime(used_at) },
  { label: text.members.ends, cell: ({ expires_at }) => dateTime(expires_at) },
];

/** The live sessions of an owner: the id of a tenant, or `operator`. Each can be ended. */
export function SessionPanel({ owner }: { readonly owner: string }) {
  const sessions = useInfiniteQuery(liveSessionsQuery(owner));
  const rows = sessions.data?.pages.flatMap(({ data }) => data) ?? [];
  const end = useMutation({
    mutationFn: (id: string) => client.admin.endSession(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  });
  const columns: readonly Column<LiveSession>[] = [
    ...facts,
    {
      label: text.members.end,
      cell: ({ id }) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={text.members.endOf(id)}
          loading={end.isPending && end.variables === id}
          onClick={() => end.mutate(id)}
        >
          {text.members.end}
        </Button>
      ),
    },
  ];
  return (
    <Panel title={text.members.liveSessions} lead={text.members.liveSessionsLead}>
      {end.error && <ErrorNote error={end.error} />}
      {sessions.error && <ErrorNote error={sessions.error} onRetry={() => sessions.refetch()} />}
      {sessions.isPending && <Skeleton h={80} radius="md" />}
      {sessions.isSuccess && rows.length === 0 && <EmptyState title={text.members.noSessions} />}
      {rows.length > 0 && (
        <DataTable
          caption={text.members.liveSessions}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          folds
        />
      )}
      {sessions.hasNextPage && (
        <Button
          mt={16}
          variant="default"
          loading={sessions.isFetchingNextPage}
          onClick={() => sessions.fetchNextPage()}
        >
          {text.common.more}
        </Button>
      )}
    </Panel>
  );
}
