/**
 * Adds the shown matches to the expected likes of the candidates, and moves the prices, once a minute for
 * every domain with fair exposure. Batches are small, and others may write between two of them. Where it was
 * switched off, the sums and prices are removed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FairExposure } from '../../../contract/fair-exposure.ts';
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import type { ExposureScope, ExposureStore } from '../../../platform/storage/exposure-store.ts';
import type { Tenant } from '../../../platform/storage/store.ts';

const PRICES_MOVE_EVERY_MS = 60_000;
const ROWS_A_WRITE = 1000;
const REST_MS = 5;

interface MovingParts {
  readonly exposure: ExposureStore;
  readonly listTenants: () => Promise<readonly Pick<Tenant, 'tenantId' | 'domains'>[]>;
  /** Epoch ms. */
  readonly clock: () => number;
}

export function movePricesSchedule(parts: MovingParts): Schedule {
  return {
    kind: 'move_exposure_prices',
    everyMs: PRICES_MOVE_EVERY_MS,
    run: ({ signal }) => movePrices(parts, signal, REST_MS),
  };
}

export async function movePrices(
  { exposure, listTenants, clock }: MovingParts,
  signal: AbortSignal,
  restMs = 0,
): Promise<void> {
  const tenants = await listTenants();
  const on = tenants.flatMap(({ tenantId, domains }) =>
    domains.flatMap(({ domain, fairExposure }) =>
      fairExposure === undefined ? [] : [{ scope: { tenantId, domain }, rule: fairExposure }],
    ),
  );
  const turn = async () => {
    signal.throwIfAborted();
    if (restMs > 0) await pause(restMs);
  };
  for (const { scope, rule } of on) await moveOfDomain(exposure, scope, rule, clock(), turn);
  const names = new Set(on.map(({ scope }) => nameOf(scope)));
  for (const scope of await exposure.domains()) {
    if (names.has(nameOf(scope))) continue;
    while (await exposure.forget(scope)) await turn();
  }
}

async function moveOfDomain(
  exposure: ExposureStore,
  scope: ExposureScope,
  rule: FairExposure,
  nowMs: number,
  turn: () => Promise<void>,
): Promise<void> {
  while ((await exposure.addLikes(scope, rule, nowMs, ROWS_A_WRITE)) > 0) await turn();
  const move = { nowMs, everyMs: PRICES_MOVE_EVERY_MS, limit: ROWS_A_WRITE };
  for (let after: string | null = null; ; ) {
    after = await exposure.movePrices(scope, rule, { ...move, after });
    if (after === null) return;
    await turn();
  }
}

function nameOf({ tenantId, domain }: ExposureScope): string {
  return `${tenantId} ${domain}`;
}
