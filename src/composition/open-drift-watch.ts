/** Part of the composition root: the watch over domains whose data or results change from week to week. */
import type { Logger } from 'pino';
import { type DriftWatch, watchDrift } from '../matching/statistics/drift/watch-drift.ts';
import type { Accounts } from '../outside/accounts/create-accounts.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Store } from '../platform/storage/store.ts';
import { announceDrift } from './open-webhooks.ts';

interface DriftRooms {
  readonly settings: Pick<Settings, 'driftThreshold'>;
  readonly store: Pick<Store, 'statistics' | 'webhooks'>;
  readonly accounts: Pick<Accounts, 'listTenants' | 'domainFor'>;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function openDriftWatch({ settings, store, accounts, logger, clock }: DriftRooms): DriftWatch {
  return watchDrift({
    statistics: store.statistics,
    listTenants: () => accounts.listTenants(),
    domainFor: accounts.domainFor,
    clock,
    threshold: settings.driftThreshold,
    onDrift: (notice) => {
      logger.warn(notice, 'a domain has drifted from the week before');
      announceDrift(store, notice, clock()).catch((error: unknown) =>
        logger.warn({ error }, 'a drift could not be announced to webhooks'),
      );
    },
    onFailure: (error) => {
      logger.warn({ error }, 'drift could not be measured; tried again in an hour');
      return undefined;
    },
  });
}
