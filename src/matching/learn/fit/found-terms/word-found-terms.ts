/** Gives found terms that hold for a group the reason that their fitted points support. */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import type { RankingModel } from '../../../ranking/ranking-model.ts';
import { withReasonInWords } from '../../../ranking/term-in-words.ts';
import { FOUND } from './terms-to-try.ts';

export function wordFoundTerms(definition: DomainDefinition, model: RankingModel): RankingModel {
  const { card } = model;
  const terms = card.scorecard.terms.map((term) =>
    term.name.startsWith(FOUND) ? withReasonInWords(definition, term) : term,
  );
  return { ...model, card: { ...card, scorecard: { ...card.scorecard, terms } } };
}
