/** Pieces of YAML as text, and how a text is changed without writing the rest of it anew. */
import { Document, isSeq, type Node } from 'yaml';

export type Plain = string | number | boolean | readonly (string | number)[];

/** Offsets are UTF-16 units of the unchanged text. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The edits do not overlap. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.from - a.from || b.to - a.to)
    .reduce((text, edit) => text.slice(0, edit.from) + edit.text + text.slice(edit.to), source);
}

/** On one line, quoted where it must be, inside of brackets too. */
export function written(value: Plain | Readonly<Record<string, Plain>>): string {
  const document = new Document([value]);
  if (isSeq(document.contents)) document.contents.flow = true;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trim().slice(1, -1);
}

export const startOf = (node: Node): number => node.range?.[0] ?? 0;
export const endOf = (node: Node): number => node.range?.[1] ?? 0;

/** Behind the end of the line that the place is on, or the place itself where a line has just ended. */
export function lineEnd(source: string, place: number): number {
  if (source[place - 1] === '\n') return place;
  const at = source.indexOf('\n', place);
  return at === -1 ? source.length : at + 1;
}

/** How far into its line the place is. */
export function columnOf(source: string, place: number): number {
  return place - (source.lastIndexOf('\n', place - 1) + 1);
}

/** `text` as a line of its own at the end of a line. */
export function insertLine(source: string, place: number, text: string): TextEdit {
  const at = lineEnd(source, place);
  const isOpen = at === source.length && source[at - 1] !== '\n';
  return { from: at, to: at, text: isOpen ? `\n${text}` : `${text}\n` };
}

/** Whether the text that an edit takes out has an anchor that the rest of the source refers to. */
export function breaksAlias(source: string, { from, to }: TextEdit): boolean {
  const rest = source.slice(0, from) + source.slice(to);
  const anchors = source.slice(from, to).matchAll(/&([\w-]+)/g);
  return [...anchors].some(([, name]) => rest.includes(`*${name}`));
}
