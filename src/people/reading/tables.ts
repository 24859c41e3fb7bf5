/**
 * Reads tables of text ("| Company | Round | Ask |") as lines of labels. Every cell becomes "Ask: $8M": the
 * words of its column's head, then its own. A table of two columns, or lines "Stage | Seed", are labels as
 * they stand.
 *
 * The words of a head are given the place of the cell, so spans hold for the text as given. Linear in words
 * and cells, since a head counts at most four words.
 */
import type { WordAt } from '../../domains/phrase-pattern.ts';

/** A word; `gap`: a replacement for the text between it and the word before. */
export interface RawWord extends WordAt {
  readonly gap?: string;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly cells: readonly (readonly [number, number])[];
  /** "|---|---|" */
  readonly isRule: boolean;
}

/** A line of at least four bare names, and a line below: a file of values with commas or semicolons. */
const commaSeparated =
  /^[ \t]*"?[a-z][a-z_ '’]{0,23}"?(?:[,;][ \t]*"?[a-z][a-z_ '’]{0,23}"?){3,39}\r?\n[^\n]*[,;]/i;
const MAX_HEAD_WORDS = 4;
const MAX_COLUMNS = 40;
/** Usual names of columns. A line of them is a head, also without a rule below it. */
const heads =
  /^(?:name|company|startup|start-up|fund|investor|founder|hq|base|location|city|country|place|region|stage|round|sector|sectors|industry|field|ask|raise|raising|amount|target|arr|mrr|revenue|team|team size|headcount|employees|staff|size|price|age|sex|gender|role|title|job|position|salary|pay|skills|experience|years|goal|intent|yrs|min|max|pref_gender|pref_age|pref_min|pref_max|min_age|max_age|max_km|radius_km|dob|looking_for|looking for|about|first_name|brand|model|condition|category|budget|colou?r|type|item|product|quantity|qty|status|cheque|check|ticket|thesis|growth|lead|rate|hours|level|education|languages?)$/i;

export function readTables(text: string, given: readonly WordAt[]): readonly RawWord[] {
  if (!/[|\t]/.test(text) && !commaSeparated.test(text)) return given;
  const mark = markOf(text);
  const words = mark === ',' ? given.flatMap(atCommas) : given;
  const lines = linesOf(text, mark);
  const out: RawWord[] = [];
  let at = 0;
  const wordsUntil = (end: number): RawWord[] => {
    const from = at;
    while (at < words.length && words[at]!.start < end) at++;
    return words.slice(from, at);
  };
  for (let line = 0; line < lines.length; ) {
    const last = endOfTable(lines, line);
    const rows = lines.slice(line, last);
    if (rows.length < 2 || !isTable(text, rows)) {
      out.push(...wordsUntil(lines[line]!.end));
      line++;
      continue;
    }
    const isPairs = rows[0]!.cells.length === 2;
    const columns = isPairs ? [] : rows[0]!.cells.map((cell) => headOf(cell, words, at));
    for (const [position, row] of rows.entries()) {
      if (row.isRule || (position === 0 && !isPairs)) wordsUntil(row.end);
      else for (const [column, cell] of row.cells.entries()) out.push(...cellWords(column, cell));
      wordsUntil(row.end);
    }
    line = last;

    function cellWords(column: number, [, end]: readonly [number, number]): RawWord[] {
      const own = wordsUntil(end);
      const [first] = own;
      if (first === undefined) return [];
      const head = isPairs ? [] : (columns[column] ?? []);
      if (head.length === 0)
        return [{ ...first, gap: isPairs && column === 1 ? ': ' : '\n' }, ...own.slice(1)];
      const place = { start: first.start, end: first.start };
      const labels = head.map(({ word }, step) => ({ word, ...place, gap: step === 0 ? '\n' : ' ' }));
      return [...labels, { ...first, gap: ': ' }, ...own.slice(1)];
    }
  }
  out.push(...wordsUntil(Number.POSITIVE_INFINITY));
  return out;
}

/** "23,29,100" as three values. */
function atCommas(word: WordAt): readonly WordAt[] {
  if (!word.word.includes(',') || word.word.length !== word.end - word.start) return [word];
  let { start } = word;
  return word.word.split(',').map((part) => {
    const at = { word: part, start, end: start + part.length };
    start = at.end + 1;
    return at;
  });
}

/** The mark between the cells of each line; null: a bar or a tab, whichever a line has. */
function markOf(text: string): string | null {
  if (/[|\t]/.test(text)) return null;
  return /^[^\n;]*;/.test(text) ? ';' : ',';
}

function linesOf(text: string, mark: string | null): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    lines.push(lineOf(text, start, end, mark));
    start = end + 1;
  }
  return lines;
}

function lineOf(text: string, start: number, end: number, given: string | null): Line {
  const line = text.slice(start, end);
  const isRule = /^[\s|:+-]+$/.test(line) && line.includes('-') && /[|+]/.test(line);
  const mark = given ?? (line.includes('|') ? '|' : '\t');
  const cells: (readonly [number, number])[] = [];
  let from = 0;
  for (let at = 0; at <= line.length && cells.length <= MAX_COLUMNS; at++) {
    if (at < line.length && line[at] !== mark) continue;
    // The marks at both ends of a line bound no cell.
    const isOutside = (from === 0 || at === line.length) && line.slice(from, at).trim() === '';
    if (!isOutside) cells.push([start + from, start + at]);
    from = at + 1;
  }
  return { start, end: end + 1, cells, isRule };
}

/** The line after the lines that have as many cells as the first one. */
function endOfTable(lines: readonly Line[], first: number): number {
  const { length } = lines[first]!.cells;
  if (length < 2 || length > MAX_COLUMNS || lines[first]!.isRule) return first + 1;
  let last = first + 1;
  while (last < lines.length && (lines[last]!.isRule || lines[last]!.cells.length === length)) last++;
  return last;
}

/** Whether a rule or the words of the heads show that the first line is one of heads. */
function isTable(text: string, rows: readonly Line[]): boolean {
  const cells = rows[0]!.cells.map(([from, to]) => text.slice(from, Math.min(to, from + 60)).trim());
  if (cells.length === 2) return rows.every(({ isRule, cells: own }) => isRule || isLabel(text, own[0]!));
  if (cells.some((cell) => /\d/.test(cell))) return false;
  return (
    rows[1]!.isRule ||
    cells.filter((cell) => heads.test(cell)).length * 2 >= cells.length ||
    isFramed(text, rows) ||
    isOfSemicolons(text, rows)
  );
}

/**
 * Whether all lines stand between two marks, and a later line has a number: the first one is then of heads.
 */
const isFramed = (text: string, rows: readonly Line[]) =>
  rows.every(({ start, end }) => /^\s*\|.*\|\s*$/.test(text.slice(start, end))) &&
  rows.slice(1).some(({ start, end }) => /\d/.test(text.slice(start, end)));

/**
 * Four or more names between semicolons, above as many values, one of them with a number: prose has no such
 * lines.
 */
const isOfSemicolons = (text: string, rows: readonly Line[]) =>
  rows[0]!.cells.length >= 4 &&
  text[rows[0]!.cells[0]![1]] === ';' &&
  rows.slice(1).some(({ start, end }) => /\d/.test(text.slice(start, end)));

const isLabel = (text: string, [from, to]: readonly [number, number]) =>
  /^[^\d.!?]{2,40}$/.test(text.slice(from, to).trim());

function headOf(
  [from, to]: readonly [number, number],
  words: readonly WordAt[],
  first: number,
): readonly WordAt[] {
  const head: WordAt[] = [];
  for (let at = first; at < words.length && words[at]!.start < to; at++)
    if (words[at]!.start >= from && head.length < MAX_HEAD_WORDS) head.push(words[at]!);
  return head;
}
