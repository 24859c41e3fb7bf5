/** Reads a text of lines: paragraphs, items of lists, tables with bars or tabs. */
import type { Block, DocumentParts } from './blocks.ts';
import { Canvas } from './canvas.ts';
import { writeTables } from './lines-of-cells.ts';
import type { Table } from './text-tables.ts';

const item = /^[^\S\n]*(?:[-*•·–▪●]|\d{1,3}[.)])\s/;
const label = /^[^\S\n]*([\p{L}][^:\n]{0,40}):\s+\S/u;

export function readPlain(text: string): DocumentParts {
  const canvas = new Canvas(text, 'text');
  const table: Table = { pairs: [], blocks: [], cells: [] };
  writeTables(text, canvas, table);
  return {
    pairs: table.pairs,
    cells: table.cells,
    blocks: [...table.blocks, ...linesOf(text)].sort((a, b) => a.start - b.start),
    readable: canvas.toString(),
  };
}

/** Lines and paragraphs. */
function linesOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const { index: start, 0: lines } of text.matchAll(
    /[^\n]+(?:\n(?!\s*\n|[^\S\n]*(?:[-*•·–▪●]|\d{1,3}[.)])\s)[^\n]+)*/g,
  )) {
    const name = label.exec(lines)?.[1];
    const kind = item.test(lines) ? 'item' : name === undefined ? 'prose' : 'pair';
    blocks.push({ kind, path: kind === 'pair' ? name! : '', start, end: start + lines.length });
  }
  return blocks;
}
