/** Token buckets of API keys that several processes share. */
import type { TenantId } from '../../contract/brands.ts';

export interface UsedTokens {
  readonly tenantId: TenantId;
  readonly keyId: string;
  /** Tokens a second, and the most that the bucket holds. */
  readonly rate: number;
  readonly burst: number;
  /** Tokens that this process has taken since its last call. */
  readonly used: number;
}

export interface RateStore {
  /**
   * Takes the tokens, also below zero, so that an excess is made up for. Returns the remaining tokens, in the
   * order of the keys.
   */
  take(used: readonly UsedTokens[]): Promise<readonly number[]>;
  /** Removes buckets that were not used for a day: they are full. */
  forget(): Promise<void>;
}
