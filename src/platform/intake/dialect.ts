/** The dialect of a text file of columns, and its detection from the beginning of the file. */
import { DelimitedParser, type DelimitedRecord } from './delimited-parser.ts';
import { type Decimal, detectDecimal } from './number-text.ts';

export interface Dialect {
  readonly delimiter: Delimiter;
  /** null: nothing is quoted. */
  readonly quote: Quote | null;
  /** Lines before the header. */
  readonly skipLines: number;
  readonly decimal: Decimal;
}

/** In the order in which the first of equals is taken. */
export const delimiters = ['\t', ';', '|', ','] as const;
export type Delimiter = (typeof delimiters)[number];
export const quotes = ['"', "'"] as const;
export type Quote = (typeof quotes)[number];

/** The parts that the caller knows. The others are detected. */
export type GivenDialect = { readonly [Part in keyof Dialect]?: Dialect[Part] | undefined };

export interface FoundDialect {
  readonly dialect: Dialect;
  /** The cells of the header; empty: the text has none. */
  readonly header: readonly string[];
  /** The first lines that were left out before the header. */
  readonly leftOut: readonly string[];
}

const SAMPLE_RECORDS = 100;
/** Lines before a header at most. */
const MOST_LEFT_OUT = 30;
/** Characters of a record, enough for a sample. */
const LONGEST = 256 * 1024;

/**
 * `start`: the beginning of the text; `isWhole`: it is the whole text. `names`: columns that the header must
 * have, where the caller knows some.
 */
export function detectDialect(
  start: string,
  isWhole: boolean,
  dialect: GivenDialect = {},
  names: ReadonlySet<string> = new Set(),
): FoundDialect {
  const declared = declaredDelimiter(start);
  const delimiter = dialect.delimiter ?? declared ?? likeliestDelimiter(start, isWhole, dialect, names);
  // Tab-separated text has no quoting of its own; in it a quote is an inch or a nickname.
  const quote = dialect.quote !== undefined ? dialect.quote : delimiter === '\t' ? null : '"';
  const declaredLines = declared === undefined ? 0 : 1;
  const skip = dialect.skipLines ?? declaredLines;
  const records = sampleOf(start, isWhole, delimiter, quote, skip);
  const at = dialect.skipLines === undefined ? headerPosition(records, names) : 0;
  const header = records[at];
  const cells = records.slice(at + 1).flatMap((record) => record.cells);
  const skipLines = dialect.skipLines ?? Math.max(declaredLines, (header?.line ?? 1) - 1);
  return {
    dialect: { delimiter, quote, skipLines, decimal: dialect.decimal ?? detectDecimal(cells, delimiter) },
    header: header?.cells ?? [],
    leftOut: start.split(/\r\n|\r|\n/, Math.min(skipLines, MOST_LEFT_OUT)),
  };
}

/** «sep=;», the first line by which Excel tells its delimiter. */
function declaredDelimiter(start: string): Delimiter | undefined {
  const found = /^"?sep=(.)"?(?:\r|\n|$)/i.exec(start)?.[1];
  return delimiters.find((delimiter) => delimiter === found);
}

/**
 * The delimiter by which a record has all of the names. Else the one that gives the most records the same
 * number of cells; if several do, the one with the most cells. Where none gives two cells, it is a comma: the
 * file has one column.
 */
function likeliestDelimiter(
  start: string,
  isWhole: boolean,
  dialect: GivenDialect,
  names: ReadonlySet<string>,
): Delimiter {
  let best = { delimiter: ',' as Delimiter, share: 0, width: 1 };
  for (const delimiter of delimiters) {
    const quote = dialect.quote !== undefined ? dialect.quote : delimiter === '\t' ? null : '"';
    const records = sampleOf(start, isWhole, delimiter, quote, dialect.skipLines ?? 0);
    if (names.size > 1 && namedPosition(records, names) >= 0) return delimiter;
    const { width, share } = commonWidth(records);
    if (width < 2) continue;
    if (share > best.share || (share === best.share && width > best.width))
      best = { delimiter, share, width };
  }
  return best.delimiter;
}

function sampleOf(
  start: string,
  isWhole: boolean,
  delimiter: string,
  quote: string | null,
  skipLines: number,
): readonly DelimitedRecord[] {
  const parser = new DelimitedParser({ delimiter, quote, skipLines, longest: LONGEST });
  const records = parser.push(start);
  // The last record of a beginning may be cut off. Where it is the only one, it is better than none.
  if (isWhole || records.length === 0) records.push(...parser.end());
  return records.filter(isGiven).slice(0, SAMPLE_RECORDS);
}

/** Whether a record has a cell that is not blank. */
export function isGiven({ cells, fault }: DelimitedRecord): boolean {
  return fault !== undefined || cells.some((cell) => cell.trim() !== '');
}

/** Cells up to the last one that is not blank. Spreadsheets fill all rows up to the widest one. */
function widthOf({ cells }: DelimitedRecord): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}

/** The first record that has all the names; -1: none, or there are no names. */
function namedPosition(records: readonly DelimitedRecord[], names: ReadonlySet<string>): number {
  if (names.size === 0) return -1;
  return records.slice(0, MOST_LEFT_OUT + 1).findIndex(({ cells }) => {
    const own = new Set(cells.map((cell) => cell.trim()));
    return [...names].every((name) => own.has(name));
  });
}

/** The width that most records of at least two cells have, and their share of all. */
function commonWidth(records: readonly DelimitedRecord[]) {
  const counts = new Map<number, number>();
  for (const record of records) {
    const width = widthOf(record);
    // A wrong delimiter leaves text behind closing quotes.
    if (width < 2 || record.fault !== undefined) continue;
    counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  const [width, count] = [...counts].sort(
    ([one, ones], [other, others]) => others - ones || other - one,
  )[0] ?? [1, 0];
  return { width, share: records.length === 0 ? 0 : count / records.length };
}

/**
 * The first record that has all the names. Else the first record that is no title or remark; these have far
 * fewer cells than the rows.
 */
export function headerPosition(records: readonly DelimitedRecord[], wanted: ReadonlySet<string>): number {
  const named = namedPosition(records, wanted);
  if (named >= 0) return named;
  if (records.length === 0) return 0;
  const first = records.slice(0, MOST_LEFT_OUT + 1);
  const { width } = commonWidth(records);
  if (width < 2) return 0;
  const few = Math.max(1, Math.floor(width / 3));
  const at = Math.max(
    0,
    first.findIndex((record) => givenCells(record).length > few),
  );
  if (isOfNames(first[at]!) || widthOf(first[at]!) >= width) return at;
  // «Von;01.01.2025;bis;31.01.2025;»: a remark of several cells.
  const names = first.findIndex(
    (record, later) => later > at && isOfNames(record) && widthOf(record) >= width,
  );
  return names < 0 ? at : names;
}

function givenCells({ cells }: DelimitedRecord): readonly string[] {
  return cells.filter((cell) => cell.trim() !== '');
}

/** Whether no cell is a number, a date or an amount. */
function isOfNames(record: DelimitedRecord): boolean {
  return givenCells(record).every((cell) => /[^\s\d.,:;/+\-%€$£]/.test(cell));
}
