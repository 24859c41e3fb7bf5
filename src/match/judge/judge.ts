/** The language model of the llm_judge stage, by tenant. */
import type { TenantId } from '../../contract/brands.ts';
import type { LanguageModel } from '../../llm/language-model.ts';

export interface Judge {
  /** null: the tenant has no language model. */
  readonly modelFor: (tenant: TenantId) => Promise<LanguageModel | null>;
  /** The longest that a match waits for all verdicts, ms. */
  readonly timeoutMs: number;
}
