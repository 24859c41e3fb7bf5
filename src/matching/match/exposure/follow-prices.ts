/**
 * Brings the prices of the store into an index. Every server reads the same table, so all servers order alike
 * within a second of a change. An index that was built, loaded or compacted has no prices and reads all that
 * are above 0.
 */
import type { RowNumber, TenantId } from '../../../contract/brands.ts';
import type { CandidatePrice, ExposureStore } from '../../../platform/storage/exposure-store.ts';
import type { CandidateIndex } from '../../index/candidate-index.ts';

/** Prices move once a minute. */
const CHECK_EVERY_MS = 1000;
const PRICES_AT_ONCE = 10_000;

interface Followed {
  readonly epoch: string;
  readonly round: number;
  /** Users with a price, so that forgotten prices can be taken out of the index. */
  readonly priced: Set<string>;
  /** Rows that are not shown. A row number is never another person's. */
  readonly capped: Map<string, RowNumber>;
}

export interface PriceFollower {
  /** Returns the rows of the index that may not be shown. */
  upToDate(index: CandidateIndex, tenant: TenantId): Promise<readonly RowNumber[]>;
}

export function followPrices(
  exposure: Pick<ExposureStore, 'round' | 'pricesAfter'>,
  clock: () => number,
): PriceFollower {
  const known = new WeakMap<
    CandidateIndex,
    { readonly at: number; readonly state: Promise<Followed | null> }
  >();
  return {
    async upToDate(index, tenant) {
      const before = known.get(index);
      const now = clock();
      const isFresh = before !== undefined && now >= before.at && now - before.at < CHECK_EVERY_MS;
      const state = isFresh ? before.state : follow(exposure, index, tenant, before?.state);
      if (!isFresh) known.set(index, { at: now, state });
      try {
        return cappedRows(await state, index);
      } catch (error) {
        // The next match reads again, all prices.
        known.delete(index);
        throw error;
      }
    },
  };
}

function cappedRows(state: Followed | null, index: CandidateIndex): readonly RowNumber[] {
  return state === null ? [] : [...state.capped.values()].filter((row) => index.isLive(row));
}

async function follow(
  exposure: Pick<ExposureStore, 'round' | 'pricesAfter'>,
  index: CandidateIndex,
  tenantId: TenantId,
  earlier: Promise<Followed | null> | undefined,
): Promise<Followed | null> {
  const before = (await earlier) ?? null;
  const { domain } = index.definition;
  const current = await exposure.round(tenantId, domain);
  if (before !== null && before.epoch !== current?.epoch) withdraw(before, index);
  if (current === null) return null;
  const isKnown = before !== null && before.epoch === current.epoch;
  const state = isKnown ? before : { ...current, priced: new Set<string>(), capped: new Map() };
  if (isKnown && before.round >= current.round) return before;
  let round = isKnown ? before.round : null;
  for (;;) {
    const prices = await exposure.pricesAfter({ tenantId, domain }, round, PRICES_AT_ONCE);
    put(prices, state, index);
    const isAll = round === null || prices.length < PRICES_AT_ONCE;
    round = prices.reduce((last, price) => Math.max(last, price.round), round ?? 0);
    if (isAll) return { ...state, round: Math.max(round, current.round) };
  }
}

function put(prices: readonly CandidatePrice[], { priced, capped }: Followed, index: CandidateIndex): void {
  index.setPrices(prices);
  for (const { userId, price, capped: isCapped } of prices) {
    if (price > 0) priced.add(userId);
    else priced.delete(userId);
    const row = isCapped ? index.rowOf(userId) : null;
    if (row === null) capped.delete(userId);
    else capped.set(userId, row);
  }
}

function withdraw({ priced, capped }: Followed, index: CandidateIndex): void {
  index.setPrices(Array.from(priced, (userId) => ({ userId, price: 0 })));
  priced.clear();
  capped.clear();
}
