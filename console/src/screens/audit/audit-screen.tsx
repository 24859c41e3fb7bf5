import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { auditQuery } from '../../api/admin-queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { text } from '../../text/en.ts';
import { AuditFilterFields } from './audit-filter-fields.tsx';
import { type AuditSearch, filtersOf } from './audit-search.ts';
import { AuditTable } from './audit-table.tsx';

const route = getRouteApi('/audit');

/** The log of changes, newest first. The filters are in the address. */
export function AuditScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHead title={text.audit.title} lead={text.audit.lead} />
      <AuditFilterFields
        search={search}
        onChange={(changed) => void navigate({ search: changed, replace: true })}
      />
      <Panel title={text.audit.title}>
        <Entries search={search} />
      </Panel>
    </>
  );
}

function Entries({ search }: { readonly search: AuditSearch }) {
  const log = useInfiniteQuery(auditQuery(filtersOf(search)));
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      {log.error && <ErrorNote error={log.error} onRetry={() => log.refetch()} />}
      {log.isPending && <Skeleton h={320} radius="md" />}
      {log.isSuccess && entries.length === 0 && <EmptyState title={text.audit.none} />}
      {entries.length > 0 && <AuditTable entries={entries} />}
      {log.hasNextPage && (
        <Button
          mt={16}
          variant="default"
          loading={log.isFetchingNextPage}
          onClick={() => log.fetchNextPage()}
        >
          {text.common.more}
        </Button>
      )}
    </>
  );
}
