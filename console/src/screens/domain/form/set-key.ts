/** Sets one key of a mapping in the text of a definition. Comments, order and style of the rest stay. */
import { isAlias, isMap, isScalar, isSeq, type Pair, type Scalar, type YAMLMap } from 'yaml';
import { setList } from './set-list.ts';
import {
  columnOf,
  endOf,
  insertLine,
  lineEnd,
  type Plain,
  startOf,
  type TextEdit,
  written,
} from './yaml-text.ts';

/** `undefined` takes the key out. `order`: of the keys, for one that is new. */
export function setKey(
  source: string,
  map: YAMLMap,
  key: string,
  value: Plain | undefined,
  order: readonly string[],
): readonly TextEdit[] {
  const at = map.items.findIndex((pair) => keyOf(pair) === key);
  const pair = map.items[at];
  if (pair === undefined) return value === undefined ? [] : [inserted(source, map, key, value, order)];
  if (value === undefined) return [removed(source, map, at)];
  return replaced(source, pair, value);
}

export function keyOf({ key }: Pair): string | undefined {
  return isScalar(key) ? String(key.value) : undefined;
}

/** An alias stands for a value that is written elsewhere, and perhaps used there. */
export function isShared(map: YAMLMap, key: string): boolean {
  return map.items.some((pair) => keyOf(pair) === key && isAlias(pair.value));
}

function replaced(source: string, { key, value: node }: Pair, value: Plain): readonly TextEdit[] {
  if (isAlias(node)) return [];
  if (Array.isArray(value) && isSeq(node)) return setList(source, node, value);
  const [from, to] = isScalar(node) || isMap(node) || isSeq(node) ? [startOf(node), endOf(node)] : [0, 0];
  const colon = source.indexOf(':', endOf(key as Scalar)) + 1;
  // An empty value, or one that begins on another line, follows the colon.
  const isApart =
    from <= colon || source.slice(colon, from).includes('\n') || '|>'.includes(source[from] ?? '');
  const ending = source[to - 1] === '\n' && to > colon ? '\n' : '';
  const text = `${written(value)}${ending}`;
  return [isApart ? { from: colon, to: Math.max(colon, to), text: ` ${text}` } : { from, to, text }];
}

function inserted(
  source: string,
  map: YAMLMap,
  key: string,
  value: Plain,
  order: readonly string[],
): TextEdit {
  const earlier = order.slice(0, order.indexOf(key));
  const before = map.items.findLast((pair) => earlier.includes(keyOf(pair) ?? '')) ?? (map.items[0] as Pair);
  const place = endOfPair(before);
  const text = `${key}: ${written(value)}`;
  if (map.flow) return { from: place, to: place, text: `, ${text}` };
  return insertLine(source, place, `${' '.repeat(columnOf(source, startOf(map)))}${text}`);
}

function removed(source: string, map: YAMLMap, at: number): TextEdit {
  const pair = map.items[at] as Pair;
  const [before, after] = [map.items[at - 1], map.items[at + 1]];
  const from = startOf(pair.key as Scalar);
  if (map.flow) {
    if (before !== undefined) return { from: endOfPair(before), to: endOfPair(pair), text: '' };
    return { from, to: after === undefined ? endOfPair(pair) : startOf(after.key as Scalar), text: '' };
  }
  const indent = columnOf(source, from);
  // The first key of an item of a list shares its line with the dash, which the next key takes over.
  if (at === 0 && source.slice(from - indent, from).trim() !== '' && after !== undefined)
    return { from, to: startOf(after.key as Scalar), text: '' };
  return { from: from - indent, to: lineEnd(source, endOfPair(pair)), text: '' };
}

function endOfPair({ key, value }: Pair): number {
  const node = value as Scalar | null;
  return node?.range ? Math.max(node.range[1], (key as Scalar).range?.[1] ?? 0) : endOf(key as Scalar) + 1;
}
