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
    /[^\n]+(?:\n(?![^\S\n]*(?:\n|(?:[-*•·–▪●]|\d{1,3}[.)])\s))[^\n]+)*/g,
  )) {
    if (item.test(lines)) blocks.push({ kind: 'item', path: '', start, end: start + lines.length });
    else if (label.test(lines)) blocks.push(...labelled(lines, start));
    else blocks.push({ kind: 'prose', path: '', start, end: start + lines.length });
  }
  return blocks;
}

/** The lines of a form, each under its own label. */
function labelled(lines: string, start: number): Block[] {
  return Array.from(lines.matchAll(/[^\n]+/g), ({ index, 0: line }): Block => {
    const name = label.exec(line)?.[1];
    const [from, to] = [start + index, start + index + line.length];
    return { kind: name === undefined ? 'prose' : 'pair', path: name ?? '', start: from, end: to };
  });
}
