import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { membersQuery } from '../../api/member-queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { AddMemberDialog } from './add-member-dialog.tsx';
import { MemberTable } from './member-table.tsx';

interface Props {
  readonly tenant: { readonly id: string; readonly name: string };
}

/** The members of a workspace, page by page. */
export function MemberPanel({ tenant }: Props) {
  const [adding, { open, close }] = useDisclosure(false);
  const members = useInfiniteQuery(membersQuery(tenant.id));
  const rows = members.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Panel
      title={text.members.title}
      lead={text.members.lead}
      aside={
        <Button size="xs" onClick={open}>
          {text.members.add}
        </Button>
      }
    >
      {members.error && <ErrorNote error={members.error} onRetry={() => members.refetch()} />}
      {members.isPending && <Skeleton h={80} radius="md" />}
      {members.isSuccess && rows.length === 0 && <EmptyState title={text.members.none} />}
      {rows.length > 0 && <MemberTable caption={text.members.of(tenant.name)} members={rows} />}
      {members.hasNextPage && (
        <Button
          mt={16}
          variant="default"
          loading={members.isFetchingNextPage}
          onClick={() => members.fetchNextPage()}
        >
          {text.common.more}
        </Button>
      )}
      <AddMemberDialog tenant={tenant} opened={adding} onClose={close} />
    </Panel>
  );
}
