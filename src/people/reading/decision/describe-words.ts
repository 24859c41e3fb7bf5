/** Features of the words that a candidate was read from: a phrase, a place, a number. */
import type { Finding, TextDocument } from '../document.ts';
import { isEnglishWord } from '../words/word-forms.ts';
import type { Candidate } from './candidate.ts';
import { F } from './feature-positions.ts';
import type { TextFacts, TextFeatures } from './text-facts.ts';

/** Fields that are named for a bound: "max_price". */
const limitName = /^(?:max|min|least|most|budget)_|_(?:max|min|limit)(?:_|$)/;

export function describeWords(
  x: Float64Array,
  document: TextDocument,
  candidate: Candidate,
  facts: TextFacts,
  text: TextFeatures,
): void {
  const { first, last, corrected, cosine, margin } = candidate.finding;
  const word = document.words[first]!;
  if (last - first === 1) x[F.oneWord] = 1;
  if (last - first === 1 && word.word.length <= 3) x[F.shortWord] = 1;
  if (last - first >= 3) x[F.threeWords] = 1;
  if (corrected === true) x[F.corrected] = 1;
  if (cosine !== undefined) x[F.cosine] = cosine;
  if (margin !== undefined) x[F.margin] = margin;
  if (candidate.finding.isExcluded === true) x[F.excluded] = 1;
  if (candidate.field.kind === 'derived')
    x[candidate.finder === 'prototype' ? F.derivedPrototype : F.derived] = 1;
  if (candidate.finder === 'place' && candidate.kind === 'value')
    describePlace(x, document, candidate.finding);
  if (candidate.finder === 'number') describeNumber(x, candidate, word.word, facts, text);
}

function describeNumber(
  x: Float64Array,
  candidate: Candidate,
  word: string,
  { model, definition }: TextFacts,
  { hasWish, opensWithWish }: TextFeatures,
): void {
  const { field, finding } = candidate;
  const { first, last, cueDistance, withoutCurrency } = finding;
  // The owner of a number follows from the side where the domain has sides, and does not matter where wishes
  // are neutral.
  const asksWhose = !candidate.isSided && definition.extraction?.neutral_wishes !== true;
  if (asksWhose && opensWithWish) x[limitName.test(field.name) ? F.limit : F.number] = 1;
  if (asksWhose && !hasWish && limitName.test(field.name)) x[F.limitUnwished] = 1;
  if (cueDistance !== undefined) {
    x[F.distance] = Math.min(1, cueDistance / 8);
    if (cueDistance > 5) x[F.noCue] = 1;
  }
  if (withoutCurrency === 'sure') x[F.sure] = 1;
  if (withoutCurrency === 'doubtful') x[F.doubtful] = 1;
  if (last - first === 1 && /^(?:19|20)\d\d$/.test(word)) x[F.year] = 1;
  if (candidate.kind !== 'value' || typeof candidate.value !== 'number') return;
  if (candidate.value < 10) x[F.small] = 1;
  x[F.unlike] = model.surpriseOf(`${definition.domain}.${field.name}`, candidate.value);
}

const HEAD_WORDS = 8;

/** "Tell us more" and "Can be collected" begin with names of towns. */
function describePlace(x: Float64Array, { words }: TextDocument, { first, last }: Finding): void {
  const [word, next] = [words[first]!, words[last]];
  if (last - first === 1 && isEnglishWord(word.word)) x[F.everyday] = 1;
  if (first < HEAD_WORDS) x[F.head] = 1;
  if (next !== undefined && next.gap === ' ' && !next.capital && words[first - 1]?.clause !== word.clause)
    x[F.beforeSmall] = 1;
}
