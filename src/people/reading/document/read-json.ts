/** Reads JSON, also where marks are missing or its end is cut off. */
import { parser } from '@lezer/json';
import type { DocumentParts, Path } from './blocks.ts';
import { isDeep } from './nesting.ts';
import { RecordWriter } from './record-writer.ts';

/** An object within a shorter value stays in the line of its key: {"from": 2500, "to": 3200}. UTF-16 units. */
const SHORT_OBJECT = 60;
/** The share of a text in which the parser may find faults, or it is not JSON. */
const MOST_FAULTY = 0.3;

/** null: the text is no JSON. */
export function readJson(text: string): DocumentParts | null {
  if (!/^\s*[{[]\s*["{[\d\]}]/.test(text) || isDeep(text)) return null;
  const writer = new RecordWriter(text);
  let faulty = 0;
  for (const [start, end] of documentsIn(text)) faulty += writeJson(writer, text, start, end);
  if (writer.pairs.length === 0 || faulty > MOST_FAULTY * text.length) return null;
  const { pairs, blocks, canvas } = writer;
  return { pairs, blocks, cells: [], readable: canvas.toString() };
}

/** JSON Lines has a document a line. */
function documentsIn(text: string): (readonly [number, number])[] {
  if (!/^\s*\{.*\}[^\S\n]*\r?\n\s*\{/.test(text)) return [[0, text.length]];
  let start = 0;
  return text.split('\n').map((line) => {
    const range = [start, start + line.length] as const;
    start += line.length + 1;
    return range;
  });
}

interface Frame {
  readonly isList: boolean;
  readonly isInline: boolean;
  readonly path: Path;
  index: number;
  key: string | null;
  /** Length of the item before. */
  before: number;
}

/** Writes the JSON of units [start, end), and returns how many of them the parser could not read. */
export function writeJson(writer: RecordWriter, text: string, start: number, end: number): number {
  const source = text.slice(start, end);
  const frames: Frame[] = [];
  let faulty = 0;
  const pathHere = (): Path => {
    const frame = frames.at(-1);
    if (frame === undefined) return [];
    const step = frame.isList ? frame.index : frame.key;
    return step === null ? frame.path : [...frame.path, step];
  };
  const open = (isList: boolean, from: number, to: number) => {
    const path = pathHere();
    const isOfKey = frames.at(-1)?.isList === false;
    const isInline = isOfKey && to - from <= SHORT_OBJECT && !/[{}]/.test(source.slice(from + 1, to - 1));
    frames.push({ isList, isInline, path, index: 0, key: null, before: 0 });
  };
  const leaf = (from: number, to: number) => {
    const frame = frames.at(-1);
    writer.leaf(pathHere(), start + from, start + to);
    if (frame !== undefined) frame.before = to - from;
  };
  parser.parse(source).iterate({
    enter({ name, from, to, type }) {
      const frame = frames.at(-1);
      if (name === 'Object') open(false, from, to);
      else if (name === 'Array') open(true, from, to);
      else if (name === 'PropertyName') {
        if (frame === undefined) return;
        frame.key = source.slice(from + 1, to - 1);
        writer.key(start + from + 1, start + to - 1, frame.isInline ? null : start + from);
      } else if (name === 'String') leaf(from + 1, to - 1);
      else if (name === 'Number' || name === 'True' || name === 'False') leaf(from, to);
      else if (name === ':') writer.canvas.put(start + from, ':');
      else if (name === ',' && frame !== undefined) {
        if (frame.isList || frame.isInline) writer.between(start + from, frame.before);
        frame.index++;
      } else if (type.isError && to > from) {
        // Prose before or after the brackets: they are a part of it.
        faulty += frame === undefined && /\w/.test(source.slice(from, to)) ? text.length : to - from;
        writer.canvas.copy(start + from, start + to);
      }
    },
    leave({ name }) {
      if (name === 'Object' || name === 'Array') frames.pop();
    },
  });
  return faulty;
}
