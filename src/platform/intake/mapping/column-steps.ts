/** The steps of a column value, in order: `missing`, `split`, `match`, `map`, `as`, `convert`, `range`. */
import { keepsDigits } from '../../../contract/written-number.ts';
import { readDate, yearsBetween } from '../date-text.ts';
import { plainValue } from '../name-tokens.ts';
import { plainNumber } from '../number-text.ts';
import { type ColumnValue, type Conversion, dimensionOf, type Unit, unitFactors } from './mapping-schema.ts';
import { amountIn, currencyNamed, knownCurrencies, rateOf } from './money.ts';
import { cellText, type SourceRow } from './source-row.ts';

/** Where and what a rejected value is. */
export interface RejectedCell {
  readonly column: string;
  readonly given: string;
}

/** Why a row cannot be imported. `applyMapping` catches it and returns the message as the reason. */
export class RowRejected extends Error {
  readonly cell: RejectedCell | undefined;

  constructor(message: string, cell?: RejectedCell) {
    super(message);
    this.cell = cell;
  }
}

/** `cell` is not undefined. Returns undefined when the steps leave nothing. Throws RowRejected. */
export function columnValue(value: ColumnValue, cell: unknown, row: SourceRow): unknown {
  if (value.missing?.includes(cellText(cell))) return undefined;
  if (value.split === undefined && !Array.isArray(cell)) return itemValue(value, cell, row);
  const items = Array.isArray(cell) ? cell : cellText(cell).split(value.split!);
  const values = items
    .map((item) => (typeof item === 'string' ? item.trim() : item))
    .filter((item) => item !== '')
    .flatMap((item) => itemValue(value, item, row) ?? []);
  return values.length === 0 ? undefined : [...new Set(values)];
}

function itemValue(value: ColumnValue, item: unknown, row: SourceRow): unknown {
  if (isUntouched(value)) return item;
  const matched = value.match === undefined ? item : matchedText(value.match, cellText(item));
  if (matched === undefined) return undefined;
  const mapped = value.map === undefined ? matched : mappedText(value, value.map, cellText(matched));
  return mapped === undefined || value.as === undefined ? mapped : typed(value, mapped, row);
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
  const key = keyIn(value, map, text);
  if (key !== undefined) return map[key] ?? undefined;
  if (value.default !== undefined) return value.default;
  if (value.else === 'keep') return text;
  const remedy = value.split === undefined && hasSeveral(map, text) ? `; ${severalValues(text)}` : '';
  return refuse(value, text, `is none of ${Object.keys(map).slice(0, 12).join(', ')}${remedy}`);
}

function keyIn({ compare }: ColumnValue, map: Readonly<Record<string, unknown>>, text: string) {
  if (Object.hasOwn(map, text)) return text;
  return compare === 'words' ? wordsOf(map).get(plainValue(text)) : undefined;
}

const keysByWords = new WeakMap<object, ReadonlyMap<string, string>>();

/** The keys of a map by their words; of two, the first. */
function wordsOf(map: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const known = keysByWords.get(map);
  if (known !== undefined) return known;
  const keys = Object.keys(map).reverse();
  const made = new Map(keys.map((key) => [plainValue(key), key] as const));
  keysByWords.set(map, made);
  return made;
}

const separators = /[,;|/]/;

/** Whether the text is several of the keys with signs between them. */
function hasSeveral(map: Readonly<Record<string, unknown>>, text: string): boolean {
  const parts = text.split(separators).map((part) => part.trim());
  return parts.length > 1 && parts.some((part) => Object.hasOwn(map, part));
}

function severalValues(text: string): string {
  return `where a cell has several values, the mapping says \`split: "${separators.exec(text)![0]}"\``;
}

function typed(value: ColumnValue, given: unknown, row: SourceRow): unknown {
  if (value.as === 'text') return cellText(given);
  if (value.as === 'date' || value.as === 'age') return dated(value, cellText(given));
  if (value.as === 'boolean') return typeof given === 'boolean' ? given : booleanOf(value, cellText(given));
  const number = value.as === 'money' ? moneyOf(value, given, row) : numberIn(value, given, row);
  return number === undefined ? undefined : bounded(value, given, number);
}

function bounded(value: ColumnValue, given: unknown, number: number): number | undefined {
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

/** A day, an instant where the text has a time, or the full years until today. */
function dated(value: ColumnValue, text: string): string | number | undefined {
  const date = readDate(text, value.order, value.zone);
  if ('fault' in date) return refuse(value, text, date.fault);
  if (value.as === 'date') return date.time ?? date.day;
  return bounded(value, text, yearsBetween(date.day, new Date().toISOString().slice(0, 10)));
}

const yes = new Set(['true', 't', 'yes', 'y', '1', 'ja', 'oui', 'si', 'sim', 'x']);
const no = new Set(['false', 'f', 'no', 'n', '0', 'nein', 'non', 'nao']);

function booleanOf(value: ColumnValue, text: string): boolean | undefined {
  const word = plainValue(text);
  if (yes.has(word)) return true;
  return no.has(word) ? false : refuse(value, text, 'is no yes or no');
}

function numberIn(value: ColumnValue, given: unknown, row: SourceRow): number | undefined {
  if (typeof given === 'number') return given;
  const text = cellText(given);
  return written(value, text, row) ?? refuse(value, text, `is no number${remedyOf(value, text, row)}`);
}

function written(value: ColumnValue, text: string, row: SourceRow): number | undefined {
  const plain = plainNumber(text, value.decimal ?? row.decimal);
  // A conversion, and a rate, rounds to twelve digits or fewer.
  if (plain === undefined || value.convert !== undefined || value.as === 'money' || keepsDigits(plain))
    return plain === undefined ? undefined : Number(plain);
  const remedy = '`as: text` keeps them, `convert: {decimals: …}` rounds them';
  return refuse(value, text, `has more digits than a number keeps: ${remedy}`);
}

function remedyOf(value: ColumnValue, text: string, row: SourceRow): string {
  const [own, other] = (value.decimal ?? row.decimal) === 'point' ? ['point', 'comma'] : ['comma', 'point'];
  if (plainNumber(text, other as 'point') !== undefined)
    return ` with a decimal ${own}; where the column has a decimal ${other}, say \`decimal: ${other}\``;
  const parts = text.split(separators).map((part) => part.trim());
  const areNumbers = parts.length > 1 && parts.every((part) => written(value, part, row) !== undefined);
  return value.split === undefined && areNumbers ? `; ${severalValues(text)}` : '';
}

/**
 * An amount in the currency of the field. The cell's own sign comes first, then `currency`, then an
 * assumption.
 */
function moneyOf(value: ColumnValue, given: unknown, row: SourceRow): number | undefined {
  const money = value.money;
  if (money === undefined) throw new Error('the rates of a mapping are put in before it is applied');
  const text = cellText(given);
  const amount = typeof given === 'number' ? { number: null, sign: '' } : amountIn(text);
  const number = amount === null || amount.number === null ? given : written(value, amount.number, row);
  if (amount === null || typeof number !== 'number') return refuse(value, text, 'is no amount of money');
  const name = amount.sign || currencyOf(value, row);
  const currency = name === undefined ? money.currency : currencyNamed(name);
  const rate = currency === undefined ? undefined : rateOf(currency, money);
  if (rate === undefined)
    return refuse(
      value,
      text,
      `is in «${name!.slice(0, 20)}», which has no rate; there are ${knownCurrencies(money)}`,
    );
  if (name === undefined) {
    const message = `no currency is named: ${money.currency} is assumed; say \`currency\` in the mapping`;
    row.assume({ code: 'currency_assumed', column: value.column, message });
  }
  // Twelve significant digits, as for units.
  return Number((number * rate).toPrecision(12));
}

function currencyOf({ currency }: ColumnValue, row: SourceRow): string | undefined {
  if (currency === undefined || typeof currency === 'string') return currency;
  const cell = row.cell(currency.column);
  return cell === undefined ? undefined : cellText(cell);
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
  const excerpt = text.slice(0, 80);
  throw new RowRejected(`column ${value.column}: «${excerpt}» ${why}`, {
    column: value.column,
    given: excerpt,
  });
}
