/**
 * Expected likes and prices of candidates, where fair exposure is on (`domains/exposure-prices.ts` has the
 * arithmetic). They are durable: a restart and another server go on with the same prices.
 *
 * Invariant: the likes of a remembered answer are added exactly once, in the transaction that removes its
 * notes.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { FairExposure } from '../../contract/fair-exposure.ts';

export interface ExposureStore {
  /** Adds the likes of at most `limit` waiting notes. Returns how many. */
  addLikes(scope: ExposureScope, rule: FairExposure, nowMs: number, limit: number): Promise<number>;
  /**
   * Moves the prices of at most `limit` candidates behind the id (null: from the first). Returns the last id,
   * null where none is left.
   */
  movePrices(scope: ExposureScope, rule: FairExposure, move: PriceMove): Promise<string | null>;
  /** Domains with prices or notes. */
  domains(): Promise<readonly ExposureScope[]>;
  /** Removes prices, sums and notes of the domain, a part at a time. True: there may be more. */
  forget(scope: ExposureScope): Promise<boolean>;

  /** null: the domain has no prices. Cheap. */
  round(tenant: TenantId, domain: string): Promise<PriceRound | null>;
  /**
   * Prices that changed after a round, in the order of their rounds: at most `limit`, and all of the last
   * round. Where `after` is null, all prices above 0.
   */
  pricesAfter(scope: ExposureScope, after: number | null, limit: number): Promise<readonly CandidatePrice[]>;
  groups(tenant: TenantId, domain: string, field: string): Promise<readonly GroupExposure[]>;
  /** The exposure of one person, in all domains. */
  ofPerson(tenant: TenantId, userId: string): Promise<readonly PersonExposure[]>;
  summary(scope: ExposureScope): Promise<ExposureSummary>;
}

export interface ExposureScope {
  readonly tenantId: TenantId;
  readonly domain: string;
}

export interface PriceMove {
  readonly nowMs: number;
  /** Time between two moves. */
  readonly everyMs: number;
  readonly after: string | null;
  readonly limit: number;
}

export interface PriceRound {
  /** A new one after the prices were forgotten. */
  readonly epoch: string;
  /** Grows with every change of prices. */
  readonly round: number;
}

export interface CandidatePrice {
  readonly userId: string;
  /** Log-odds. */
  readonly price: number;
  /** Not shown: too many expected likes. */
  readonly capped: boolean;
  readonly round: number;
}

/** Sums that fade, at a time. */
export interface GroupExposure {
  /** Empty: without a value. */
  readonly value: string;
  readonly likes: number;
  readonly shown: number;
  readonly atMs: number;
}

export interface PersonExposure {
  readonly domain: string;
  readonly likes: number;
  readonly atMs: number;
  readonly price: number;
  readonly capped: boolean;
}

export interface ExposureSummary {
  /** Candidates with a price above 0. */
  readonly priced: number;
  readonly capped: number;
  readonly highestPrice: number;
}
