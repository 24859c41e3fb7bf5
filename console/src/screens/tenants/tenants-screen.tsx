import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { tenantsQuery } from '../../api/admin-queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { MailAddress } from '../../parts/mail-address.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Panel } from '../../parts/panel.tsx';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import { CreateTenantDialog } from './create-tenant-dialog.tsx';

export function TenantsScreen() {
  const tenants = useInfiniteQuery(tenantsQuery);
  const [creating, { open, close }] = useDisclosure(false);
  const rows = tenants.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <PageHead title={text.admin.tenants} lead={text.admin.tenantsLead}>
        <Button onClick={open}>{text.admin.newTenant}</Button>
      </PageHead>
      {tenants.error && <ErrorNote error={tenants.error} onRetry={() => tenants.refetch()} />}
      {tenants.isPending && <Skeleton h={220} radius="md" />}
      {tenants.isSuccess && rows.length === 0 && <EmptyState title={text.admin.noTenants} />}
      {rows.length > 0 && (
        <Panel title={text.admin.tenants}>
          <DataTable
            caption={text.admin.tenants}
            columns={[
              {
                label: text.admin.name,
                cell: ({ id, name }) => (
                  <Link to="/tenants/$tenantId" params={{ tenantId: id }}>
                    {name}
                  </Link>
                ),
              },
              { label: text.admin.domains, wide: true, cell: ({ domains }) => domainsInWords(domains) },
              { label: text.admin.email, wide: true, cell: ({ email }) => <MailAddress address={email} /> },
              { label: text.jobs.created, cell: ({ created_at }) => dateTime(created_at) },
            ]}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </Panel>
      )}
      {tenants.hasNextPage && (
        <Button
          mt={16}
          variant="default"
          loading={tenants.isFetchingNextPage}
          onClick={() => tenants.fetchNextPage()}
        >
          {text.common.more}
        </Button>
      )}
      <CreateTenantDialog opened={creating} onClose={close} />
    </>
  );
}

function domainsInWords(
  domains: readonly { readonly domain: string; readonly people: number | null }[],
): string {
  if (domains.length === 0) return text.admin.noDomains;
  return domains
    .map(({ domain, people }) => (people === null ? domain : `${domain} (${text.common.count(people)})`))
    .join(', ');
}
