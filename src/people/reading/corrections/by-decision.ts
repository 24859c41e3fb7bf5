/** An extractor that settles what it reads by the decision of a workspace. */
import type { Extractor } from '../extractor.ts';
import type { DecisionWeights } from '../network/decision-weights.ts';

export function byDecision(extractor: Extractor, decision: DecisionWeights | null): Extractor {
  if (decision === null) return extractor;
  return {
    extract: (text, nowMs, known, options) => extractor.extract(text, nowMs, known, { ...options, decision }),
  };
}
