/** Who judges in llm_judge. */
import type { TenantId } from '../../contract/brands.ts';
import type { LanguageModel } from '../../llm/language-model.ts';

export interface Judge {
  /** null: none is set up for the tenant. */
  readonly modelFor: (tenant: TenantId) => Promise<LanguageModel | null>;
  /** The longest that a match waits for all verdicts. */
  readonly timeoutMs: number;
}
