import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import styles from './data.module.css';

interface Props<Row> {
  readonly title: string;
  readonly lead: string;
  readonly empty: string;
  readonly emptyLead: string;
  /** Where another one is made. */
  readonly create: {
    readonly to: '/datasets/new' | '/models/new' | '/tokenizers/new' | '/simulations/new' | '/segments/new';
    readonly label: string;
    readonly scope: string;
  };
  readonly queryKey: string;
  /** The part of the list that is shown, where there are several. */
  readonly part?: string;
  /** Content above the cards. */
  readonly filter?: ReactNode;
  readonly load: (signal: AbortSignal) => PromiseLike<{ readonly data: readonly Row[] }>;
  readonly keyOf: (row: Row) => string;
  readonly card: (row: Row) => ReactNode;
  /** Content below the cards. */
  readonly children?: ReactNode;
}

/** A page of cards, the newest 100. */
export function ListScreen<Row>(props: Props<Row>) {
  const { title, lead, empty, emptyLead, create, queryKey, part, filter, load, keyOf, card, children } =
    props;
  const session = useSession();
  const list = useQuery({
    queryKey: part === undefined ? [queryKey] : [queryKey, part],
    queryFn: async ({ signal }) => (await load(signal)).data,
  });
  return (
    <>
      <PageHead title={title} lead={lead}>
        {allows(session, create.scope) && (
          <Button renderRoot={(link) => <Link to={create.to} {...link} />}>{create.label}</Button>
        )}
      </PageHead>
      {filter}
      {list.error && <ErrorNote error={list.error} onRetry={() => list.refetch()} />}
      {list.isPending && <Skeleton h={160} radius="md" />}
      {list.data?.length === 0 && <EmptyState title={empty} lead={emptyLead} />}
      <ul className={styles.cards}>
        {list.data?.map((row) => (
          <li key={keyOf(row)}>{card(row)}</li>
        ))}
      </ul>
      {children}
    </>
  );
}
