/** The steps of a column value, in order: `missing`, `split`, `match`, `map`, `as`, `convert`, `range`. */
import { keepsDigits } from '../../contract/written-number.ts';
import { type ColumnValue, type Conversion, dimensionOf, type Unit, unitFactors } from './mapping-schema.ts';
import { cellText } from './source-row.ts';

/** Why a row cannot be imported. `applyMapping` catches it and returns the message as the reason. */
export class RowRejected extends Error {}

/** `cell` is not undefined. Returns undefined when the steps leave nothing. Throws RowRejected. */
export function columnValue(value: ColumnValue, cell: unknown): unknown {
  if (value.missing?.includes(cellText(cell))) return undefined;
  if (value.split === undefined && !Array.isArray(cell)) return itemValue(value, cell);
  const items = Array.isArray(cell) ? cell : cellText(cell).split(value.split!);
  const values = items
    .map((item) => (typeof item === 'string' ? item.trim() : item))
    .filter((item) => item !== '')
    .flatMap((item) => itemValue(value, item) ?? []);
  return values.length === 0 ? undefined : [...new Set(values)];
}

function itemValue(value: ColumnValue, item: unknown): unknown {
  if (isUntouched(value)) return item;
  const matched = value.match === undefined ? item : matchedText(value.match, cellText(item));
  if (matched === undefined) return undefined;
  const mapped = value.map === undefined ? matched : mappedText(value, value.map, cellText(matched));
  return mapped === undefined || value.as === undefined ? mapped : typed(value, mapped);
}

/** Whether a cell that is not a text can be used as it is. */
function isUntouched({ match, map, as }: ColumnValue): boolean {
  return match === undefined && map === undefined && as === undefined;
}

function matchedText(pattern: RegExp, text: string): string | undefined {
  const found = pattern.exec(text);
  const matched = (found?.[1] ?? found?.[0])?.trim();
  return matched === '' ? undefined : matched;
}

function mappedText(value: ColumnValue, map: Readonly<Record<string, unknown>>, text: string): unknown {
  if (Object.hasOwn(map, text)) return map[text] ?? undefined;
  if (value.else === 'keep') return text;
  return refuse(value, text, `is none of ${Object.keys(map).slice(0, 12).join(', ')}`);
}

function typed(value: ColumnValue, given: unknown): unknown {
  if (value.as === 'text') return cellText(given);
  if (value.as === 'boolean') return typeof given === 'boolean' ? given : booleanOf(value, cellText(given));
  const number = typeof given === 'number' ? given : numberOf(value, cellText(given));
  if (number === undefined) return undefined;
  const converted = value.convert === undefined ? number : convert(value.convert, number);
  if (!Number.isFinite(converted)) return refuse(value, cellText(given), 'is no finite number');
  if (value.as === 'integer' && !Number.isInteger(converted)) {
    return refuse(value, cellText(given), 'is no whole number');
  }
  const [low, high] = value.range ?? [-Infinity, Infinity];
  if (converted < low || converted > high) {
    return refuse(value, cellText(given), `is not between ${low} and ${high}`);
  }
  return converted;
}

const booleans: Readonly<Record<string, boolean>> = {
  ...{ true: true, t: true, yes: true, y: true, '1': true },
  ...{ false: false, f: false, no: false, n: false, '0': false },
};

function booleanOf(value: ColumnValue, text: string): boolean | undefined {
  const lower = text.toLowerCase();
  return Object.hasOwn(booleans, lower) ? booleans[lower] : refuse(value, text, 'is no yes or no');
}

const numberForms = {
  point: /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?(e[+-]?\d+)?$/i,
  comma: /^[+-]?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/,
};

function numberOf(value: ColumnValue, text: string): number | undefined {
  const decimal = value.decimal ?? 'point';
  if (!numberForms[decimal].test(text)) return refuse(value, text, 'is no number');
  const plain = decimal === 'point' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.');
  // A conversion rounds to twelve digits or fewer.
  if (value.convert !== undefined || keepsDigits(plain)) return Number(plain);
  const remedy = '`as: text` keeps them, `convert: {decimals: …}` rounds them';
  return refuse(value, text, `has more digits than a number keeps: ${remedy}`);
}

function convert({ from, to, times, decimals }: Conversion, number: number): number {
  const factor = from === undefined || to === undefined ? 1 : factorOf(from) / factorOf(to);
  const converted = number * factor * (times ?? 1);
  // Twelve significant digits hide rounding errors (6 ft is 182.88 cm, not 182.88000000000002).
  return Number(decimals === undefined ? converted.toPrecision(12) : converted.toFixed(decimals));
}

function factorOf(unit: Unit): number {
  const factors: Readonly<Record<string, number>> = unitFactors[dimensionOf(unit)!];
  return factors[unit]!;
}

function refuse(value: ColumnValue, text: string, why: string): undefined {
  if (value.else === 'drop' || value.else === 'keep') return undefined;
  throw new RowRejected(`column ${value.column}: «${text.slice(0, 80)}» ${why}`);
}
