import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { tenantQuery, tenantsQuery } from './domain-queries.ts';
import { DomainSkeleton } from './domain-skeleton.tsx';
import { DomainView } from './domain-view.tsx';
import { useDomainSearch } from './use-domain-search.ts';

/** The domains of the workspace; an operator chooses the workspace first. */
export function DomainScreen() {
  const session = useSession();
  if (allows(session, 'operator')) return <OperatorDomains />;
  const tenant = session.tenant?.id ?? '';
  return (
    <>
      <PageHead title={text.domain.title} lead={text.domain.lead} />
      <DomainView owner={{ tenant, operator: false }} tenantName={session.tenant?.name ?? ''} />
    </>
  );
}

function OperatorDomains() {
  const { search, change } = useDomainSearch();
  const tenants = useQuery(tenantsQuery);
  const chosen = useQuery({ ...tenantQuery(search.tenant ?? ''), enabled: search.tenant !== undefined });
  return (
    <>
      <PageHead title={text.domain.title} lead={text.domain.lead}>
        {tenants.data && tenants.data.length > 0 && (
          <TenantChoice
            tenants={withChosen(tenants.data, chosen.data)}
            value={search.tenant}
            onChange={(tenant) =>
              change({ tenant, domain: undefined, version: undefined, compare: undefined })
            }
          />
        )}
      </PageHead>
      {tenants.error && <ErrorNote error={tenants.error} onRetry={() => tenants.refetch()} />}
      {(tenants.isPending || chosen.isLoading) && <DomainSkeleton />}
      {tenants.data?.length === 0 && <EmptyState title={text.domain.noTenants} />}
      {tenants.data && tenants.data.length > 0 && search.tenant === undefined && (
        <EmptyState title={text.domain.chooseTenant} lead={text.domain.chooseTenantLead} />
      )}
      {chosen.error && <ErrorNote error={chosen.error} onRetry={() => chosen.refetch()} />}
      {chosen.data && (
        <DomainView
          key={chosen.data.id}
          owner={{ tenant: chosen.data.id, operator: true }}
          tenantName={chosen.data.name}
        />
      )}
    </>
  );
}

interface Tenant {
  readonly id: string;
  readonly name: string;
}

/** The chosen workspace may be older than those of the list. */
function withChosen(tenants: readonly Tenant[], chosen: Tenant | undefined): readonly Tenant[] {
  if (chosen === undefined || tenants.some(({ id }) => id === chosen.id)) return tenants;
  return [...tenants, chosen];
}

interface Props {
  readonly tenants: readonly { readonly id: string; readonly name: string }[];
  readonly value: string | undefined;
  readonly onChange: (tenant: string) => void;
}

function TenantChoice({ tenants, value, onChange }: Props) {
  return (
    <Select
      label={text.domain.tenant}
      placeholder={text.domain.chooseTenant}
      searchable
      allowDeselect={false}
      value={value ?? null}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      data={tenants.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
