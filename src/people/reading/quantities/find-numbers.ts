/** Evaluates `number` rules: finds quantities near cues. */
import type { NumberRule } from '../../../domains/extraction-rules.ts';
import {
  type Findings,
  type FoundValue,
  isReadable,
  type Preference,
  type TextDocument,
} from '../document.ts';
import type { NumberAt } from '../numbers/number-at.ts';
import { numberAt } from '../numbers/read-number.ts';
import type { TextMatcher } from '../phrases/phrase-group.ts';
import { excludedByCues, nearestToCues, outside } from './near-cues.ts';
import { isPartOfAnother, type Quantity, quantityAt } from './quantity-at.ts';
import { sumsOfParts } from './sum-parts.ts';

export interface NumberCues {
  readonly cues: TextMatcher<true> | null;
  readonly notCues: TextMatcher<true> | null;
  /** Counted nouns that are parts of a whole (`sum-parts.ts`). */
  readonly parts: TextMatcher<true> | null;
}

const CONFIDENCE = 0.9;
/** How much less certain a number beside an excluding cue is. */
const EXCLUDED_LESS = 0.4;

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
  // An excluding cue beside a number that has its own cue is evidence against it.
  const doubted = cues === null || rule.strict ? [] : cued.filter(({ quantity }) => excluded.has(quantity));
  const found = [...accepted, ...doubted].map((each) =>
    findingsOf(each.quantity, each.distance, excluded.has(each.quantity), rule),
  );
  return {
    values: [...found.flatMap(({ values }) => values), ...sums],
    foundPreferences: found.flatMap(({ foundPreferences }) => foundPreferences),
  };
}

function findingsOf(quantity: Quantity, distance: number, isExcluded: boolean, rule: NumberRule): Findings {
  const confidence = (rule.confidence ?? CONFIDENCE) - Math.min(0.1, distance * 0.01);
  const finding = {
    first: quantity.first,
    last: quantity.last,
    origin: 'rules' as const,
    confidence: isExcluded ? confidence - EXCLUDED_LESS : confidence,
    isExcluded,
    cueDistance: distance,
    withoutCurrency: quantity.withoutCurrency,
  };
  const value = takenValue(quantity, rule);
  const preference = preferenceOf(quantity, rule);
  return {
    values: value === null ? [] : [{ ...finding, value }],
    foundPreferences: preference === null ? [] : [{ ...finding, preference }],
  };
}

function takenValue(quantity: Quantity, { take, range, levels }: NumberRule): number | string | null {
  const end = takenEnd(quantity, take);
  if (end === null || !isWithin(end, range)) return null;
  return levels === undefined ? end : levelOf(end, levels);
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
