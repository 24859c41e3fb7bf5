/**
 * Some 70,000 English words of one part: those of WordNet (Miller, 1995; `models/word-relations/README.md`).
 * They tell a rare word ("tungsten", "crochet") from an invented name.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const file = new URL('../../../../models/word-relations/relations.txt.gz', import.meta.url);
let words: ReadonlySet<string> | undefined;

/** Read at the first call, in about 0.2 s. */
export function dictionaryWords(): ReadonlySet<string> {
  words ??= new Set(
    gunzipSync(readFileSync(file))
      .toString('latin1')
      .split('\n')
      .flatMap((line) => line.split('\t', 2)[1]?.split(',') ?? [])
      .map((word) => word.split('.', 1)[0]!)
      .filter((word) => /^[a-z]{3,}$/.test(word)),
  );
  return words;
}
