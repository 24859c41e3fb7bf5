import { expect, test } from 'vitest';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import type { StoredRankingModel } from '../../../platform/storage/learning-store.ts';
import { type EncodedRankingModel, encodeRankingModel } from '../ranking-model.ts';
import { domainPrior } from './model-catalog.ts';
import { modelOfSchema } from './model-of-schema.ts';
import { withScorecardsOf } from './present-words.ts';

type RankingModelCard = EncodedRankingModel['card'];

const hiring = shippedDomain('hiring')!;
const prior = domainPrior(hiring);
const isOfWords = ({ compare }: { readonly compare: string }) => compare === 'shared_words';
const declared = prior.card.scorecard.terms.find(isOfWords)!;

/** A trained model, whose points of shared words are 7 everywhere. */
function trained() {
  const terms = prior.card.scorecard.terms.map((term) => {
    if (term.compare !== 'shared_words') return { ...term, weight: 0.5 };
    return { ...term, knots: [[0, 7] as [number, number]] };
  });
  return { ...prior, card: { ...prior.card, scorecard: { ...prior.card.scorecard, terms } } };
}

/** As it was stored before the measure had settings. */
function earlier(card: RankingModelCard): RankingModelCard {
  const terms = card.scorecard.terms.map((term) => {
    if (term.compare !== 'shared_words') return term;
    const { k1: _k1, b: _b, ...rest } = term;
    return rest as typeof term;
  });
  const judged = card.judged && earlier(card.judged as RankingModelCard);
  return { ...card, judged, scorecard: { ...card.scorecard, terms } };
}

const { card } = encodeRankingModel(trained(), trained());
const stored = (given: object) =>
  ({ domain: 'hiring', tier: 'tenant', version: 't1', card: given }) as StoredRankingModel;
const served = (given: object) => modelOfSchema(stored(given), hiring)!.card as unknown as RankingModelCard;

test('points of words by an earlier measure give way to those of the prior, also in the twin', () => {
  const before = earlier(card);
  for (const found of [served(before), served(before).judged as RankingModelCard]) {
    expect(found.scorecard.terms.filter(isOfWords)).toEqual([declared]);
    const others = found.scorecard.terms.filter((term) => !isOfWords(term));
    expect(others).toEqual(card.scorecard.terms.filter((term) => !isOfWords(term)));
  }
});

test('a card that is written again after an erasure is still known as an earlier one', () => {
  const before = earlier(card);
  const again = withScorecardsOf({ ...before }, { ...card });
  expect(served(again)).toEqual(served(before));
});

test('points by the present measure are served as they are stored', () => {
  expect(served(card)).toBe(card);
});
