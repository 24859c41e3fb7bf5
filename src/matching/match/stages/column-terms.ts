/** The terms of a scorecard that the index's columns suffice for. */
import type { Scorecard } from '../../../domains/scorecard.ts';
import { readsText } from '../../../domains/scorecard-check.ts';
import { type ReadyTerm, readyTerm } from '../../ranking/scoring/ready-term.ts';
import type { MatchInput } from '../stage.ts';

export function columnTerms(
  scorecard: Scorecard,
  { plan, nowMs }: Pick<MatchInput, 'plan' | 'nowMs'>,
): readonly ReadyTerm[] {
  return scorecard.terms
    .filter((term) => !readsText(term))
    .map((term) => readyTerm(plan.definition, term, nowMs));
}
