/**
 * Finds things that a text seems to offer, though its words ask for them: "Our agent sells shoes. So: who
 * does video generation?" No list of phrases has all ways to ask.
 */

import { THRESHOLD } from '../decision/decide.ts';
import type { TextDocument } from '../document.ts';
import type { ReadFields } from '../read-fields.ts';
import { asksReader } from '../scopes/questions-to-readers.ts';
import type { WordScope } from '../scopes/word-scope.ts';
import { askedFeatures } from './asked-features.ts';
import { askedLogOdds } from './asked-words.ts';
import type { RequestCues } from './request-texts.ts';

/** Log-odds from which a thing is asked for. */
const SURE = Math.log(9);
/** The same in a text that asks for something, and names nothing else that it asks for. */
const LIKELY = 0;

export interface AskedOffers {
  /** First words of the things that are asked for. */
  readonly asked: readonly number[];
  /** The scopes, with the clauses of these things as wishes; with the sentence, if it offers nothing. */
  readonly scopes: readonly WordScope[];
}

/** null: nothing that the text offers is asked for. `cue`: the first word of a phrase that asks. */
export function askedOffers(
  read: ReadFields,
  document: TextDocument,
  cues: RequestCues,
  cue: number | null,
): AskedOffers | null {
  if (cues.askedWords === null) return null;
  const { values } = read.extraction;
  const known = new Set(values.filter(({ field }) => field === cues.asks).flatMap(({ value }) => value));
  const isLimited = values.some(({ field }) => cues.limits.some((limit) => limit.field === field));
  const least = (cue !== null || isLimited) && known.size === 0 ? LIKELY : SURE;
  const isAsked = new Map<number, boolean>();
  for (const [first, last] of offersIn(read, document, cues.offers, known))
    isAsked.set(first, askedLogOdds(cues.askedWords, askedFeatures(document, first, last)) >= least);
  const asked = [...isAsked.keys()].filter((at) => isAsked.get(at));
  return asked.length === 0 ? null : { asked, scopes: wishesAt(document, asked, isAsked) };
}

/**
 * First and last words of the things that are offered and not known to be asked for. The last reading of a
 * first word counts.
 */
function offersIn(
  { candidates }: ReadFields,
  document: TextDocument,
  offers: string,
  known: ReadonlySet<unknown>,
): ReadonlyMap<number, number> {
  const { words, sentences } = document;
  const places = new Map<number, number>();
  for (const candidate of candidates) {
    if (candidate.kind !== 'value' || candidate.field.name !== offers || candidate.probability < THRESHOLD)
      continue;
    const { first, last } = candidate.finding;
    if (known.has(String(candidate.value)) || asksReader(document, sentences[words[first]!.sentence]!))
      continue;
    places.set(first, last);
  }
  return places;
}

/**
 * The sentence of a thing that is asked for is a wish. If the sentence offers something too, only the clause
 * is.
 */
function wishesAt(
  { words, sentences, scopes: given }: TextDocument,
  asked: readonly number[],
  isAsked: ReadonlyMap<number, boolean>,
): readonly WordScope[] {
  const scopes = [...given];
  for (const at of asked) {
    const { sentence, clause } = words[at]!;
    const offers = [...isAsked].some(([other, is]) => !is && words[other]!.sentence === sentence);
    const { first, last } = sentences[sentence]!;
    for (let word = first; word < last; word++)
      if (scopes[word] === 'self' && (!offers || words[word]!.clause === clause)) scopes[word] = 'wish';
  }
  return scopes;
}
