/** The times at which matches last used candidate indexes, on any server. Holds no data of a person. */
import type { TenantId } from '../../contract/brands.ts';

export interface IndexUse {
  readonly tenant: TenantId;
  readonly domain: string;
  /** Epoch ms. */
  readonly usedMs: number;
}

export interface IndexUseStore {
  /** An earlier time than the noted one changes nothing. Forgets uses before `forgetBeforeMs`. */
  note(uses: readonly IndexUse[], forgetBeforeMs: number): Promise<void>;
  /** The last used first. */
  since(ms: number, limit: number): Promise<readonly IndexUse[]>;
}
