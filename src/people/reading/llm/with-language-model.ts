/**
 * Lets a language model read the texts of an extractor too. Its statements are weighed with what the extractor
 * finds by itself. In `both` mode either may propose a value; in `llm` mode the model alone does. Where it does not
 * answer, the extractor reads by itself. A fast reading asks no model.
 */
import type { Extractor } from '../extractor.ts';
import type { ModelReader } from './model-reader.ts';

export function withLanguageModel(
  rules: Extractor,
  model: ModelReader,
  mode: 'llm' | 'both',
  onUnavailable: (error: unknown) => void,
): Extractor {
  return {
    asksServer: true,
    async extract(text, nowMs, known, options = {}) {
      if (options.depth === 'fast')
        return { ...(await rules.extract(text, nowMs, known, options)), isPartial: true };
      const claims = await model.read(text, nowMs).catch((error: unknown) => {
        onUnavailable(error);
        return null;
      });
      const stated = claims === null ? undefined : { claims, isAlone: mode === 'llm' };
      return rules.extract(text, nowMs, known, { ...options, stated });
    },
  };
}
