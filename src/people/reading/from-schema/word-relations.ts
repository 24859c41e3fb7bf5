/**
 * Which words mean the same, and which are kinds of others: WordNet (Miller, 1995), as
 * `models/word-relations/README.md` describes it.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

type Part = 'n' | 'v' | 'a';

export interface Meaning {
  readonly id: number;
  readonly part: Part;
  /** Words of several parts have spaces; `rank`: 1 where this is the word's commonest meaning of its part. */
  readonly words: readonly { readonly word: string; readonly rank: number }[];
  readonly wider: readonly number[];
  readonly similar: readonly number[];
  readonly derived: readonly number[];
}

export interface WordRelations {
  /** Meanings of a word, the commonest first; parts in the order noun, verb, adjective. */
  meaningsOf(word: string): readonly Meaning[];
  meaning(id: number): Meaning;
  /** Meanings that are kinds of this one. */
  narrowerThan(id: number): readonly number[];
}

const file = new URL('../../../../models/word-relations/relations.txt.gz', import.meta.url);
let kept: WeakRef<WordRelations> | undefined;

/** Some 60 MB, which are freed when no domain is being compiled. */
export function openWordRelations(): WordRelations {
  const known = kept?.deref();
  if (known !== undefined) return known;
  const lines = gunzipSync(readFileSync(file)).toString('latin1').split('\n');
  const narrower = new Map<number, number[]>();
  const byWord = new Map<string, number[]>();
  const meanings = lines.map((line, id): Meaning => {
    const [part, words, ...relations] = line.split('\t');
    const [wider, similar, derived] = [0, 1, 2].map((n) => numbersOf(relations[n]));
    for (const up of wider!) pushTo(narrower, up, id);
    const read = (words === '' || words === undefined ? [] : words.split(',')).map(wordOf);
    for (const { word } of read) pushTo(byWord, word, id);
    return { id, part: part as Part, words: read, wider: wider!, similar: similar!, derived: derived! };
  });
  const opened: WordRelations = {
    meaningsOf: (word) => {
      const found = (byWord.get(word) ?? []).map((id) => meanings[id]!);
      return found.toSorted((a, b) => order(a, word) - order(b, word));
    },
    meaning: (id) => meanings[id]!,
    narrowerThan: (id) => narrower.get(id) ?? [],
  };
  kept = new WeakRef(opened);
  return opened;
}

const order = (meaning: Meaning, word: string) => 'nva'.indexOf(meaning.part) * 100 + rankIn(meaning, word);

/** 1: the word's commonest meaning of its part. */
export function rankIn({ words }: Meaning, word: string): number {
  return words.find((listed) => listed.word === word)?.rank ?? 99;
}

function pushTo<Key>(lists: Map<Key, number[]>, key: Key, id: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [id]);
  else list.push(id);
}

function wordOf(written: string) {
  const [word, rank] = written.split('.');
  return { word: word!.replaceAll('_', ' '), rank: rank === undefined ? 1 : Number(rank) };
}

function numbersOf(list: string | undefined): readonly number[] {
  return list === undefined || list === '' ? [] : list.split(',').map(Number);
}
