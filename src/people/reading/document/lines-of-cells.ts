/** Finds tables in a text of lines: cells between bars or tabs, with heads that are known as such. */
import type { Range } from './blocks.ts';
import type { Canvas } from './canvas.ts';
import { type Row, type Table, writeTable } from './text-tables.ts';
import { isUsualHead } from './usual-heads.ts';

const MAX_COLUMNS = 40;
const MOST_ABOVE = 4;
/** Units of a cell that are looked at, to see whether it is a head. */
const MOST_OF_HEAD = 60;

/** Writes the tables of the text; other lines stay as they are. */
export function writeTables(text: string, canvas: Canvas, into: Table): void {
  if (!/[|\t]/.test(text)) return;
  const lines = linesOf(text);
  for (let line = 0; line < lines.length; ) {
    const last = endOfTable(lines, line);
    // Lines of as many cells may stand above the heads; to try all of them would take quadratic time.
    const first = Math.min(last, line + MOST_ABOVE);
    while (line < first && !isTable(text, lines, line, last)) line++;
    if (line < first) {
      const rows = lines.slice(line, last);
      if (rows[0]!.cells.length === 2) writeLabels(rows, canvas, into);
      else writeTable(text, rows, canvas, into);
    }
    line = last;
  }
}

/** "Stage | Seed" is "Stage: Seed". */
export function writeLabels(rows: readonly Row[], canvas: Canvas, into: Table): void {
  for (const { start, end, cells, isRule } of rows) {
    if (isRule) {
      canvas.blank(start, end);
      continue;
    }
    const [name, value] = cells;
    if (name === undefined || value === undefined) continue;
    canvas.blank(start, name[0]);
    canvas.put(name[1], ':');
    canvas.blank(value[1], end);
    into.blocks.push({ kind: 'pair', path: '', start: value[0], end: value[1] });
  }
}

function linesOf(text: string): Row[] {
  const lines: Row[] = [];
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    lines.push(lineOf(text, start, end));
    start = end + 1;
  }
  return lines;
}

function lineOf(text: string, start: number, end: number): Row {
  const line = text.slice(start, end);
  const isRule = /^[\s|:+-]+$/.test(line) && line.includes('-') && /[|+]/.test(line);
  const mark = line.includes('|') ? '|' : '\t';
  const cells: Range[] = [];
  let from = 0;
  for (let at = 0; at <= line.length && cells.length <= MAX_COLUMNS; at++) {
    if (at < line.length && line[at] !== mark) continue;
    // The marks at both ends of a line bound no cell.
    const isOutside = (from === 0 || at === line.length) && line.slice(from, at).trim() === '';
    if (!isOutside) cells.push([start + from, start + at]);
    from = at + 1;
  }
  return { start, end, cells, isRule };
}

/** The line after the lines that have as many cells as the first one. */
function endOfTable(lines: readonly Row[], first: number): number {
  const { length } = lines[first]!.cells;
  if (length < 2 || length > MAX_COLUMNS || lines[first]!.isRule) return first + 1;
  let last = first + 1;
  while (last < lines.length && (lines[last]!.isRule || lines[last]!.cells.length === length)) last++;
  return last;
}

/** Whether a rule or the words of the heads show that the first line is one of heads. */
function isTable(text: string, lines: readonly Row[], first: number, last: number): boolean {
  if (last - first < 2) return false;
  const rows = lines.slice(first, last);
  const cells = rows[0]!.cells.map(([from, to]) =>
    text.slice(from, Math.min(to, from + MOST_OF_HEAD)).trim(),
  );
  if (cells.length === 2) return rows.every(({ isRule, cells: own }) => isRule || isLabel(text, own[0]!));
  if (cells.some((cell) => /\d/.test(cell))) return false;
  return rows[1]!.isRule || cells.filter(isUsualHead).length * 2 >= cells.length || isFramed(text, rows);
}

/**
 * Whether all lines stand between two marks, and a later line has a number: the first one is then of heads.
 */
const isFramed = (text: string, rows: readonly Row[]) =>
  rows.every(({ start, end }) => /^\s*\|.*\|\s*$/.test(text.slice(start, end))) &&
  rows.slice(1).some(({ start, end }) => /\d/.test(text.slice(start, end)));

const isLabel = (text: string, [from, to]: Range) => /^[^\d.!?]{2,40}$/.test(text.slice(from, to).trim());
