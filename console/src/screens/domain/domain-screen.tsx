import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ScopeNote } from '../../parts/scope-note.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { type Owner, tenantsQuery } from './domain-queries.ts';
import { DomainSkeleton } from './domain-skeleton.tsx';
import { DomainView } from './domain-view.tsx';
import { TenantChoice } from './tenant-choice.tsx';
import { useDomainSearch } from './use-domain-search.ts';

/** The domains of the workspace; an operator chooses the workspace first. */
export function DomainScreen() {
  const session = useSession();
  if (allows(session, 'operator')) return <OperatorDomains />;
  if (!allows(session, 'read')) return <ScopeNote scope="read" />;
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
  const chosen = tenants.data?.find(({ id }) => id === search.tenant);
  const owner: Owner | undefined = chosen && { tenant: chosen.id, operator: true };
  return (
    <>
      <PageHead title={text.domain.title} lead={text.domain.lead}>
        {tenants.data && tenants.data.length > 0 && (
          <TenantChoice
            tenants={tenants.data}
            value={search.tenant}
            onChange={(tenant) =>
              change({ tenant, domain: undefined, version: undefined, compare: undefined })
            }
          />
        )}
      </PageHead>
      {tenants.error && <ErrorNote error={tenants.error} onRetry={() => tenants.refetch()} />}
      {tenants.isPending && <DomainSkeleton />}
      {tenants.data?.length === 0 && <EmptyState title={text.domain.noTenants} />}
      {tenants.data && tenants.data.length > 0 && owner === undefined && (
        <EmptyState title={text.domain.chooseTenant} lead={text.domain.chooseTenantLead} />
      )}
      {owner && chosen && <DomainView key={owner.tenant} owner={owner} tenantName={chosen.name} />}
    </>
  );
}
