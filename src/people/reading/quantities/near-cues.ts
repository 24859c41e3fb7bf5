/** The quantities near cues, and those beside excluding cues. */
import type { NumberRule } from '../../../domains/extraction-rules.ts';
import type { TextDocument } from '../document.ts';
import type { PhraseMatch } from '../phrases/phrase-matcher.ts';
import { startsWithDigit } from '../words/letters.ts';
import type { Quantity } from './quantity-at.ts';

/** Words that a comma or bracket between cue and number adds to their distance. */
const COMMA_WORDS = 3;
/** Greatest distance of an excluding cue, words. */
const MAX_EXCLUDING_WORDS = 3;
/** Greatest distance of any cue, words. */
const MAX_WORDS = 40;

/** The cues that lie in no excluding cue: "per _" does not mean the month of "per month". */
export function outside(
  cues: readonly PhraseMatch<true>[],
  excluding: readonly PhraseMatch<true>[],
): readonly PhraseMatch<true>[] {
  if (excluding.length === 0) return cues;
  return cues.filter((cue) => !excluding.some(({ first, last }) => first <= cue.first && cue.last <= last));
}

/** The quantities that are the nearest one to a cue, within the rule's distance; the nearest come first. */
export function nearestToCues(
  document: TextDocument,
  quantities: readonly Quantity[],
  cues: readonly PhraseMatch<true>[],
  rule: NumberRule,
): { quantity: Quantity; distance: number }[] {
  const best = new Map<Quantity, number>();
  for (const cue of cues) {
    const near = within(quantities, cue.first - MAX_WORDS, cue.last + MAX_WORDS)
      .map((quantity) => ({ quantity, distance: distanceBetween(document, quantity, cue) }))
      .filter(({ distance }) => distance <= rule.within)
      .sort(
        (a, b) =>
          a.distance - b.distance || (isLabel(document, cue) ? b.quantity.first - a.quantity.first : 0),
      );
    const [nearest] = near;
    if (nearest === undefined) continue;
    best.set(
      nearest.quantity,
      Math.min(nearest.distance, best.get(nearest.quantity) ?? Number.POSITIVE_INFINITY),
    );
  }
  return [...best]
    .map(([quantity, distance]) => ({ quantity, distance }))
    .sort((a, b) => a.distance - b.distance);
}

/**
 * Whether the cue is a label. The number after a label is its own, though another is as near: "Slide 5 –
 * Team: 8".
 */
const isLabel = ({ words }: TextDocument, { last }: PhraseMatch<true>) =>
  /^\s*[:=]/.test(words[last]?.gap ?? '');

/** The quantities right beside an excluding cue: "was" excludes the 120 of "was 120, now 80". */
export function excludedByCues(
  document: TextDocument,
  quantities: readonly Quantity[],
  cues: readonly PhraseMatch<true>[],
  rule: NumberRule,
): ReadonlySet<Quantity> {
  const most = Math.min(rule.within, MAX_EXCLUDING_WORDS);
  return new Set(
    cues.flatMap((cue) => {
      const near = within(quantities, cue.first - MAX_WORDS, cue.last + MAX_WORDS).map((quantity) => ({
        quantity,
        distance: distanceBetween(document, quantity, cue),
      }));
      // "45 EUR instead of 60 EUR": a number within the cue is meant, not the one beside it.
      const inside = near.filter(({ quantity }) => cue.first < quantity.last && quantity.first < cue.last);
      if (inside.length > 0) return inside.map(({ quantity }) => quantity);
      // "was 90 now 65€": the cue has its number, though that is none of the rule's.
      const beside = document.words[cue.last];
      const isTaken =
        beside !== undefined &&
        startsWithDigit(beside.word) &&
        beside.gap === ' ' &&
        !near.some(({ distance }) => distance === 0);
      if (isTaken) return [];
      const nearest = Math.min(most, ...near.map(({ distance }) => distance));
      return near.filter(({ distance }) => distance <= nearest).map(({ quantity }) => quantity);
    }),
  );
}

/** The quantities that begin in [from, to), by bisection: they are in text order. */
function within(quantities: readonly Quantity[], from: number, to: number): Quantity[] {
  let [low, high] = [0, quantities.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (quantities[middle]!.first < from) low = middle + 1;
    else high = middle;
  }
  const near: Quantity[] = [];
  for (let at = low; at < quantities.length && quantities[at]!.first < to; at++) near.push(quantities[at]!);
  return near;
}

function distanceBetween(document: TextDocument, quantity: Quantity, cue: PhraseMatch<true>): number {
  const { words } = document;
  if (words[quantity.first]!.sentence !== words[cue.first]!.sentence) return Number.POSITIVE_INFINITY;
  if (cue.first < quantity.last && quantity.first < cue.last) return 0;
  const [from, to] = cue.first >= quantity.last ? [quantity.last, cue.first] : [cue.last, quantity.first];
  if (to - from > MAX_WORDS) return Number.POSITIVE_INFINITY;
  let distance = to - from;
  for (let at = from; at <= to; at++) {
    if (/[;|•]/.test(words[at]!.gap)) return Number.POSITIVE_INFINITY;
    // "Price (EUR): 300" has one bracket that counts.
    if (/[,(]|\)(?!:)/.test(words[at]!.gap)) distance += COMMA_WORDS;
  }
  return distance;
}
