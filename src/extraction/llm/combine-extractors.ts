/**
 * Combines rules and a language model over the same text. In `both` mode the rules have precedence and the
 * model fills the fields that they leave empty: the rules are precise (`npm run eval -- extraction`), and the
 * model knows other languages and more turns of phrase. In `llm` mode the rules are used only if the model
 * does not answer.
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
    async extract(text, nowMs, known) {
      const asked = llm.extract(text, nowMs, known).catch((error: unknown) => {
        onUnavailable(error);
        return null;
      });
      if (mode === 'both') {
        const [read, ruled] = await Promise.all([asked, rules.extract(text, nowMs, known)]);
        return read === null ? ruled : joined(ruled, read);
      }
      return (await asked) ?? rules.extract(text, nowMs, known);
    },
  };
}

function joined(ruled: Extraction, read: Extraction): Extraction {
  // No text states a default, so any found value replaces it.
  const said = ruled.values.filter(({ origin }) => origin !== 'default');
  const named = new Set(said.map(({ field }) => field));
  const filled = read.values.filter(({ field }) => !named.has(field));
  const taken = new Set([...said, ...filled].map(({ field }) => field));
  return {
    values: [...said, ...filled, ...ruled.values.filter(({ field }) => !taken.has(field))],
    preferences: { ...read.preferences, ...ruled.preferences },
    preferenceSpans: { ...read.preferenceSpans, ...ruled.preferenceSpans },
  };
}
