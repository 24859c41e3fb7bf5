/**
 * What a text names as if it offered it, though its words ask for it: "Our agent sells shoes. So: who does video
 * generation?" No list of phrases has all ways to ask.
 */
import { asksReader, type WordScope } from '../assign-scopes.ts';
import { THRESHOLD } from '../decision/decide.ts';
import type { TextDocument } from '../document.ts';
import type { ReadFields } from '../read-fields.ts';
import type { RequestCues } from '../request-texts.ts';
import { askedFeatures } from './asked-features.ts';
import { askedLogOdds } from './asked-words.ts';

/** Log-odds from which a thing is asked for. */
const SURE = Math.log(9);
/** In a text that asks for something, and names nothing else that it asks for. */
const LIKELY = 0;

export interface AskedOffers {
  /** First words of what is asked for. */
  readonly asked: readonly number[];
  /** With its clauses as wishes; its sentence, if that offers nothing. */
  readonly scopes: readonly WordScope[];
}

/** null: nothing that the text offers is asked for. `cue`: the first word of a phrase that asks. */
export function askedOffers(
  { candidates, extraction }: ReadFields,
  document: TextDocument,
  { offers, asks, askedWords, limits }: RequestCues,
  cue: number | null,
): AskedOffers | null {
  if (askedWords === null) return null;
  const known = new Set(
    extraction.values.filter(({ field }) => field === asks).flatMap(({ value }) => value),
  );
  const named = candidates.filter(
    (one) =>
      one.kind === 'value' &&
      one.field.name === offers &&
      one.probability >= THRESHOLD &&
      !known.has(String(one.value)) &&
      !asksReader(document, document.sentences[document.words[one.finding.first]!.sentence]!),
  );
  const isLimited = extraction.values.some(({ field }) => limits.some((limit) => limit.field === field));
  const least = (cue !== null || isLimited) && known.size === 0 ? LIKELY : SURE;
  const isAsked = new Map<number, boolean>();
  for (const {
    finding: { first, last },
  } of named)
    isAsked.set(first, askedLogOdds(askedWords, askedFeatures(document, first, last)) >= least);
  const asked = [...isAsked.keys()].filter((at) => isAsked.get(at));
  if (asked.length === 0) return null;
  const scopes = [...document.scopes];
  for (const at of asked) {
    const { words, sentences } = document;
    const { sentence, clause } = words[at]!;
    const offered = [...isAsked.keys()].some(
      (other) => words[other]!.sentence === sentence && !isAsked.get(other),
    );
    const { first, last } = sentences[sentence]!;
    for (let word = first; word < last; word++)
      if (scopes[word] === 'self' && (!offered || words[word]!.clause === clause)) scopes[word] = 'wish';
  }
  return { asked, scopes };
}
