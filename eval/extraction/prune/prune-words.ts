/**
 * The words of a shipped domain without the phrases, and the alternatives in phrases, that a caller does not
 * keep. Rules that no phrase is left for go too; a list without which a rule would find more keeps its first.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml';
import { NAME_MARK } from '../../../src/domains/extraction-rules.ts';
import { variantsOf, withoutAlternatives } from './phrase-tree.ts';

const domains = join(import.meta.dirname, '../../../src/domains');

export const wordsFile = (domain: string) => join(domains, domain, 'words', 'en.yaml');
export const readWords = (domain: string) => readFileSync(wordsFile(domain), 'utf8');

/**
 * Lists of phrases that find something, whatever rule they stand in. Exceptions stay: what they prevent is seen
 * nowhere. Others are lists of values or examples.
 */
const phraseLists = /^(phrase|needs|parts|(.*_)?(cues|headings))$/;
/** A rule that needs one of the list finds more without the list. */
const neededLists = /^(needs|cues|after_cues|parts)$/;
/** Without them there is nothing that the rule, or its entry, finds. */
const essential = ['phrase', 'values'];

type Path = readonly (Document | Node | Pair)[];
const keyOf = (of: Path[number] | undefined) => (isPair(of) ? String((of.key as Scalar).value) : '');

function isPhraseList(path: Path): boolean {
  const name = keyOf(path.at(-2));
  if (phraseLists.test(name)) return true;
  const rule = path.findLast((node) => isMap(node) && node.has('rule'));
  const kind = isMap(rule) ? rule.get('rule') : undefined;
  if (kind === 'boolean') return name === 'true' || name === 'false';
  return kind === 'phrases' && keyOf(path.at(-4)) === 'values';
}

interface WrittenPhrase {
  readonly node: Scalar<string>;
  readonly value: string;
  /** The list that it is the last of may not be empty. */
  readonly isNeeded: boolean;
}

export function* phrasesOf(words: Document): Generator<WrittenPhrase> {
  const found: WrittenPhrase[] = [];
  visit(words, {
    Scalar(key, node, path) {
      const list = path.at(-1);
      if (
        key === 'key' ||
        typeof node.value !== 'string' ||
        !isSeq(list) ||
        !isPhraseList(path) ||
        node.value.includes(NAME_MARK)
      )
        return;
      const isNeeded = neededLists.test(keyOf(path.at(-2))) && list.items[0] === node;
      found.push({ node: node as Scalar<string>, value: node.value, isNeeded });
    },
  });
  yield* found;
}

/** `keeps`: whether a phrase, or a variant of it with one alternative of a group, is kept. */
export function pruneWords(text: string, keeps: (phrase: string) => boolean): string {
  const words = parseDocument(text);
  const gone = new Set<unknown>();
  for (const { node, value, isNeeded } of phrasesOf(words)) {
    if (!keeps(value)) {
      if (!isNeeded) gone.add(node);
      continue;
    }
    node.value = withoutAlternatives(value, variantsOf(value).map(keeps));
  }
  while (removeFrom(words, gone)) {}
  // An empty line would end a field where the files of a domain are joined (`join-source.ts`).
  return words.toString({ lineWidth: 0, flowCollectionPadding: false }).replaceAll(/^\s*\n/gm, '');
}

/** Removes what is gone, and what is empty or stands for nothing without it. Whether anything was removed. */
function removeFrom(words: Document, gone: Set<unknown>): boolean {
  let removed = false;
  const anchors = new Set<string>();
  visit(words, {
    Node: (_, { anchor }: { anchor?: string }) => void (anchor !== undefined && anchors.add(anchor)),
  });
  const remove = () => {
    removed = true;
    return visit.REMOVE;
  };
  visit(words, {
    Pair(_, pair, path) {
      const { value } = pair;
      const isEmpty = isCollection(value) && value.items.length === 0;
      if (!isEmpty && !(isAlias(value) && !anchors.has(value.source))) return undefined;
      if (essential.includes(keyOf(pair))) gone.add(path.at(-1));
      return remove();
    },
    Alias: (_, { source }) => (anchors.has(source) ? undefined : remove()),
    Value: (_, node) => (gone.has(node) || (isMap(node) && node.items.length === 0) ? remove() : undefined),
  });
  return removed;
}
