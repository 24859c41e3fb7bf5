import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { experimentsQuery } from '../../api/experiment-queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import { stateOf } from './state-of.ts';

export function ExperimentsScreen() {
  const experiments = useInfiniteQuery(experimentsQuery);
  const rows = experiments.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <PageHead title={text.experiments.title} lead={text.experiments.lead}>
        <Button renderRoot={(props) => <Link to="/experiments/new" {...props} />}>
          {text.experiments.create}
        </Button>
      </PageHead>
      {experiments.error && <ErrorNote error={experiments.error} onRetry={() => experiments.refetch()} />}
      {experiments.isPending && <Skeleton h={220} radius="md" />}
      {experiments.isSuccess && rows.length === 0 && (
        <EmptyState title={text.experiments.none}>{text.experiments.noneLead}</EmptyState>
      )}
      {rows.length > 0 && (
        <Panel title={text.experiments.title}>
          <DataTable
            caption={text.experiments.title}
            columns={[
              {
                label: text.experiments.name,
                cell: ({ id, name }) => (
                  <Link to="/experiments/$experimentId" params={{ experimentId: id }}>
                    {name}
                  </Link>
                ),
              },
              { label: text.experiments.domain, cell: ({ domain }) => domain },
              { label: text.experiments.design, cell: ({ design }) => text.experiments.designs[design] },
              { label: text.experiments.state, cell: stateOf },
              { label: text.experiments.decision, wide: true, cell: ({ decision }) => decision },
              { label: text.experiments.began, cell: ({ created_at }) => dateTime(created_at) },
            ]}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </Panel>
      )}
      {experiments.hasNextPage && (
        <Button
          mt={16}
          variant="default"
          loading={experiments.isFetchingNextPage}
          onClick={() => experiments.fetchNextPage()}
        >
          {text.common.more}
        </Button>
      )}
    </>
  );
}
