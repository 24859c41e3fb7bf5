/**
 * Rules and a language model over the same text. Where both found a value the model's stands, since it is held to words
 * of the text as the rules are and reads what stands around them; the rules fill what it left, and are all there is
 * where it does not answer.
 */
import type { Extraction, Extractor } from '../extractor.ts';

export function combineExtractors(
  rules: Extractor,
  llm: Extractor,
  mode: 'llm' | 'both',
  onUnavailable: (error: unknown) => void,
): Extractor {
  return {
    async extract(text, nowMs, known) {
      const asked = llm.extract(text, nowMs, known).catch((error: unknown) => {
        onUnavailable(error);
        return null;
      });
      if (mode === 'both') {
        const [read, ruled] = await Promise.all([asked, rules.extract(text, nowMs, known)]);
        return read === null ? ruled : joined(read, ruled);
      }
      return (await asked) ?? rules.extract(text, nowMs, known);
    },
  };
}

function joined(first: Extraction, second: Extraction): Extraction {
  const named = new Set(first.values.filter(({ origin }) => origin !== 'default').map(({ field }) => field));
  return {
    values: [...first.values, ...second.values.filter(({ field }) => !named.has(field))],
    preferences: { ...second.preferences, ...first.preferences },
    preferenceSpans: { ...second.preferenceSpans, ...first.preferenceSpans },
  };
}
