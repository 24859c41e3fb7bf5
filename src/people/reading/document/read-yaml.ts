/** Reads YAML by the positions of its nodes, also where a part of it is faulty. */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair as NodePair,
  parseAllDocuments,
  type Scalar,
} from 'yaml';
import type { DocumentParts, Path } from './blocks.ts';
import { Canvas } from './canvas.ts';
import { isDeep } from './nesting.ts';
import { RecordWriter } from './record-writer.ts';

/** A key of a record, at the beginning of a line or after the mark of a list. */
const keyLine = /^[^\S\n]*(?:- +)*["']?[a-z_$@][\w.$@/-]{0,60}["']?:(?:\s|$)/;
const otherLine = /^[^\S\n]*(?:#|-(?: |$)|$|---)/;
/** The share of lines that must be keys, items or comments, or belong to them. */
const LEAST_KEYS = 0.3;
const FEWEST_KEYS = 2;
/** A text that is longer is no record that somebody describes a person or thing by. UTF-16 units. */
const MOST_UNITS = 64 * 1024;
const MOST_OF_COMMENT = 200;

/** null: the text is no YAML. */
export function readYamlText(text: string): DocumentParts | null {
  if (text.length > MOST_UNITS || !looksLikeYaml(text) || isFrontMatter(text)) return null;
  const writer = new RecordWriter(text, new Canvas(text, 'text'));
  writer.canvas.blank(0, text.length);
  writeYaml(writer, text, 0);
  if (writer.pairs.length < FEWEST_KEYS) return null;
  const { pairs, blocks, canvas } = writer;
  return { pairs, blocks, cells: [], readable: canvas.toString() };
}

/** Whether a page follows the record that the text begins with. */
function isFrontMatter(text: string): boolean {
  const found = /^\s*---[^\S\n]*\r?\n[\s\S]*?\n---[^\S\n]*(?:\n|$)/.exec(text);
  const page = found === null ? '' : text.slice(found[0].length);
  return page.trim() !== '' && !looksLikeYaml(page);
}

/** Prose and forms ("Age: 29") are YAML as well; a record's keys are small letters without spaces. */
function looksLikeYaml(text: string): boolean {
  let keys = 0;
  let lines = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    lines++;
    if (keyLine.test(line)) keys++;
    // The first line is a key, an item, a comment or the mark of a document.
    else if (keys === 0 && !otherLine.test(line)) return false;
  }
  return keys >= FEWEST_KEYS && keys >= LEAST_KEYS * lines && !isDeep(text);
}

/** Writes the YAML that stands at `offset` of the writer's text. */
export function writeYaml(writer: RecordWriter, source: string, offset: number): void {
  const documents = parseAllDocuments(source, { strict: false, uniqueKeys: false, logLevel: 'silent' });
  if (!Array.isArray(documents)) return;
  for (const { contents } of documents) if (contents !== null) visit(contents, []);

  function visit(node: unknown, path: Path): void {
    if (isMap(node)) for (const pair of node.items) visitPair(pair, path, node.flow === true);
    else if (isSeq(node)) visitItems(node.items, path);
    else if (isScalar(node)) visitScalar(node, path);
    else if (isAlias(node)) return;
  }

  function visitPair({ key, value }: NodePair, path: Path, isFlow: boolean): void {
    if (!isScalar(key) || !key.range) return;
    const [start, end] = inner(key);
    // In {a: 1, b: 2} no key begins a line of its own.
    writer.key(start, end, isFlow ? offset + key.range[0] - 1 : null);
    const colon = source.indexOf(':', end - offset);
    if (colon >= 0) writer.canvas.put(offset + colon, ':');
    visit(value, [...path, String(key.value)]);
  }

  function visitItems(items: readonly unknown[], path: Path): void {
    let before = 0;
    for (const [index, item] of items.entries()) {
      const start = (item as Node | null)?.range?.[0];
      if (start === undefined) continue;
      if (isScalar(item)) {
        if (index === 0) joinToKey(start);
        else writer.between(offset + indicatorBefore(start), before);
        before = item.range![1] - start;
      }
      visit(item, [...path, index]);
    }
  }

  /** The first item of a list stands in the line of its key, the others after commas. */
  function joinToKey(start: number): void {
    const end = source.lastIndexOf(':', start);
    if (end >= 0 && /^:\s*-?\s*$/.test(source.slice(end, start)))
      writer.canvas.clear(offset + end + 1, offset + start);
  }

  function indicatorBefore(start: number): number {
    const indicator = Math.max(source.lastIndexOf('-', start), source.lastIndexOf(',', start));
    const line = source.lastIndexOf('\n', start);
    if (line > 0 && line < indicator && source.slice(line, indicator).trim() === '')
      writer.canvas.clear(offset + line, offset + indicator);
    return indicator;
  }

  function visitScalar(node: Scalar, path: Path): void {
    if (!node.range) return;
    const [start, end] = inner(node);
    writer.leaf(path, start, end);
    // A comment in the line of a value is about it.
    const comment = /^[^\S\n]+#[^\n]*/.exec(source.slice(node.range[1], node.range[1] + MOST_OF_COMMENT));
    if (comment !== null) writer.canvas.copy(end, offset + node.range[1] + comment[0].length);
    // A line that is wrapped goes on.
    if (node.type !== 'BLOCK_LITERAL')
      for (let at = start; at < end; at++) if (source[at - offset] === '\n') writer.canvas.put(at, ' ');
  }

  /** Without quotation marks, or the header of a block. */
  function inner({ range, type }: Scalar): readonly [number, number] {
    const [start, end] = [range![0], range![1]];
    if (type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE') return [offset + start + 1, offset + end - 1];
    if (type !== 'BLOCK_FOLDED' && type !== 'BLOCK_LITERAL') return [offset + start, offset + end];
    const line = source.indexOf('\n', start);
    return [offset + (line < 0 ? end : line + 1), offset + end];
  }
}
