/** One row of a source as the mapping sees it: cells cleaned, columns named. */
import { decodeHTML } from 'entities';
import { WrittenNumber, wholeDigits } from '../../../contract/written-number.ts';
import type { Decimal } from '../number-text.ts';
import type { Mapping } from './mapping-schema.ts';

/** CSV has texts. NDJSON and Parquet also have numbers, booleans, lists and objects. */
export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An assumption about something that the row does not say. */
export interface Assumption {
  readonly code: 'currency_assumed';
  readonly column: string;
  readonly message: string;
}

export interface SourceRow {
  /** Counts from 1. */
  readonly number: number;
  /** The decimal sign of the file. */
  readonly decimal: Decimal;
  /** Notes that the value of a column was taken with something assumed. */
  assume(assumed: Assumption): void;
  /** undefined: no such column, null, or a text that means "not given". */
  cell(column: string): unknown;
  /** All of the row as the source has it. */
  whole(): Row;
}

type Cleaning = Pick<Mapping, 'clean' | 'missing'>;

export function sourceRow(
  mapping: Cleaning,
  row: Row,
  { number, decimal, assume }: Pick<SourceRow, 'number' | 'decimal' | 'assume'>,
): SourceRow {
  const cleaned = new Map<string, unknown>();
  return {
    number,
    decimal,
    assume,
    whole: () => row,
    cell: (column) => {
      if (!cleaned.has(column)) {
        const cell = cleanCell(mapping, cellOf(row, column));
        cleaned.set(column, cell === null || cell === '' ? undefined : cell);
      }
      return cleaned.get(column);
    },
  };
}

/** The column of that name, else the dotted path into nested objects (`address.city`); undefined: neither. */
export function cellOf(row: Row, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  return column.split('.').reduce<unknown>((inner, key) => {
    return typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
      ? (inner as Record<string, unknown>)[key]
      : undefined;
  }, row);
}

function cleanCell(mapping: Cleaning, cell: unknown): unknown {
  if (Array.isArray(cell)) {
    const items = cell
      .map((item) => cleanCell(mapping, item))
      .filter((item) => item !== undefined && item !== '');
    return items.length === 0 ? undefined : items;
  }
  if (typeof cell !== 'string') return cell ?? undefined;
  const text = cleanText(cell, mapping.clean);
  return mapping.missing.includes(text) ? undefined : text;
}

function cleanText(text: string, clean: Mapping['clean']): string {
  let cleaned = text;
  if (clean.includes('html') && cleaned.includes('&')) cleaned = decodeHTML(cleaned);
  if (clean.includes('quotes')) cleaned = cleaned.replace(/[‘’‛]/g, "'").replace(/[“”‟]/g, '"');
  if (clean.includes('spaces')) cleaned = cleaned.replace(/\s+/g, ' ');
  if (clean.includes('lower')) cleaned = cleaned.toLowerCase();
  return cleaned.trim();
}

/** A cell as text, for templates and comparisons. */
export function cellText(cell: unknown): string {
  if (Array.isArray(cell)) return cell.map(cellText).join(', ');
  if (typeof cell === 'number' || cell instanceof WrittenNumber) return wholeDigits(cell) ?? String(cell);
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : String(cell);
}
