/** Sources of a run's outcomes: the tenant, or for a shared tier the tenants that agreed. */
import type { TenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import type { DomainFor } from '../../../domains/active-domain.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { SHARED_OWNER } from '../../../platform/storage/learning-store.ts';
import type { Tenant } from '../../../platform/storage/store.ts';
import type { TrainingSource } from '../set/build-training-set.ts';

export interface RunSources {
  readonly definition: DomainDefinition;
  readonly sources: readonly TrainingSource[];
}

export type SourcesFor = (owner: TenantId, domain: string) => Promise<RunSources>;

export interface SourceParts {
  readonly domainFor: DomainFor;
  readonly listTenants: () => Promise<readonly Tenant[]>;
  /** Newest version of a shipped domain; undefined: none has this name. */
  readonly shippedDomain: (domain: string) => DomainDefinition | undefined;
}

export function createSourcesFor({ domainFor, listTenants, shippedDomain }: SourceParts): SourcesFor {
  return async (owner, domain) => {
    if (owner !== SHARED_OWNER) {
      const { definition, labels } = await domainFor(owner, domain);
      return { definition, sources: [{ tenantId: owner, polarities: labels }] };
    }
    const definition = shippedDomain(domain);
    if (definition === undefined) {
      throw apiError('domain_not_found', `There is no shipped domain «${domain}» to train a shared tier of.`);
    }
    const sources: TrainingSource[] = [];
    for (const { tenantId, domains, settings } of await listTenants()) {
      if (settings.shareOutcomes !== true || !domains.some((tenantDomain) => tenantDomain.domain === domain))
        continue;
      const active = await domainFor(tenantId, domain);
      if (sameDefinition(active.definition, definition))
        sources.push({ tenantId, polarities: active.labels });
    }
    return { definition, sources };
  };
}

/** A tenant's own definition may have the name and version of a shipped one. */
function sameDefinition(a: DomainDefinition, b: DomainDefinition): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
