/**
 * Reads Markdown: headings, lists, tables, code, links. Marks and addresses are blank, and so are code and
 * the sections of a README that are about its repository.
 */

import type { SyntaxNode } from '@lezer/common';
import { parser as commonMark, GFM } from '@lezer/markdown';
import type { Block, DocumentParts, Range } from './blocks.ts';
import { isBoilerplateHeading } from './boilerplate.ts';
import { Canvas } from './canvas.ts';
import { writeLabels } from './lines-of-cells.ts';
import { readRecord } from './read-record.ts';
import { writeYaml } from './read-yaml.ts';
import { RecordWriter } from './record-writer.ts';
import { type Row, type Table, writeTable } from './text-tables.ts';

/** Indented lines are mostly no code, and tags were read before. */
const parser = commonMark.configure([GFM, { remove: ['IndentedCode', 'HTMLBlock', 'HTMLTag', 'Entity'] }]);
/** A heading, a fence, a link, the rule of a table. */
const signs = [/^#{1,6} +\S/m, /^(?:```|~~~)/m, /\]\([^()\s]+\)/, /^ {0,3}\|? {0,20}:?-{2,}:? {0,20}\|/m];
const frontMatter = /^\s*---[^\S\n]*\r?\n([\s\S]*?\n)---[^\S\n]*(?:\n|$)/;

/** Words of so many UTF-16 units, with so many beginnings of links, take the parser quadratic time. */
const LONG_WORD = /\S{2048,}/g;
const MOST_LINKS = 20;

function isTangled(text: string): boolean {
  const links = (text.match(LONG_WORD) ?? []).map((word) => word.split('](').length);
  return links.some((count) => count > MOST_LINKS) || /^ {0,3}(?:> ?){200}/m.test(text);
}

/** null: the text is no Markdown. */
export function readMarkdown(text: string): DocumentParts | null {
  const matter = frontMatter.exec(text);
  if ((matter === null && !signs.some((sign) => sign.test(text))) || isTangled(text)) return null;
  const canvas = new Canvas(text, 'text');
  const writer = new RecordWriter(text, canvas);
  const table: Table = { pairs: writer.pairs, blocks: writer.blocks, cells: [] };
  const bodyStart = matter === null ? 0 : matter[0].length;
  if (matter !== null) {
    canvas.blank(0, bodyStart);
    writeYaml(writer, matter[1]!, matter[0].indexOf(matter[1]!));
  }
  const headings = new Headings(/^(?:```|~~~)/m.test(text));
  const skipped: Range[] = [];
  const isWhole = (from: number, to: number) =>
    text.slice(bodyStart, from).trim() === '' && text.slice(to).trim() === '';
  parser.parse(text.slice(bodyStart)).iterate({
    enter(node) {
      const [from, to] = [node.from + bodyStart, node.to + bodyStart];
      const { name } = node;
      const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(name);
      if (heading !== null) {
        const level = Number(heading[1]);
        headings.enter(text.slice(from, to).replace(/^#+\s*|\s*#*$|\n[=-]+$/g, ''), level);
        add('heading', from, to, level);
      } else if (name === 'FencedCode') {
        writeCode(node.node, from, to, isWhole(from, to));
        return false;
      } else if (name === 'Table') {
        writeMarkdownTable(node.node);
        return false;
      } else if (name === 'ListItem') add('item', from, to);
      else if (name === 'Paragraph' && node.node.parent?.name !== 'ListItem') add('prose', from, to);
      else if (name === 'Image' || name === 'Strikethrough' || name === 'LinkReference') {
        canvas.blank(from, to);
        return false;
      } else if (name === 'Link' && isWithinPage(node.node)) {
        canvas.blank(from, to);
        return false;
      } else if (blankMarks.has(name)) canvas.blank(from, to);
      if (headings.isSkipped && (name === 'Paragraph' || name === 'ListItem' || heading !== null)) {
        skipped.push([from, to]);
      }
      return true;
    },
  });
  for (const [from, to] of skipped) canvas.blank(from, to);
  const readable = canvas.toString();
  // Marks of emphasis and links are no part of a value.
  const pairs = table.pairs.map((pair) => ({ ...pair, value: readable.slice(pair.start, pair.end).trim() }));
  return { pairs, blocks: table.blocks, cells: table.cells, readable };

  /** A line of a table of contents. */
  function isWithinPage(link: SyntaxNode): boolean {
    const url = link.getChild('URL');
    return url !== null && text[url.from + bodyStart] === '#';
  }

  function add(kind: Block['kind'], start: number, end: number, level?: number): void {
    const of = headings.isSkipped ? 'boilerplate' : kind;
    writer.blocks.push({ kind: of, path: headings.path, start, end, ...(level !== undefined && { level }) });
  }

  /** Code is no statement of a document, unless it is all of it. */
  function writeCode(node: SyntaxNode, from: number, to: number, isAll: boolean): void {
    canvas.blank(from, to);
    const code = node.getChild('CodeText');
    const record =
      isAll && code !== null ? readRecord(text.slice(code.from + bodyStart, code.to + bodyStart)) : null;
    if (record === null) add('code', from, to);
    else copyRecord(record, code!.from + bodyStart);
  }

  function copyRecord({ readable, pairs }: DocumentParts, offset: number): void {
    for (let at = 0; at < readable.length; at++) canvas.put(offset + at, readable[at]!);
    for (const pair of pairs)
      writer.pairs.push({ ...pair, start: pair.start + offset, end: pair.end + offset });
  }

  function writeMarkdownTable(node: SyntaxNode): void {
    if (headings.isSkipped) {
      canvas.blank(node.from + bodyStart, node.to + bodyStart);
      return;
    }
    const rows: Row[] = [];
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      const cells = child
        .getChildren('TableCell')
        .map(({ from, to }): Range => [from + bodyStart, to + bodyStart]);
      rows.push({
        start: child.from + bodyStart,
        end: child.to + bodyStart,
        cells: columnsOf(child, cells),
        isRule: child.name === 'TableDelimiter',
      });
    }
    if (rows[0]!.cells.length === 2) writeLabels(rows, canvas, table);
    else writeTable(text, rows, canvas, table);
    for (const inner of marksIn(node)) canvas.blank(inner.from + bodyStart, inner.to + bodyStart);
  }
}

/** An empty cell has no node, and still takes its column. */
function columnsOf(row: SyntaxNode, cells: readonly Range[]): readonly Range[] {
  const bars = row.getChildren('TableDelimiter');
  if (bars.length === 0) return cells;
  const shift = cells.length === 0 ? 0 : cells[0]![0] - row.getChildren('TableCell')[0]!.from;
  const columns: Range[] = [];
  let from = row.from + shift;
  for (const bar of bars) {
    if (bar.from + shift > row.from + shift || columns.length > 0) columns.push([from, bar.from + shift]);
    from = bar.to + shift;
  }
  if (from < row.to + shift) columns.push([from, row.to + shift]);
  return columns;
}

const blankMarks = new Set([
  'HeaderMark',
  'EmphasisMark',
  'CodeMark',
  'LinkMark',
  'LinkTitle',
  'LinkLabel',
  'URL',
  'Autolink',
  'QuoteMark',
  'HorizontalRule',
  'StrikethroughMark',
]);

function marksIn(table: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  table.cursor().iterate((node) => {
    if (blankMarks.has(node.name) || node.name === 'Image') found.push(node.node);
  });
  return found;
}

/** Each block keeps the texts of its headings: longer ones are cut. UTF-16 units. */
const LONGEST_HEADING = 200;

/** The headings that a block stands under. */
class Headings {
  readonly #open: { readonly text: string; readonly level: number }[] = [];
  readonly #hasCode: boolean;

  constructor(hasCode: boolean) {
    this.#hasCode = hasCode;
  }

  enter(text: string, level: number): void {
    while (this.#open.length > 0 && this.#open.at(-1)!.level >= level) this.#open.pop();
    this.#open.push({ text: text.slice(0, LONGEST_HEADING), level });
  }

  get path(): string {
    return this.#open.map(({ text }) => text).join(' › ');
  }

  get isSkipped(): boolean {
    return this.#open.some(({ text }) => isBoilerplateHeading(text, this.#hasCode));
  }
}
