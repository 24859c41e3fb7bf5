/** A cell as the value of a field, or the reason why it is none. The service checks again when it writes. */
import { keepsDigits } from 'counterpart-client';
import { type Decimal, plainNumber } from 'counterpart-intake/number-text.ts';
import type { SchemaField } from '../../api/queries.ts';
import { text } from '../../text/en.ts';
import { isNumeric } from './column-target.ts';
import { plainValue } from './name-tokens.ts';

export type Converted = { readonly value: unknown } | { readonly reason: string } | null;

const yes = new Set(['true', 'yes', 'y', '1', 'ja', 'oui', 'si', 'sim', 'x']);
const no = new Set(['false', 'no', 'n', '0', 'nein', 'non', 'nao']);
const LONGEST_SHOWN = 60;

/** null: the cell is empty. `decimal`: the sign between a whole number and its fraction. */
export function convertCell(field: SchemaField, cell: unknown, decimal: Decimal): Converted {
  if (cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')) return null;
  if (isNumeric(field)) return numberOf(field, cell, decimal);
  if (field.type === 'boolean') return booleanOf(field, cell);
  if (field.values !== undefined) return field.multiple ? listOf(field, cell) : choiceOf(field, cell);
  if (typeof cell === 'string') return { value: cell.trim() };
  // A place may be {lat, lon}.
  return { value: typeof cell === 'object' ? cell : String(cell) };
}

function refused(field: SchemaField, cell: unknown, expected: string): Converted {
  const shown = typeof cell === 'string' ? cell.trim() : JSON.stringify(cell);
  const short = shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}…` : shown;
  return { reason: text.import.wrongValue(field.name, short, expected) };
}

export function numberIn(cell: unknown, decimal: Decimal): number | undefined {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string') return undefined;
  const plain = plainNumber(cell.trim(), decimal);
  return plain !== undefined && keepsDigits(plain) ? Number(plain) : undefined;
}

function numberOf(field: SchemaField, cell: unknown, decimal: Decimal): Converted {
  const value = numberIn(cell, decimal);
  const [low, high] = field.range ?? [-Number.MAX_VALUE, Number.MAX_VALUE];
  const isWhole = field.type !== 'integer' || Number.isSafeInteger(value);
  if (value !== undefined && Number.isFinite(value) && isWhole && value >= low! && value <= high!)
    return { value };
  return refused(
    field,
    cell,
    text.import.numberFrom(field.type === 'integer', field.range as [number, number]),
  );
}

function booleanOf(field: SchemaField, cell: unknown): Converted {
  if (typeof cell === 'boolean') return { value: cell };
  const word = plainValue(String(cell));
  if (yes.has(word)) return { value: true };
  return no.has(word) ? { value: false } : refused(field, cell, text.import.yesOrNo);
}

function choiceOf(field: SchemaField, cell: unknown): Converted {
  const value = choiceIn(field, cell);
  return value === undefined ? refused(field, cell, oneOf(field)) : { value };
}

function listOf(field: SchemaField, cell: unknown): Converted {
  const items = itemsIn(field, cell);
  const values = items.map((item) => choiceIn(field, item));
  const wrong = values.indexOf(undefined);
  if (wrong >= 0) return refused(field, items[wrong], oneOf(field));
  return values.length === 0 ? null : { value: [...new Set(values)] };
}

/** The items of a list: an array, JSON of one, or a text with commas, semicolons, bars or slashes. */
export function itemsIn(field: SchemaField, cell: unknown): readonly unknown[] {
  if (Array.isArray(cell)) return cell;
  const written = String(cell).trim();
  // A value may itself have a comma.
  if (choiceIn(field, written) !== undefined) return [written];
  const bare = written.replace(/^\[(.*)\]$/s, '$1');
  return bare
    .split(/[,;|/]/)
    .map((item) => item.trim().replace(/^["'](.*)["']$/s, '$1'))
    .filter((item) => item !== '');
}

/** By field: its values as they are and in plain words. */
const choices = new WeakMap<SchemaField, ReadonlyMap<string, string>>();

function choicesOf(field: SchemaField): ReadonlyMap<string, string> {
  const known = choices.get(field);
  if (known !== undefined) return known;
  const { values = [] } = field;
  const made = new Map([
    ...values.map((value) => [plainValue(value), value] as const),
    ...values.map((value) => [value, value] as const),
  ]);
  choices.set(field, made);
  return made;
}

/** The value of the schema that the cell means, whatever its case and punctuation. */
export function choiceIn(field: SchemaField, cell: unknown): string | undefined {
  if (typeof cell !== 'string' && typeof cell !== 'number') return undefined;
  const written = String(cell).trim();
  const known = choicesOf(field);
  return written === '' ? undefined : (known.get(written) ?? known.get(plainValue(written)));
}

function oneOf({ values = [] }: SchemaField): string {
  const first = values.slice(0, 8).join(', ');
  return text.import.oneOf(values.length > 8 ? `${first}, …` : first);
}
