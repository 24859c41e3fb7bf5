/** What the profile service is built from; `main.ts` chooses. */
import type { TenantId } from '../contract/brands.ts';
import type { DomainFor, VersionFor } from '../domains/active-domain.ts';
import type { DomainDefinition } from '../domains/definition.ts';
import type { ResolvePlace } from '../domains/place.ts';
import type { Encoders } from '../encoders/active-encoders.ts';
import type { Extractor } from '../extraction/extractor.ts';
import type { Store } from '../storage/store.ts';
import type { EnrichmentAccess } from './enrichment/ask-enrichment.ts';
import type { RefreshLimiter } from './heads/refresh-limiter.ts';
import type { MemoryAccess } from './memory/fetch-memory.ts';

export interface ProfileDependencies {
  readonly store: Store;
  readonly encoders: Pick<Encoders, 'active'>;
  readonly resolvePlace: ResolvePlace;
  readonly domainFor: DomainFor;
  readonly versionFor: VersionFor;
  /** What reads people's texts for the tenant. */
  readonly extractorFor: (definition: DomainDefinition, tenant: TenantId) => Promise<Extractor>;
  /** The domain's rules alone, for what the service itself put into words. */
  readonly rulesFor: (definition: DomainDefinition) => Promise<Extractor>;
  readonly memoryAccess: (tenant: TenantId) => Promise<MemoryAccess>;
  /** null: the tenant has no enrichment endpoint. */
  readonly enrichmentAccess: (tenant: TenantId) => Promise<EnrichmentAccess | null>;
  readonly refreshLimiter: RefreshLimiter;
  readonly clock: () => number;
  /** `ctx_<lower-case ULID>` */
  readonly newContextId: () => string;
}
