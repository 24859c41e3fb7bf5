/** Evaluates `number` rules: finds quantities near cues. */
import type { NumberRule } from '../../domains/extraction-rules.ts';
import {
  type Findings,
  type FoundPreference,
  type FoundValue,
  isReadable,
  type Preference,
  type TextDocument,
} from './document.ts';
import { startsWithDigit } from './letters.ts';
import type { NumberAt } from './number-at.ts';
import type { TextMatcher } from './phrase-group.ts';
import type { PhraseMatch } from './phrase-matcher.ts';
import { numberAt } from './read-number.ts';
import { isPartOfAnother, type Quantity, quantityAt } from './read-quantity.ts';
import { sumsOfParts } from './sum-parts.ts';

export interface NumberCues {
  readonly cues: TextMatcher<true> | null;
  readonly notCues: TextMatcher<true> | null;
  /** Counted nouns that are parts of a whole (`sum-parts.ts`). */
  readonly parts: TextMatcher<true> | null;
}

/** Words that a comma or bracket between cue and number adds to their distance. */
const COMMA_WORDS = 3;
/** Greatest distance of an excluding cue, words. */
const MAX_EXCLUDING_WORDS = 3;
const CONFIDENCE = 0.9;
/** How much less certain a number beside an excluding cue is. */
const EXCLUDED_LESS = 0.4;
/** Greatest distance of any cue, words. */
const MAX_WORDS = 40;

const nothing: Findings = { values: [], foundPreferences: [] };

export function findNumbers(
  document: TextDocument,
  rule: NumberRule,
  { cues, notCues, parts }: NumberCues,
): Findings {
  // Without a cue no number is the rule's: most rules end here.
  const mayFind = isIn(document, cues) || (parts !== null && isIn(document, parts));
  const all = mayFind ? quantitiesIn(document, rule) : [];
  if (all.length === 0) return nothing;
  const excluding = notCues?.longest(document) ?? [];
  const excluded = excludedByCues(document, all, excluding, rule);
  const sums = parts === null ? [] : sumsOf(document, all, parts);
  const quantities = withoutDoubtful(all, excluded).filter(
    ({ first }) => !sums.some((sum) => sum.first <= first && first < sum.last),
  );
  const cued =
    cues === null
      ? quantities.map((quantity) => ({ quantity, distance: 0 }))
      : nearestToCues(document, quantities, outside(cues.longest(document), excluding), rule);
  const accepted = preferWithCurrency(cued.filter(({ quantity }) => !excluded.has(quantity)));
  const confidence = rule.confidence ?? CONFIDENCE;
  const values: FoundValue[] = [];
  const foundPreferences: FoundPreference[] = [];
  // An excluding cue beside a number that has its own cue is evidence against it.
  const doubted = cues === null || rule.strict ? [] : cued.filter(({ quantity }) => excluded.has(quantity));
  for (const { quantity, distance } of [...accepted, ...doubted]) {
    const isExcluded = excluded.has(quantity);
    const finding = {
      first: quantity.first,
      last: quantity.last,
      origin: 'rules' as const,
      confidence: confidence - Math.min(0.1, distance * 0.01) - (isExcluded ? EXCLUDED_LESS : 0),
      isExcluded,
      cueDistance: distance,
      withoutCurrency: quantity.withoutCurrency,
    };
    const end = takenEnd(quantity, rule.take);
    const taken = end !== null && isWithin(end, rule.range) ? end : null;
    const value = rule.levels === undefined || taken === null ? taken : levelOf(taken, rule.levels);
    if (value !== null) values.push({ ...finding, value });
    const preference = preferenceOf(quantity, rule);
    if (preference !== null) foundPreferences.push({ ...finding, preference });
  }
  values.push(...sums);
  return { values, foundPreferences };
}

/** Whether one of the phrases is in the text; null: none is needed. */
const isIn = (document: TextDocument, phrases: TextMatcher<true> | null) =>
  phrases === null || phrases.matches(document).length > 0;

/** How much less certain a sum is than a number that is stated. */
const SUMMED_LESS = 0.02;

function sumsOf(
  document: TextDocument,
  quantities: readonly Quantity[],
  parts: TextMatcher<true>,
): FoundValue[] {
  const ends = new Map(parts.matches(document).map(({ first, last }) => [first, last]));
  return sumsOfParts(document, quantities, ends).map(({ first, last, sum }) => ({
    value: sum,
    first,
    last,
    origin: 'rules',
    confidence: CONFIDENCE - SUMMED_LESS,
    isExcluded: false,
    cueDistance: 0,
    withoutCurrency: null,
  }));
}

/** The cues that lie in no excluding cue: "per _" does not mean the month of "per month". */
function outside(
  cues: readonly PhraseMatch<true>[],
  excluding: readonly PhraseMatch<true>[],
): readonly PhraseMatch<true>[] {
  if (excluding.length === 0) return cues;
  return cues.filter((cue) => !excluding.some(({ first, last }) => first <= cue.first && cue.last <= last));
}

function quantitiesIn(document: TextDocument, rule: NumberRule): readonly Quantity[] {
  const read = readOnce(document, rule);
  if (read.length === 0) return read;
  const found = rule.times === 1 ? read : read.map((quantity) => scaled(quantity, rule.times));
  return rule.range === undefined ? found : found.filter((quantity) => !isOutside(quantity, rule));
}

/**
 * By text, and by the settings of a rule for reading numbers. Several rules of a domain read the same
 * amounts.
 */
const knownQuantities = new WeakMap<TextDocument, Map<string, readonly Quantity[]>>();
const keys = new WeakMap<NumberRule, string>();
const noQuantities: readonly Quantity[] = [];

function readOnce(document: TextDocument, rule: NumberRule): readonly Quantity[] {
  if (numbersIn(document).length === 0) return noQuantities;
  const known = knownQuantities.get(document) ?? new Map<string, readonly Quantity[]>();
  knownQuantities.set(document, known);
  const key = keys.get(rule) ?? keyOf(rule);
  keys.set(rule, key);
  const quantities = known.get(key) ?? readQuantities(document, rule);
  known.set(key, quantities);
  return quantities;
}

const keyOf = ({
  reads,
  measure,
  unit,
  units,
  currency,
  rates,
  currency_optional,
  per,
  monthly,
}: NumberRule) =>
  JSON.stringify([reads, measure, unit, units, currency, rates, currency_optional, per, monthly]);

function readQuantities(document: TextDocument, rule: NumberRule): readonly Quantity[] {
  const found: Quantity[] = [];
  let taken = 0;
  for (const number of numbersIn(document)) {
    if (number.first < taken || !isReadable(document, number.first, rule.reads)) continue;
    const quantity = quantityAt(document, number, rule);
    if (quantity === null) continue;
    found.push(quantity);
    taken = Math.max(number.first + 1, quantity.last);
  }
  return found;
}

/** The numbers that rules may read; found once a text, since most texts have few or none. */
function numbersIn(document: TextDocument): readonly NumberAt[] {
  const { memo } = document;
  if (memo.ruleNumbers !== undefined) return memo.ruleNumbers;
  const numbers: NumberAt[] = [];
  for (let at = 0; at < document.words.length; at++) {
    const number = numberAt(document, at);
    if (number !== null && !isPartOfAnother(document, number)) numbers.push(number);
  }
  memo.ruleNumbers = numbers;
  return numbers;
}

/** Whether all that the number may be is outside the range of the rule. */
function isOutside({ low, high }: Quantity, { range }: NumberRule): boolean {
  if (range === undefined) return false;
  return (high ?? range[0]) < range[0] || (low ?? range[1]) > range[1];
}

function scaled(quantity: Quantity, times: number): Quantity {
  const { low, high } = quantity;
  return { ...quantity, low: low === null ? null : low * times, high: high === null ? null : high * times };
}

/** Drops doubtful amounts, which may be part of a name ("iphone 13 for sale 250"), if there is a sure one. */
function withoutDoubtful(
  quantities: readonly Quantity[],
  excluded: ReadonlySet<Quantity>,
): readonly Quantity[] {
  const isDoubtful = ({ withoutCurrency }: Quantity) => withoutCurrency === 'doubtful';
  const hasCertain = quantities.some((quantity) => !isDoubtful(quantity) && !excluded.has(quantity));
  return hasCertain ? quantities.filter((quantity) => !isDoubtful(quantity)) : quantities;
}

/** Drops unscaled amounts without a currency if there is one with a currency. */
function preferWithCurrency<Cued extends { readonly quantity: Quantity }>(
  cued: readonly Cued[],
): readonly Cued[] {
  if (!cued.some(({ quantity }) => quantity.withoutCurrency === null)) return cued;
  return cued.filter(({ quantity: { withoutCurrency, isScaled } }) => withoutCurrency === null || isScaled);
}

/** The quantities that are the nearest one to a cue, within the rule's distance; the nearest come first. */
function nearestToCues(
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
function excludedByCues(
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

function takenEnd({ low, high }: Quantity, take: NumberRule['take']): number | null {
  if (take === 'low') return low;
  if (take === 'high') return high;
  if (take === 'known') return low ?? high;
  return low !== null && high !== null ? (low + high) / 2 : (low ?? high);
}

const isWithin = (value: number, range: NumberRule['range']) =>
  range === undefined || (value >= range[0] && value <= range[1]);

/** The value of the last level that the number reaches. */
function levelOf(number: number, levels: NonNullable<NumberRule['levels']>): string | null {
  return levels.findLast(({ from }) => number >= from)?.value ?? null;
}

function preferenceOf({ low, high, bound }: Quantity, rule: NumberRule): Preference | null {
  if (bound === 'range' && low !== null && high !== null) return { kind: 'range', gte: low, lte: high };
  if (bound === 'over' && low !== null) return { kind: 'range', gt: low };
  if (bound === 'under' && high !== null) return { kind: 'range', lt: high };
  if (high === null && low !== null) return { kind: 'range', gte: low };
  if (low === null && high !== null) return { kind: 'range', lte: high };
  if (low === null) return null;
  if (bound === 'around' || rule.bound === 'around') {
    return { kind: 'range', gte: low * (1 - rule.tolerance), lte: low * (1 + rule.tolerance) };
  }
  if (rule.bound === 'at_least') return { kind: 'range', gte: low };
  if (rule.bound === 'at_most') return { kind: 'range', lte: low };
  return { kind: 'value', value: low, negated: false };
}
