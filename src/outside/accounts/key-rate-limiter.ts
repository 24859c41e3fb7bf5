/**
 * A token bucket for each key: full at first, one token a request. Kept in memory; `shared-rate-limiter.ts`
 * shares it between processes.
 */

/** The part of a key that the limiter reads. */
export interface RatedKey {
  readonly keyId: string;
  /** Requests a second. */
  readonly rate: number;
  /** Requests at once. */
  readonly burst: number;
}

export interface KeyRate {
  /** False: no token was taken. */
  readonly allowed: boolean;
  /** Whole requests that are allowed at once, now. */
  readonly remaining: number;
  /** Milliseconds until the bucket is full again. */
  readonly fullInMs: number;
  /** Milliseconds until one request is allowed; 0 if one is allowed now. */
  readonly retryAfterMs: number;
}

interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

/**
 * A token count this close to a whole number counts as whole, because sums of fractions differ in the last
 * bits.
 */
const TOLERANCE = 1e-6;
/** At this many buckets the full ones are deleted, because a full bucket carries no information. */
const SWEEP_AT = 10_000;

export class KeyRateLimiter {
  readonly #clock: () => number;
  readonly #buckets = new Map<string, Bucket & { readonly fullAtMs: number }>();
  #sweepAt = SWEEP_AT;

  /** `clock`: monotonic milliseconds. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Takes one token if there is one. */
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

  /** The same without taking a token. */
  peek(key: RatedKey): KeyRate {
    const tokens = this.#tokensAt(key, this.#clock());
    return { allowed: isWhole(tokens), ...describe(key, tokens) };
  }

  /** Replaces the content of the bucket; below zero, it refills first. */
  put(key: RatedKey, tokens: number): void {
    const now = this.#clock();
    const fullAtMs = now + msToGain(key, key.burst - tokens);
    this.#buckets.set(key.keyId, { tokens, atMs: now, fullAtMs });
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
    remaining: Math.max(0, Math.floor(tokens + TOLERANCE)),
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
