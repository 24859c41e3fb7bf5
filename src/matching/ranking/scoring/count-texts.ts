/** Counts in how many texts each word of a workspace is. */
import { createHash } from 'node:crypto';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValues } from '../../../domains/field.ts';
import type { StoredWordCounts } from '../../../platform/storage/word-count-store.ts';
import { countWords } from './split-words.ts';
import { textForWords } from './text-for-words.ts';

/** Texts that have a word for it to be kept: a word of one person says something of this person. */
const FEWEST_TEXTS = 2;
/** The most common words are kept; a hundred thousand texts have about as many that two use. */
const MOST_WORDS = 65_536;

export function countTexts(
  definition: DomainDefinition,
  people: Iterable<{ readonly fields: FieldValues }>,
): Pick<StoredWordCounts, 'version' | 'texts' | 'words' | 'counts'> {
  const textsWith = new Map<number, number>();
  let [texts, words] = [0, 0];
  for (const { fields } of people) {
    const found = countWords(textForWords(definition, (name) => fields[name]));
    if (found.length === 0) continue;
    texts++;
    words += found.length;
    for (const hash of found.hashes) textsWith.set(hash, (textsWith.get(hash) ?? 0) + 1);
  }
  const counts = Uint32Array.from(keptOf(textsWith).flat());
  const version = createHash('sha256').update(`${texts} ${words} `).update(counts).digest('hex').slice(0, 8);
  return { version, texts, words, counts };
}

/** By hash. */
function keptOf(textsWith: ReadonlyMap<number, number>): readonly (readonly [number, number])[] {
  const kept = [...textsWith].filter(([, count]) => count >= FEWEST_TEXTS);
  kept.sort(([a, x], [b, y]) => y - x || a - b);
  return kept.slice(0, MOST_WORDS).sort(([a], [b]) => a - b);
}
