import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import styles from './data.module.css';

interface Props<Row> {
  readonly title: string;
  readonly lead: string;
  readonly empty: string;
  readonly queryKey: string;
  readonly load: (signal: AbortSignal) => PromiseLike<{ readonly data: readonly Row[] }>;
  readonly keyOf: (row: Row) => string;
  readonly card: (row: Row) => ReactNode;
}

/** A page of cards, the newest 100. */
export function ListScreen<Row>({ title, lead, empty, queryKey, load, keyOf, card }: Props<Row>) {
  const list = useQuery({
    queryKey: [queryKey],
    queryFn: async ({ signal }) => (await load(signal)).data,
  });
  return (
    <>
      <PageHead title={title} lead={lead} />
      {list.error && <ErrorNote error={list.error} onRetry={() => list.refetch()} />}
      {list.isPending && <Skeleton h={160} radius="md" />}
      {list.data?.length === 0 && <EmptyState title={empty} />}
      <ul className={styles.cards}>
        {list.data?.map((row) => (
          <li key={keyOf(row)}>{card(row)}</li>
        ))}
      </ul>
    </>
  );
}
