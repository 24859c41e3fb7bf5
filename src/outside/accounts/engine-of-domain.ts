/** The engine that finds the candidates of a tenant's domain. */
import type { EngineName } from '../../contract/engines.ts';
import { invalidRequest } from '../../contract/errors.ts';
import type { TenantDomain } from '../../platform/storage/store.ts';

/** In memory is the default, and is not kept. */
export const withEngine =
  (engine: EngineName) =>
  ({ engine: _, ...one }: TenantDomain): TenantDomain =>
    engine === 'memory' ? one : { ...one, engine };

/** Prices of exposure move every minute, and are no part of a search engine's documents. Throws 400 `invalid_request`. */
export function assertEngine({ domain, engine, fairExposure }: TenantDomain): void {
  if (engine === undefined || fairExposure === undefined) return;
  const message =
    'fair exposure needs the domain in memory; switch it off (fair_exposure: null), or leave the domain in memory';
  throw invalidRequest([{ path: `engines.${domain}`, message }]);
}
