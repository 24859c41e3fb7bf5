/** A scorecard whose whole evidence is changed alike: its intercept, and the weights of terms and texts. */
import type { Scorecard } from '../../../domains/scorecard.ts';

type Evidence = { readonly weight: number; readonly weight_against: number };

/** `change`: of a weight of at least 0, and of the intercept; the same factor for all. */
export function scaleEvidence<Card extends Omit<Scorecard, 'base_rate' | 'temperature'>>(
  scorecard: Card,
  change: (given: number) => number,
): Card {
  const { intercept, terms, head, cross_encoder } = scorecard;
  const both = <Part extends Evidence>(part: Part): Part => ({
    ...part,
    weight: change(part.weight),
    weight_against: change(part.weight_against),
  });
  return {
    ...scorecard,
    intercept: change(intercept),
    terms: terms.map((term) => ({ ...term, weight: change(term.weight) })),
    head: both(head),
    cross_encoder: { ...cross_encoder, sentences: both(cross_encoder.sentences) },
  };
}
