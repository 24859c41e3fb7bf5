/** The spellings of the languages that can be read, by ISO 639-1 code. */
import type { Spelling } from './spelling.ts';
import { german } from './spellings/de.ts';
import { spanish } from './spellings/es.ts';
import { french } from './spellings/fr.ts';
import { italian } from './spellings/it.ts';
import { portuguese } from './spellings/pt.ts';

const spellings: ReadonlyMap<string, Spelling> = new Map(
  [german, french, spanish, portuguese, italian].map((spelling) => [spelling.code, spelling]),
);

/** undefined: numbers of the language are read as in English. */
export function spellingOf(code: string): Spelling | undefined {
  return spellings.get(code);
}
