/** The fields and the scorecard of a definition as the form shows them, with the nodes that it changes. */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { startOf } from './yaml-text.ts';

/** The key whose mapping gives the keys that its own mapping lacks. */
const MERGE = '<<';

export interface FormEntry {
  /** Place in its list of the definition, as the paths of faults count. */
  readonly at: number;
  readonly line: number;
  readonly name: string;
  readonly map: YAMLMap;
}

/** An entry that the form cannot change: it is written by an alias, or is no mapping. */
export interface FixedEntry {
  readonly at: number;
  readonly line: number;
  readonly name: string;
  readonly map: null;
}

export interface DefinitionForm {
  readonly fields: readonly (FormEntry | FixedEntry)[];
  readonly fieldList: YAMLSeq;
  readonly scorecard: YAMLMap | null;
  readonly terms: readonly (FormEntry | FixedEntry)[];
  readonly valueOf: (map: YAMLMap, key: string) => unknown;
  /** A mapping below a key, written in its place; null: there is none. */
  readonly mapOf: (map: YAMLMap, key: string) => YAMLMap | null;
}

/** null: the text is no YAML, or has no list of fields. */
export function readForm(source: string): DefinitionForm | null {
  const lines = new LineCounter();
  // Comparing each key with all before it takes longer than the rest of the parsing.
  const document = parseDocument(source, { lineCounter: lines, uniqueKeys: false, prettyErrors: false });
  const fieldList = at(document, document.contents, 'fields');
  if (document.errors.length > 0 || !isSeq(fieldList)) return null;
  const scorecard = at(document, document.contents, 'scorecard');
  const terms = isMap(scorecard) ? at(document, scorecard, 'terms') : undefined;
  const entries = (list: YAMLSeq) =>
    list.items.map((item, position) => entryOf(document, lines, item as Node, position));
  return {
    fields: entries(fieldList),
    fieldList,
    scorecard: isMap(scorecard) ? scorecard : null,
    terms: isSeq(terms) ? entries(terms) : [],
    valueOf: (map, key) => plainValue(document, map, key),
    mapOf: (map, key) => {
      const found = map.get(key, true);
      return isMap(found) ? found : null;
    },
  };
}

function entryOf(
  document: Document,
  lines: LineCounter,
  item: Node,
  position: number,
): FormEntry | FixedEntry {
  const { line } = lines.linePos(startOf(item));
  const known = isAlias(item) ? item.resolve(document) : item;
  const name = isMap(known) ? String(known.get('name') ?? '') : '';
  return { at: position, line, name, map: isMap(item) ? item : null };
}

function at(document: Document, node: unknown, key: string): Node | undefined {
  if (!isMap(node)) return undefined;
  const found = node.get(key, true) as Node | undefined;
  if (found !== undefined) return isAlias(found) ? (found.resolve(document) as Node | undefined) : found;
  const merged = key === MERGE ? undefined : at(document, node, MERGE);
  return isSeq(merged) ? undefined : at(document, merged, key);
}

function plainValue(document: Document, map: YAMLMap, key: string): unknown {
  const node = at(document, map, key);
  if (isScalar(node)) return node.value;
  return isSeq(node) ? node.items.map((item) => (isScalar(item) ? item.value : undefined)) : undefined;
}
