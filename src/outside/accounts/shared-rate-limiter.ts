/**
 * The rates of keys over all processes on one database. A request never waits for the database: each process
 * counts in its own buckets. A fifth of a second after the first request it settles with the shared ones.
 * Excess requests that several processes admitted in that time are a debt, which the bucket repays before it
 * admits more. So the rate holds over time. A burst may exceed it by the requests that the others admit
 * within a fifth of a second.
 *
 * While the database does not answer, each process counts for itself.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { RateStore, UsedTokens } from '../../platform/storage/rate-store.ts';
import { type KeyRate, KeyRateLimiter, type RatedKey } from './key-rate-limiter.ts';

interface TenantKey extends RatedKey {
  readonly tenantId: TenantId;
}

const SETTLE_AFTER_MS = 200;
/**
 * A key is settled for this long after its last request, so that a process learns the requests of the others.
 */
const WATCH_MS = 1000;
const FORGET_EVERY_MS = 3_600_000;
const KEYS_AT_ONCE = 1000;

export class SharedRateLimiter {
  readonly #own: KeyRateLimiter;
  readonly #store: RateStore;
  readonly #clock: () => number;
  readonly #used = new Map<string, { readonly key: TenantKey; count: number; readonly untilMs: number }>();
  #settling: Promise<void> | null = null;
  #forgotAtMs: number;

  /** `clock`: monotonic milliseconds. */
  constructor(store: RateStore, clock: () => number) {
    this.#own = new KeyRateLimiter(clock);
    this.#store = store;
    this.#clock = clock;
    this.#forgotAtMs = clock();
  }

  take(key: TenantKey): KeyRate {
    const state = this.#own.take(key);
    if (state.allowed) this.#note(key, 1);
    return state;
  }

  peek(key: TenantKey): KeyRate {
    return this.#own.peek(key);
  }

  #note(key: TenantKey, count: number): void {
    const before = this.#used.get(key.keyId)?.count ?? 0;
    this.#used.set(key.keyId, { key, count: before + count, untilMs: this.#clock() + WATCH_MS });
    this.#settling ??= this.#settleLater();
  }

  async #settleLater(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_AFTER_MS).unref());
    try {
      await this.#settle();
    } catch {
      // Requests go on with the counts of this process; the store reports an outage to requests that need it.
    } finally {
      this.#settling = this.#used.size === 0 ? null : this.#settleLater();
    }
  }

  async #settle(): Promise<void> {
    const settled = [...this.#used.values()].slice(0, KEYS_AT_ONCE);
    const used: readonly UsedTokens[] = settled.map(({ key: { tenantId, keyId, rate, burst }, count }) => ({
      ...{ tenantId, keyId, rate, burst },
      used: count,
    }));
    const left = await this.#store.take(used);
    for (const [n, { key, count }] of settled.entries()) {
      // Requests that came while the database was asked are not in its answer.
      const now = this.#used.get(key.keyId)!;
      const since = now.count - count;
      this.#own.put(key, left[n]! - since);
      this.#used.delete(key.keyId);
      // At the end of the map, so that the other keys have their turn.
      if (since > 0 || this.#clock() < now.untilMs) this.#used.set(key.keyId, { ...now, count: since });
    }
    if (this.#clock() - this.#forgotAtMs < FORGET_EVERY_MS) return;
    this.#forgotAtMs = this.#clock();
    await this.#store.forget();
  }
}
