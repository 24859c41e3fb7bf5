/**
 * A text that offers something and then asks: "I forecast harvests. Looking for an agent that reads drone
 * images. Images must stay in Brazil. I speak REST". Conditions after the question are the counterpart's,
 * statements stay the writer's.
 */

import { isOwnAgent } from '../scopes/agents-of-writer.ts';
import type { ScopedText } from '../scopes/assign-scopes.ts';
import type { WordScope } from '../scopes/word-scope.ts';
import type { RequestCues } from './request-texts.ts';

export interface Demanded {
  readonly scopes: readonly WordScope[];
  /** 1: the word belongs to a condition of the counterpart. */
  readonly isDemanded: Uint8Array;
}

type Span = Readonly<{ first: number; last: number }>;

/** null: the text has no condition that follows a question. */
export function demandsAfter(text: ScopedText, asks: number | null, cues: RequestCues): Demanded | null {
  const from = firstAsking(text, asks);
  const found = (cues.demands?.matches(text) ?? []).filter(({ first }) => first >= from);
  if (found.length === 0) return null;
  const own = cues.own?.matches(text) ?? [];
  const isDemanded = new Uint8Array(text.words.length);
  for (const demand of found) {
    const span = demandedSpan(text, demand, own);
    if (span !== null) isDemanded.fill(1, Math.max(from, span.first), span.last);
  }
  const scopes = text.scopes.map((scope, at) => (isDemanded[at] === 1 && scope === 'self' ? 'wish' : scope));
  return { scopes, isDemanded };
}

/** The word at which the text first wishes for a counterpart. */
function firstAsking({ scopes }: ScopedText, asks: number | null): number {
  const wish = scopes.indexOf('wish');
  const all = [wish < 0 ? Number.POSITIVE_INFINITY : wish, asks ?? Number.POSITIVE_INFINITY];
  return Math.min(...all);
}

/**
 * The sentence of a demand, without the writer's statements about themselves before or after it. null: the
 * writer demands it of callers ("you need a key").
 */
function demandedSpan(
  { words, sentences, scopes }: ScopedText,
  demand: Span,
  own: readonly Span[],
): Span | null {
  const sentence = sentences[words[demand.first]!.sentence]!;
  const inSentence = own.filter(({ first }) => first >= sentence.first && first < sentence.last);
  const clause = words[demand.first]!.clause;
  if (inSentence.some(({ first }) => first <= demand.first && words[first]!.clause === clause)) return null;
  const isOwn = isOwnAgent(words, sentence.first, sentence.last);
  if (isOwn && words[sentence.first]!.clause === clause) return null;
  const before = inSentence.filter(({ first }) => first < demand.first);
  const after = inSentence.filter(({ first }) => first >= demand.last);
  let { first } = sentence;
  // The thing that is asked for may stand before: "We look for charts; they must be PNG".
  if (isOwn || before.length > 0 || scopes.slice(first, demand.first).includes('wish'))
    for (first = demand.first; words[first - 1]?.clause === clause; ) first--;
  return { first, last: Math.min(sentence.last, ...after.map((statement) => statement.first)) };
}
