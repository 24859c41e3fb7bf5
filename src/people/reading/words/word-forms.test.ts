import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { detached } from '../../../contract/detached-text.ts';
import { WordPieceTokenizer } from '../../../engines/encoders/wordpiece/wordpiece-tokenizer.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { isEnglishWord, SpellingCorrector } from './word-forms.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const MIB = 2 ** 20;
const TEXTS = 60;

const { resolve } = await openGazetteer();
const corrector = new SpellingCorrector(['communicative']);
const tokenizer = new WordPieceTokenizer(['[UNK]', 'a']);

test.each<[string, (word: string) => unknown]>([
  ['lexicon', isEnglishWord],
  ['spelling', (word) => corrector.correct(word)],
  ['gazetteer', resolve],
  ['word pieces', (word) => tokenizer.tokenize(word)],
  ['a copy', (word) => kept.push(detached(word))],
])('the cache of the %s keeps no text of its words', (_, read) => {
  const usedMib = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed / MIB;
  };
  read(wordOfLongText(-1));
  const before = usedMib();
  for (let text = 0; text < TEXTS; text++) read(wordOfLongText(text));
  // The texts have 60 MiB.
  expect(usedMib() - before).toBeLessThan(TEXTS / 4);
});

const kept: string[] = [];

/** A part of a text of 1 MiB. */
function wordOfLongText(number: number): string {
  const word = `communicativly${String.fromCharCode(97 + (number % 26), 97 + (number >> 4), 98)}`;
  return `${word} ${String(number).repeat(MIB)}`
    .slice(0, MIB)
    .replace(/^/, 'x')
    .slice(1, 1 + word.length);
}
