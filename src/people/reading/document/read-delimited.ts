/** Reads a document that is a CSV or TSV file as a whole: a line of heads, and rows of values. */
import type { DocumentParts, Format, Range } from './blocks.ts';
import { Canvas } from './canvas.ts';
import { type Row, type Table, writeTable } from './text-tables.ts';
import { isUsualHead } from './usual-heads.ts';

const MOST_COLUMNS = 200;
const LONGEST_HEAD = 60;
/** Fewer heads are no table, unless tabs part them. */
const FEWEST_HEADS = 4;
/** So many names in one line are heads, whatever they are. */
const MANY_HEADS = 7;

/** null: the text is no such file. */
export function readDelimited(text: string): (DocumentParts & { readonly format: Format }) | null {
  const lineEnd = text.indexOf('\n');
  const header = text.slice(0, Math.max(0, lineEnd));
  if (!/[\t;,]/.test(header)) return null;
  const delimiter = delimiterOf(header);
  const rows = fileOf(text, delimiter);
  if (rows === null) return null;
  const table: Table = { pairs: [], blocks: [], cells: [] };
  const canvas = new Canvas(text, 'spaces');
  writeTable(text, rows, canvas, table);
  if (table.pairs.length === 0) return null;
  return { format: delimiter === '\t' ? 'tsv' : 'csv', ...table, readable: canvas.toString() };
}

function delimiterOf(header: string): string {
  const count = (mark: string) => header.split(mark).length;
  return ['\t', ';', ','].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

/** In a file of tabs a quotation mark is an inch, unless the rows only fit where it quotes. */
function fileOf(text: string, delimiter: string): readonly Row[] | null {
  for (const quotes of delimiter === '\t' ? [false, true] : [true]) {
    const rows = rowsOf(text, delimiter, quotes);
    if (isFile(text, rows, delimiter)) return rows;
  }
  return null;
}

/** Cells as RFC 4180 has them. `quotes`: whether a quotation mark at the beginning of a cell quotes it. */
function rowsOf(text: string, delimiter: string, quotes: boolean): Row[] {
  const rows: Row[] = [];
  let cells: Range[] = [];
  let [start, from] = [0, 0];
  let isQuoted = false;
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at];
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      at++;
      continue;
    }
    if (quotes && sign === '"' && (isQuoted || text.slice(from, at).trim() === '')) isQuoted = !isQuoted;
    if (sign !== undefined && (isQuoted || (sign !== delimiter && sign !== '\n'))) continue;
    cells.push([from, at]);
    from = at + 1;
    if (sign === delimiter) continue;
    if (cells.length > 1 || text.slice(start, at).trim() !== '')
      rows.push({ start, end: at, cells, isRule: false });
    cells = [];
    start = from;
  }
  return rows;
}

function isFile(text: string, rows: readonly Row[], delimiter: string): boolean {
  const [header, ...others] = rows;
  if (header === undefined || others.length === 0) return false;
  const { length } = header.cells;
  if (length > MOST_COLUMNS || length < (delimiter === '\t' ? 2 : FEWEST_HEADS)) return false;
  const heads = header.cells.map(([from, to]) => text.slice(from, to).trim().replace(/^"|"$/g, ''));
  if (!heads.every(isName)) return false;
  // A row may be cut off, and an export may have lost a cell.
  const isRow = ({ cells }: Row) =>
    cells.length === length || (length >= MANY_HEADS && cells.length * 2 > length);
  if (!others.slice(0, -1).every(isRow) || (others.length === 1 && !isRow(others[0]!))) return false;
  const hasNumber = others.some(({ cells }) => cells.some(([from, to]) => /\d/.test(text.slice(from, to))));
  const known = heads.filter((head) => isUsualHead(head) || isCodeName(head)).length;
  return (
    known * 2 >= length ||
    (length >= MANY_HEADS && delimiter !== ',') ||
    ((length >= MANY_HEADS || delimiter === ';') && hasNumber)
  );
}

const isName = (head: string) => head.length <= LONGEST_HEAD && !/[.!?]\s|^\d+(?:[.,]\d+)*$/.test(head);
/** snake_case, camelCase, `name.en` */
const isCodeName = (head: string) => /^[\w.]+$/.test(head) && /_|[a-z][A-Z]|\.\w/.test(head);
