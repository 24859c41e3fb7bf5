/**
 * The declaration of a term, in the domain's scorecard or in the general one. Training changes points and
 * keeps names and sentences, so a sentence may be used for a pair that its author never meant.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { Scorecard, Term } from '../../../domains/scorecard.ts';
import { generalScorecard } from '../models/general-scorecard.ts';

const general = new WeakMap<DomainDefinition, Scorecard>();

/** null: training made the term, with sentences for its own points. */
export function declaredTerm(definition: DomainDefinition, { name, compare }: Term): Term | null {
  const known = general.get(definition) ?? generalScorecard(definition);
  general.set(definition, known);
  return (
    [...definition.scorecard.terms, ...known.terms].find(
      (declared) => declared.name === name && declared.compare === compare,
    ) ?? null
  );
}
