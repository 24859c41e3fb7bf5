/**
 * Combines rules and a language model over the same text. In `both` mode the rules have precedence and the
 * model fills the fields that they leave empty. The rules are precise (`npm run eval -- extraction`), and the
 * model knows other languages and more turns of phrase. In `llm` mode the rules are used only if the model
 * does not answer. A fast reading is by the rules alone.
 */
import type { Extraction, Extractor } from '../extractor.ts';

export function combineExtractors(
  rules: Extractor,
  llm: Extractor,
  mode: 'llm' | 'both',
  onUnavailable: (error: unknown) => void,
): Extractor {
  return {
    asksServer: true,
    async extract(text, nowMs, known, options = {}) {
      if (options.depth === 'fast')
        return { ...(await rules.extract(text, nowMs, known, options)), isPartial: true };
      const answer = llm.extract(text, nowMs, known).catch((error: unknown) => {
        onUnavailable(error);
        return null;
      });
      if (mode === 'both') {
        const [fromModel, fromRules] = await Promise.all([answer, rules.extract(text, nowMs, known)]);
        return fromModel === null ? fromRules : merged(fromRules, fromModel);
      }
      return (await answer) ?? rules.extract(text, nowMs, known);
    },
  };
}

function merged(fromRules: Extraction, fromModel: Extraction): Extraction {
  // No text states a default, so any found value replaces it.
  const stated = fromRules.values.filter(({ origin }) => origin !== 'default');
  const statedFields = new Set(stated.map(({ field }) => field));
  const filled = fromModel.values.filter(({ field }) => !statedFields.has(field));
  const found = new Set([...stated, ...filled].map(({ field }) => field));
  return {
    values: [...stated, ...filled, ...fromRules.values.filter(({ field }) => !found.has(field))],
    preferences: { ...fromModel.preferences, ...fromRules.preferences },
    preferenceSpans: { ...fromModel.preferenceSpans, ...fromRules.preferenceSpans },
  };
}
