import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { keysQuery } from '../../api/admin-queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { text } from '../../text/en.ts';
import { KeyTable } from './key-table.tsx';

interface Props {
  readonly caption: string;
  /** The id of a tenant, or `operator`; undefined: all keys. */
  readonly owner: string | undefined;
}

/** The keys of an owner, page by page. */
export function KeyList({ caption, owner }: Props) {
  const keys = useInfiniteQuery(keysQuery(owner));
  const rows = keys.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      {keys.error && <ErrorNote error={keys.error} onRetry={() => keys.refetch()} />}
      {keys.isPending && <Skeleton h={160} radius="md" />}
      {keys.isSuccess && rows.length === 0 && <EmptyState title={text.admin.noKeys} />}
      {rows.length > 0 && <KeyTable caption={caption} keys={rows} mixed={owner === undefined} />}
      {keys.hasNextPage && (
        <Button
          mt={16}
          variant="default"
          loading={keys.isFetchingNextPage}
          onClick={() => keys.fetchNextPage()}
        >
          {text.common.more}
        </Button>
      )}
    </>
  );
}
