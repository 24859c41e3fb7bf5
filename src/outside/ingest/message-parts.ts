/** The parts of the service of messages. */
import type { AppendService } from '../../behaviour/datasets/appends/create-append-service.ts';
import type { TenantId } from '../../contract/brands.ts';
import type { DomainFor } from '../../domains/active-domain.ts';
import type { LearnService } from '../../matching/learn/learn-service.ts';
import type { ProfileService } from '../../people/profiles/profile-service.ts';
import type { Store } from '../../platform/storage/store.ts';

export interface MessageParts {
  readonly store: Pick<Store, 'messages' | 'idempotency' | 'datasets'>;
  readonly profiles: Pick<ProfileService, 'upsertMany'>;
  readonly learn: Pick<LearnService, 'feedback'>;
  readonly appends: Pick<AppendService, 'events' | 'mergeSessions'>;
  readonly domainFor: DomainFor;
  readonly defaultDomain: (tenant: TenantId) => Promise<string>;
  readonly observe: (outcome: MessageOutcome, count: number) => void;
  /** Epoch ms. */
  readonly clock: () => number;
}

export type MessageOutcome = 'stored' | 'repeated' | 'ignored' | 'rejected';
