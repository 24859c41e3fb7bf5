/** The dependencies of the profile service; the composition root supplies them. */
import type { TenantId } from '../../contract/brands.ts';
import type { DomainFor, VersionFor } from '../../domains/active-domain.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { ResolvePlace } from '../../domains/place.ts';
import type { Encoders } from '../../engines/encoders/active-encoders.ts';
import type { Store } from '../../platform/storage/store.ts';
import type { Extractor } from '../reading/extractor.ts';
import type { EnrichmentAccess } from './enrichment/ask-enrichment.ts';
import type { MemoryAccess } from './memory/fetch-memory.ts';
import type { RefreshLimiter } from './vectors/refresh-limiter.ts';

export interface ProfileDependencies {
  readonly store: Store;
  readonly encoders: Pick<Encoders, 'active'>;
  readonly resolvePlace: ResolvePlace;
  readonly domainFor: DomainFor;
  readonly versionFor: VersionFor;
  /** The extractor of the tenant: rules, a language model or both. */
  readonly extractorFor: (definition: DomainDefinition, tenant: TenantId) => Promise<Extractor>;
  /** Without a language model, for texts composed of the client's own fields. */
  readonly rulesFor: (definition: DomainDefinition, tenant: TenantId) => Promise<Extractor>;
  readonly memoryAccess: (tenant: TenantId) => Promise<MemoryAccess>;
  /** null: the tenant has no enrichment endpoint. */
  readonly enrichmentAccess: (tenant: TenantId) => Promise<EnrichmentAccess | null>;
  readonly refreshLimiter: RefreshLimiter;
  /** Datasets that certainly do not name a person; left out: none is known. */
  readonly datasetsWithout?: (tenant: TenantId, userId: string) => Promise<readonly string[]>;
  readonly clock: () => number;
  /** `ctx_<lower-case ULID>` */
  readonly newContextId: () => string;
}
