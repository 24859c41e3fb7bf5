import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ScopeNote } from '../../parts/scope-note.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import styles from './data.module.css';

interface Props<Row> {
  readonly title: string;
  readonly lead: string;
  readonly empty: string;
  /** One of them is enough. */
  readonly scopes: readonly string[];
  readonly queryKey: string;
  readonly load: (signal: AbortSignal) => PromiseLike<{ readonly data: readonly Row[] }>;
  readonly keyOf: (row: Row) => string;
  readonly card: (row: Row) => ReactNode;
}

/** A page of cards, the newest 100. */
export function ListScreen<Row>({ title, lead, empty, scopes, queryKey, load, keyOf, card }: Props<Row>) {
  const session = useSession();
  const allowed = allows(session, ...scopes);
  const list = useQuery({
    queryKey: [queryKey],
    queryFn: async ({ signal }) => (await load(signal)).data,
    enabled: allowed,
  });
  if (!allowed) return <ScopeNote scope={scopes[0] ?? ''} />;
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
