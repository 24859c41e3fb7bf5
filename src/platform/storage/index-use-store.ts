/** When candidate indexes were last asked by a match, on any server. Nothing of a person. */
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
