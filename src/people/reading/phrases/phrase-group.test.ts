import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readText } from '../words/read-text.ts';
import { SpellingCorrector } from '../words/word-forms.ts';
import { PhraseGroup } from './phrase-group.ts';
import { PhraseMatcher } from './phrase-matcher.ts';

it('gives each member the matches that a matcher of its own would give, in the same order', () => {
  const word = fc.constantFrom('red', 'blue', 'green', 'car', '_', '[small]', '(red|blue)', 'gre*', '#');
  const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => ['old', ...words].join(' '));
  const text = fc
    .array(fc.constantFrom('old', 'red', 'blue', 'green', 'car', 'small', '7', ',', '.\n'), { maxLength: 25 })
    .map((words) => words.join(' '));
  fc.assert(
    fc.property(
      fc.array(fc.array(phrase, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
      text,
      (lists, written) => {
        const group = new PhraseGroup();
        const members = lists.map((phrases) => {
          const [own, alone] = [group.member<string>(), new PhraseMatcher<string>()];
          for (const each of phrases) {
            own.add(each, each);
            alone.add(each, each);
          }
          return { own, alone };
        });
        const read = readText(written, new SpellingCorrector([]));
        for (const { own, alone } of members) {
          expect(own.matches(read)).toEqual(alone.matches(read));
          expect(own.longest(read)).toEqual(alone.longest(read));
        }
      },
    ),
  );
});

it('does not give the matches of an earlier text', () => {
  const member = new PhraseGroup().member<true>();
  // One array of words stands for two texts only if they are the same.
  member.add('car', true);
  const read = (text: string) => readText(text, new SpellingCorrector([]));
  expect(member.matches(read('a car'))).toHaveLength(1);
  expect(member.matches(read('a boat'))).toHaveLength(0);
  expect(member.matches(read('my car, your car'))).toHaveLength(2);
});
