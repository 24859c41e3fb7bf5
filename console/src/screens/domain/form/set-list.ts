/** Changes the items of a list in the text of a definition; those that stay keep their words and comments. */
import { isScalar, type Node, type YAMLSeq } from 'yaml';
import { columnOf, endOf, insertLine, lineEnd, startOf, type TextEdit, written } from './yaml-text.ts';

export function setList(
  source: string,
  list: YAMLSeq,
  values: readonly (string | number)[],
): readonly TextEdit[] {
  const items = list.items as Node[];
  const before = items.map((item) => (isScalar(item) ? item.value : undefined));
  const kept = before.filter((value) => values.includes(value as string | number));
  const added = values.slice(kept.length);
  const isInOrder = kept.every((value, at) => value === values[at]);
  if (!isInOrder || kept.length === 0) return [wholly(source, list, values)];
  const gone = items.flatMap((_, at) => (kept.includes(before[at]) ? [] : [removeItem(source, list, at)]));
  return [...gone, ...added.map((value) => appendItem(source, list, written(value)))];
}

/** At the place of the list: between brackets, or a line each. */
function wholly(source: string, list: YAMLSeq, values: readonly (string | number)[]): TextEdit {
  const [from, to] = [startOf(list), endOf(list)];
  if (list.flow || list.items.length === 0) return { from, to, text: written([...values]) };
  const indent = ' '.repeat(columnOf(source, from));
  const lines = values.map((value) => `- ${written(value)}`).join(`\n${indent}`);
  return { from, to, text: `${lines}${source[to - 1] === '\n' ? '\n' : ''}` };
}

/** `text`: of several lines without indents. The list is not empty. */
export function appendItem(source: string, list: YAMLSeq, text: string): TextEdit {
  const place = endOf(list.items.at(-1) as Node);
  if (list.flow) return { from: place, to: place, text: `, ${text}` };
  const indent = ' '.repeat(columnOf(source, startOf(list)));
  return insertLine(source, place, `${indent}- ${text.replaceAll('\n', `\n${indent}  `)}`);
}

/** Comments above the item stay. */
export function removeItem(source: string, list: YAMLSeq, at: number): TextEdit {
  const items = list.items as Node[];
  const item = items[at] as Node;
  if (!list.flow) {
    const column = columnOf(source, startOf(list));
    const line = source.lastIndexOf(`\n${' '.repeat(column)}-`, startOf(item)) + 1;
    return { from: at === 0 ? startOf(list) - column : line, to: lineEnd(source, endOf(item)), text: '' };
  }
  const [before, after] = [items[at - 1], items[at + 1]];
  if (before !== undefined) return { from: endOf(before), to: endOf(item), text: '' };
  return { from: startOf(item), to: after === undefined ? endOf(item) : startOf(after), text: '' };
}
