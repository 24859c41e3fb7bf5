/** The values that identify a person at a glance: a place, an age or a price, and choices from a list. */
import type { SchemaField } from '../../api/queries.ts';
import { shownValue, words } from '../../parts/words.ts';

export interface Fact {
  readonly name: string;
  readonly value: string;
}

const MOST = 5;
const LONGEST = 60;

/** The facts of a person, of the fields that the schema has, the most telling first. */
export function personFacts(
  schema: readonly SchemaField[],
  fields: Readonly<Record<string, unknown>>,
): readonly Fact[] {
  return schema
    .filter(({ name, kind }) => kind === 'hard' && fields[name] !== undefined && fields[name] !== null)
    .map((field) => ({ rank: rankOf(field), name: words(field.name), value: factOf(field, fields) }))
    .filter(({ value }) => value !== '' && value.length <= LONGEST)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ name, value }) => ({ name, value }));
}

/** A fact without its label, but where it is a number or an amount, which says too little alone. */
export function factInWords({ name, value }: Fact): string {
  return /^\P{L}*\d/u.test(value) ? `${name} ${value}` : value;
}

/** Text fields without a list name what a person or a thing is called; after them places, money and ages. */
function rankOf({ type, format, money, values, required, priority }: SchemaField): number {
  if (format === 'geo') return 1;
  if (money !== undefined) return 2;
  if (type === 'string' && values === undefined) return 0;
  if (type === 'integer' || type === 'number') return required ? 2 : priority === 'high' ? 4 : 6;
  return required ? 3 : priority === 'high' ? 5 : 7;
}

function factOf({ name, type, money, unit }: SchemaField, fields: Readonly<Record<string, unknown>>): string {
  const value = fields[name];
  if (typeof value === 'number' && money !== undefined) return inCurrency(value, money.currency);
  const shown = type === 'string' ? shownValue(value) : words(shownValue(value));
  return typeof value === 'number' && unit !== undefined && unit !== 'years' ? `${shown} ${unit}` : shown;
}

function inCurrency(value: number, currency: string): string {
  const digits = Number.isInteger(value) ? 0 : undefined;
  return value.toLocaleString('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits ?? 4,
  });
}
