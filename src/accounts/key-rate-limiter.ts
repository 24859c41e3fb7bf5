/** Token buckets, one a key: full at first, one token a request. Kept in memory: each process counts for itself. */

/** What the limiter must know of who calls. */
export interface RatedKey {
  readonly keyId: string;
  /** Requests a second. */
  readonly rate: number;
  /** Requests that may come at once. */
  readonly burst: number;
}

export interface KeyRate {
  /** False: nothing was taken. */
  readonly allowed: boolean;
  /** Whole requests that may come at once, now. */
  readonly remaining: number;
  /** Milliseconds until the bucket is full again. */
  readonly fullInMs: number;
  /** Milliseconds until one request is allowed; 0 where one is. */
  readonly retryAfterMs: number;
}

interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

/** Tokens within this of a whole one count as whole: sums of fractions miss it by the last bits. */
const TOLERANCE = 1e-6;
/** Buckets are looked through for full ones, which need no memory, when there are this many. */
const SWEEP_AT = 10_000;

export class KeyRateLimiter {
  readonly #clock: () => number;
  readonly #buckets = new Map<string, Bucket & { readonly fullAtMs: number }>();
  #sweepAt = SWEEP_AT;

  /** `clock`: milliseconds that never go back. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Takes one token where there is one. */
  take(key: RatedKey): KeyRate {
    const now = this.#clock();
    const tokens = this.#tokensAt(key, now);
    const allowed = isWhole(tokens);
    const left = allowed ? Math.max(0, tokens - 1) : tokens;
    this.#buckets.set(key.keyId, {
      tokens: left,
      atMs: now,
      fullAtMs: now + msToGain(key, key.burst - left),
    });
    if (this.#buckets.size >= this.#sweepAt) this.#sweep(now);
    return { allowed, ...describe(key, left) };
  }

  /** The same without taking. */
  peek(key: RatedKey): KeyRate {
    const tokens = this.#tokensAt(key, this.#clock());
    return { allowed: isWhole(tokens), ...describe(key, tokens) };
  }

  #tokensAt({ keyId, rate, burst }: RatedKey, now: number): number {
    const bucket = this.#buckets.get(keyId);
    if (bucket === undefined) return burst;
    return Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.atMs) / 1000) * rate);
  }

  #sweep(now: number): void {
    for (const [keyId, { fullAtMs }] of this.#buckets) if (fullAtMs <= now) this.#buckets.delete(keyId);
    this.#sweepAt = Math.max(SWEEP_AT, 2 * this.#buckets.size);
  }
}

function describe(key: RatedKey, tokens: number): Omit<KeyRate, 'allowed'> {
  return {
    remaining: Math.floor(tokens + TOLERANCE),
    fullInMs: msToGain(key, key.burst - tokens),
    retryAfterMs: isWhole(tokens) ? 0 : Math.ceil(msToGain(key, 1 - TOLERANCE - tokens)),
  };
}

function isWhole(tokens: number): boolean {
  return tokens >= 1 - TOLERANCE;
}

function msToGain({ rate }: RatedKey, tokens: number): number {
  return Math.max(0, (tokens / rate) * 1000);
}
