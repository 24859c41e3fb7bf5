/** Facts of the values of each column, by the first rows of a source. */
import { readDate } from '../date-text.ts';
import { amountIn, currencyNamed } from '../mapping/money.ts';
import { isPlainObject } from '../mapping/record-text.ts';
import { cellText, type Row } from '../mapping/source-row.ts';
import { decimals, plainNumber } from '../number-text.ts';

export interface ColumnFacts {
  /** Cells that are not empty. */
  readonly given: number;
  /** Cells that are lists; their items are among the values. */
  readonly lists: number;
  /** How often each value comes, the most frequent first. */
  readonly values: readonly (readonly [string, number])[];
  /** Whether there are more values than are counted. */
  readonly hasMore: boolean;
}

/** Rows that are looked at: more say nothing new of what a column is. */
export const FACT_ROWS = 50_000;
/** Columns that are looked at. */
export const MOST_COLUMNS = 500;
/** Values that are counted, of a column and of all. */
const MOST_VALUES = 1000;
const MOST_OF_ALL = 100_000;
const LONGEST_VALUE = 200;

interface Counted {
  given: number;
  lists: number;
  hasMore: boolean;
  readonly values: Map<string, number>;
}

export class FactsOfColumns {
  readonly #columns = new Map<string, Counted>();
  #values = 0;
  rows = 0;

  /** `columns`: of the header, in their order; else they come with the rows. */
  constructor(columns: readonly string[] = []) {
    for (const name of columns) if (name !== '') this.#columnOf(name);
  }

  add(row: Row): void {
    this.rows++;
    for (const [name, cell] of cellsOf(row)) {
      const column = this.#columnOf(name);
      if (column === undefined || cell === null || cell === undefined || cell === '') continue;
      const items = Array.isArray(cell) ? cell : [cell];
      const texts = items.map((item) => cellText(item).trim()).filter((text) => text !== '');
      if (texts.length === 0) continue;
      column.given++;
      if (Array.isArray(cell)) column.lists++;
      for (const text of texts) this.#count(column, text.slice(0, LONGEST_VALUE));
    }
  }

  get names(): readonly string[] {
    return [...this.#columns.keys()];
  }

  factsOf(name: string): ColumnFacts {
    const { given, lists, hasMore, values } = this.#columns.get(name) ?? newColumn();
    return { given, lists, hasMore, values: [...values].sort(([, one], [, other]) => other - one) };
  }

  #columnOf(name: string): Counted | undefined {
    const known = this.#columns.get(name);
    if (known !== undefined || this.#columns.size >= MOST_COLUMNS) return known;
    const column = newColumn();
    this.#columns.set(name, column);
    return column;
  }

  #count(column: Counted, value: string): void {
    const count = column.values.get(value);
    if (count === undefined && (column.values.size >= MOST_VALUES || this.#values >= MOST_OF_ALL)) {
      column.hasMore = true;
      return;
    }
    if (count === undefined) this.#values++;
    column.values.set(value, (count ?? 0) + 1);
  }
}

/** Cells of nested objects stand under their path, as mappings name them. */
function* cellsOf(row: Row, path = '', depth = 0): Generator<readonly [string, unknown]> {
  for (const [key, cell] of Object.entries(row)) {
    const name = path === '' ? key : `${path}.${key}`;
    if (depth < MOST_DEPTH && isPlainObject(cell) && !('lat' in cell)) yield* cellsOf(cell, name, depth + 1);
    else yield [name, cell];
  }
}

const MOST_DEPTH = 3;

const newColumn = (): Counted => ({ given: 0, lists: 0, hasMore: false, values: new Map() });

/** The share of the counted cells whose value passes, 0 to 1. */
export function shareOf({ values }: ColumnFacts, passes: (value: string) => boolean): number {
  let [all, passed] = [0, 0];
  for (const [value, count] of values) {
    all += count;
    if (passes(value)) passed += count;
  }
  return all === 0 ? 0 : passed / all;
}

/** Objects in lists, as positions of a career, that have texts of several words. */
export function areRecords(facts: ColumnFacts): boolean {
  const isRecord = (value: string) =>
    value.startsWith('{') && /"[^"{}]*\p{L}{2,} [^"{}]*\p{L}{2,}/u.test(value);
  return facts.lists > 0 && shareOf(facts, isRecord) >= LEAST_RECORDS;
}

const LEAST_RECORDS = 0.5;

/** «2 € », «USD 20»: an amount with the currency that it names. */
export function isMoney(value: string): boolean {
  const amount = amountIn(value);
  return amount !== null && amount.sign !== '' && isCurrency(amount.sign);
}

export function isCurrency(value: string): boolean {
  const name = currencyNamed(value);
  return name !== undefined && (value.length < 3 || currencies.has(name));
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

export function isNumber(value: string): boolean {
  return decimals.some((decimal) => plainNumber(value, decimal) !== undefined);
}

export function isDate(value: string): boolean {
  return (
    !('fault' in readDate(value, 'dmy')) ||
    !('fault' in readDate(value, undefined)) ||
    !('fault' in readDate(value, 'mdy'))
  );
}
