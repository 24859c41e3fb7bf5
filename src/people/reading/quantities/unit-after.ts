/** The unit behind a number, as a factor to the unit of a rule: "3ish years", "5 or more years", `5'11`. */
import type { NumberRule } from '../../../domains/extraction-rules.ts';
import type { TextDocument } from '../document.ts';
import { amountWordsOf } from '../languages/number-words-of.ts';
import { phraseAfter } from '../numbers/forms-beside.ts';
import type { NumberAt } from '../numbers/number-at.ts';
import { isPercentLabel, unitOfLabel } from './label-units.ts';
import { measureUnits, percentWords } from './units.ts';

export interface UnitAfter {
  readonly factor: number;
  readonly last: number;
}

const defaultUnit = { duration: 'years', length: 'cm', weight: 'kg' } as const;

/** The unit behind the number, behind words between them, or in the label before it. */
export function unitBeside(
  document: TextDocument,
  first: number,
  at: number,
  rule: NumberRule,
): UnitAfter | null {
  return (
    unitAfter(document, at, rule) ??
    unitAfterFilling(document, at, rule) ??
    unitInLabel(document, first, at, rule)
  );
}

export function unitAfter({ words, text }: TextDocument, at: number, rule: NumberRule): UnitAfter | null {
  const word = words[at];
  if (word === undefined) return null;
  const isBracketed = /\($/.test(words[at - 1]?.gap ?? '');
  const gap = isBracketed ? word.gap.replace(/^\)/, '') : word.gap;
  if (!/^(?:\s*[-‑+]?\s*|\+\s)$/.test(gap)) return null;
  const { form, start, end } = word;
  switch (rule.measure) {
    case 'percent': {
      if (percentWords.has(form)) return { factor: 1, last: at + 1 };
      return form === 'per' && words[at + 1]?.form === 'cent' ? { factor: 1, last: at + 2 } : null;
    }
    case 'custom':
      return unitFrom(factorIn(rule.units ?? {}, text.slice(start, end), form), at);
    case 'duration':
    case 'length':
    case 'weight':
      return unitFrom(factorOfMeasure(rule, rule.measure, form, word.word), at);
    default:
      return null;
  }
}

const unitFrom = (factor: number | undefined, at: number): UnitAfter | null =>
  factor === undefined ? null : { factor, last: at + 1 };

/** The factor of the first of several spellings that is a unit. */
function factorIn(
  units: Readonly<Record<string, number>>,
  ...spellings: readonly string[]
): number | undefined {
  const spelling = spellings.find((word) => Object.hasOwn(units, word));
  return spelling === undefined ? undefined : units[spelling];
}

function factorOfMeasure(
  { unit }: NumberRule,
  measure: keyof typeof defaultUnit,
  ...spellings: readonly string[]
): number | undefined {
  const units = measureUnits[measure];
  const [size, target] = [factorIn(units, ...spellings), units[unit ?? defaultUnit[measure]]];
  return size === undefined || target === undefined ? undefined : size / target;
}

/** "3ish years", "fifteen-odd years" */
function unitAfterFilling(document: TextDocument, at: number, rule: NumberRule): UnitAfter | null {
  if (rule.measure !== 'custom' && rule.measure !== 'duration') return null;
  const filling = phraseAfter(document, at, amountWordsOf(document).fillings);
  return filling === 0 ? null : unitAfter(document, at + filling, rule);
}

/** "Growth (%): 14", "exp_years: 4" */
function unitInLabel(
  document: TextDocument,
  first: number,
  last: number,
  rule: NumberRule,
): UnitAfter | null {
  if (rule.measure === 'percent') return isPercentLabel(document, first) ? { factor: 1, last } : null;
  const factor = rule.units === undefined ? null : unitOfLabel(document, first, rule.units);
  return factor === null ? null : { factor, last };
}

/** `5'11`, "6 ft 2", "5 feet 11 inches"; `value` in feet. */
export function feetAndInches(
  { words }: TextDocument,
  number: NumberAt,
  { measure, unit }: NumberRule,
): (UnitAfter & { readonly value: number }) | null {
  if (measure !== 'length') return null;
  const isFeet = /^(?:ft|feet|foot)$/.test(words[number.last]?.form ?? '');
  const at = isFeet ? number.last + 1 : number.last;
  const inches = words[at];
  const joined = isFeet ? /^\s?$/ : /^\s?['’′]\s?$/;
  if (inches === undefined || !joined.test(inches.gap) || !/^(?:\d|1[01])$/.test(inches.word)) return null;
  return {
    value: number.value + Number(inches.word) / 12,
    factor: 0.3048 / (measureUnits.length[unit ?? defaultUnit.length] ?? 1),
    last: /^(?:in|inch|inches)$/.test(words[at + 1]?.form ?? '') ? at + 2 : at + 1,
  };
}
