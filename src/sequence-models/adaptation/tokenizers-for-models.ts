/** What an adaptation asks of tokenizers; the room of tokenizers answers it. */
import type { TenantId } from '../../contract/brands.ts';
import type { FittedTokenizer } from '../../tokenizers/fitted-tokenizer.ts';

export interface TokenizersForModels {
  /** null: there is none, or it is not ready. */
  open(tenant: TenantId, tokenizerId: string): Promise<FittedTokenizer | null>;
  /** As POST /tokenizers would by its own choice; kept, ready, under the id that is given. */
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
