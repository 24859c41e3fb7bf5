/** Lines become paragraphs, headings, items and tables of Markdown. */
import { cellsOf } from './cells-of.ts';
import { fitLineKinds } from './line-kinds.ts';
import { tableAt } from './table-rows.ts';
import { type Line, rightOf } from './text-pieces.ts';
import { textOf } from './without-repeated-lines.ts';

/** Distance between baselines, in heights of a letter, above which a paragraph ends. */
const PARAGRAPH_GAP = 1.7;
/** Share of the column: a line that ends so far from its right edge was ended on purpose. */
const SHORT_LINE = 0.18;

const bullet = /^[•·▪▸►●◦‣○■□➢✓✔\uf000-\uf0ff*–-]\s+(?=\S)/;
const numbered = /^(?:\d{1,2}[.)]|\(?[a-z]\))\s+(?=\S)/;

interface Block {
  readonly kind: 'heading' | 'item' | 'prose' | 'table';
  readonly level: number | null;
  text: string;
  last: Line;
}

export function markdownOfLines(lines: readonly Line[]): string {
  if (lines.length === 0) return '';
  const { levelOf } = fitLineKinds(lines);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const rows = tableAt(lines, at);
    if (rows !== null) {
      at += rows.lines - 1;
      blocks.push({ kind: 'table', level: null, text: rows.text, last: lines[at]! });
      continue;
    }
    const above = blocks.at(-1);
    const text = textOf(line);
    const level = levelOf(line, above?.last);
    if (above !== undefined && goesOn(above, line, text, level)) {
      above.text = joinLines(above, line, text);
      above.last = line;
    } else {
      const isItem = level === null && bullet.test(text);
      const kind = level !== null ? 'heading' : isItem ? 'item' : 'prose';
      blocks.push({ kind, level, text: isItem ? text.replace(bullet, '') : text, last: line });
    }
  }
  return blocks.map(written).join('').trim();
}

/** Whether a line belongs to the block above it. */
function goesOn(
  { kind, level: levelAbove, text: textAbove, last }: Block,
  line: Line,
  text: string,
  level: number | null,
) {
  if (kind === 'table' || level !== levelAbove || bullet.test(text) || numbered.test(text)) return false;
  const distance = last.y - line.y;
  if (distance > 0 && last.column === line.column)
    return distance <= PARAGRAPH_GAP * Math.max(line.size, last.size);
  // On the next column or page: a sentence goes on.
  return kind !== 'heading' && !/[.!?:;]$/.test(textAbove) && /^[\p{Ll}\d(]/u.test(text) && !isShort(last);
}

function joinLines({ kind, text, last }: Block, line: Line, next: string): string {
  const isParted = /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(next);
  // «state-of-the-» keeps its hyphen.
  if (isParted) return (/\S+-\S*-$/.test(text) ? text : text.slice(0, -1)) + next;
  const isEnded = kind === 'prose' && (isShort(last) || isSpread(last) || isSpread(line));
  return `${text}${isEnded ? '\n' : ' '}${next}`;
}

/** A name and a date at the right margin. */
const isSpread = (line: Line) => cellsOf(line).length > 1;

function isShort({ runs, column: { left, right } }: Line): boolean {
  return rightOf(runs.at(-1)!) < right - SHORT_LINE * (right - left);
}

function written({ kind, level, text }: Block, index: number, blocks: readonly Block[]): string {
  if (kind === 'heading') return `\n\n${'#'.repeat(level!)} ${text.replaceAll(' | ', ' ')}`;
  if (kind === 'item') return `${blocks[index - 1]?.kind === 'item' ? '\n' : '\n\n'}- ${text}`;
  return `\n\n${text}`;
}
