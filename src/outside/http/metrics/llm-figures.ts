/** Language models in `/metrics`: questions by outcome, tokens, cost, and texts read by rules instead. */
import { Counter, type Registry } from 'prom-client';
import type { QuestionRecord } from '../../../engines/llm/open-language-model.ts';

export interface LlmFigures {
  observeQuestion(asked: Omit<QuestionRecord, 'tenant'>): void;
  /** The rules read a text because no model answered. */
  observeFallback(): void;
}

export function registerLlmFigures(registry: Registry): LlmFigures {
  const questions = new Counter({
    name: 'counterpart_llm_questions_total',
    help: 'Questions to language models by outcome: answered, kept (answered from the cache), aborted, or the reason of the failure.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const tokens = new Counter({
    name: 'counterpart_llm_tokens_total',
    help: 'Tokens that language models read and wrote.',
    labelNames: ['direction'],
    registers: [registry],
  });
  const usd = new Counter({
    name: 'counterpart_llm_spent_usd_total',
    help: 'US dollars spent on language models.',
    registers: [registry],
  });
  const fallbacks = new Counter({
    name: 'counterpart_extraction_fallbacks_total',
    help: 'Texts that the rules read because no language model answered.',
    registers: [registry],
  });
  return {
    observeQuestion: ({ outcome, usage, usd: spent }) => {
      questions.inc({ outcome });
      tokens.inc({ direction: 'in' }, usage.input);
      tokens.inc({ direction: 'out' }, usage.output);
      usd.inc(spent);
    },
    observeFallback: () => fallbacks.inc(),
  };
}
