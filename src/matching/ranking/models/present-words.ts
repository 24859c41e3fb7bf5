/**
 * Stored scorecards whose points of shared words were learned while words were compared by another measure, the
 * cosine of rarity vectors. Such a curve says nothing of what is measured now, so the term serves with the
 * points of the domain's prior, until a training learns new ones. The other terms keep what they have learned.
 *
 * A term of the present measure is stored with its `k1`; an earlier one is not.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { StoredRankingModel } from '../../../platform/storage/learning-store.ts';
import { servedScorecard } from './served-scorecard.ts';

type Card = StoredRankingModel['card'];
type StoredTerm = Readonly<Record<string, unknown>>;

/** The card of a model, and that of its validated twin, for the present measure; the same object where it is. */
export function withPresentWords(card: Card, definition: DomainDefinition): Card {
  const judged = card.judged == null ? card.judged : withPresentWords(card.judged as Card, definition);
  const terms = termsOf(card);
  if (judged === card.judged && !terms.some(isEarlier)) return card;
  const declared = new Map(servedScorecard(definition).terms.map((term) => [term.name, term]));
  const present = terms.flatMap((term) =>
    isEarlier(term) ? (declared.get(String(term.name)) ?? []) : [term],
  );
  return { ...card, judged, scorecard: { ...(card.scorecard as object), terms: present } };
}

/**
 * `card`, written from `before`, with the scorecards of `before`: a rewritten term has a `k1` of its default, by
 * which it would pass for one of the present measure.
 */
export function withScorecardsOf(before: Card, card: Card): Card {
  const kept = { ...card, scorecard: before.scorecard };
  if (card.judged == null || before.judged == null) return kept;
  return { ...kept, judged: withScorecardsOf(before.judged as Card, card.judged as Card) };
}

function termsOf({ scorecard }: Card): readonly StoredTerm[] {
  return (scorecard as { readonly terms?: readonly StoredTerm[] } | undefined)?.terms ?? [];
}

const isEarlier = ({ compare, k1 }: StoredTerm) => compare === 'shared_words' && k1 === undefined;
