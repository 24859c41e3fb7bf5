/** Values as they read in a sentence. */
import type { DomainDefinition } from '../../domains/definition.ts';
import { fieldNamed } from '../../domains/definition.ts';
import type { FieldValue } from '../../domains/field.ts';

// Made with the first use: loading the data of a language takes tens of milliseconds.
let lists: Intl.ListFormat | undefined;
let largeNumbers: Intl.NumberFormat | undefined;
const LISTED = 4;

/** "a", "a and b", "a, b, c and 3 more". */
export function listInWords(items: readonly string[]): string {
  lists ??= new Intl.ListFormat('en-GB', { type: 'conjunction' });
  if (items.length <= LISTED + 1) return lists.format(items);
  return lists.format([...items.slice(0, LISTED), `${items.length - LISTED} more`]);
}

/** Thousands are grouped from 10,000 on, so that years stay years. */
export function numberInWords(value: number): string {
  largeNumbers ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
  return Math.abs(value) >= 10_000 ? largeNumbers.format(value) : String(Math.round(value * 100) / 100);
}

export function valueInWords(definition: DomainDefinition, fieldName: string, value: FieldValue): string {
  if (typeof value === 'number') return numberInWords(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return labelOf(definition, fieldName, value);
  return listInWords(value.map((each) => labelOf(definition, fieldName, each)));
}

export function labelOf(definition: DomainDefinition, fieldName: string, value: string): string {
  const field = fieldNamed(definition, fieldName);
  if (field?.type !== 'enum') return value;
  const labels = field.value_labels ?? {};
  return Object.hasOwn(labels, value) ? labels[value]! : value.replaceAll('_', ' ');
}

export function fieldInWords(definition: DomainDefinition, fieldName: string): string {
  return fieldNamed(definition, fieldName)?.label ?? fieldName.replaceAll('_', ' ');
}
