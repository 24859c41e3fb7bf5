/** The interface that an adaptation needs of tokenizers; the tokenizers room implements it. */
import type { TenantId } from '../../../contract/brands.ts';
import type { FittedTokenizer } from '../../tokenizers/fitted-tokenizer.ts';

export interface TokenizersForModels {
  /** null: it does not exist, or it is not ready. */
  open(tenant: TenantId, tokenizerId: string): Promise<FittedTokenizer | null>;
  /** Fits a tokenizer with the defaults of POST /tokenizers and stores it, ready, under the given id. */
  fit(problem: {
    readonly tenantId: TenantId;
    readonly tokenizerId: string;
    readonly name: string;
    readonly datasetId: string;
    readonly signal: AbortSignal;
    /** 0..1 */
    readonly onProgress: (share: number) => void;
  }): Promise<FittedTokenizer>;
}
