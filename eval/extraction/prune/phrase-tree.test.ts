import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { type PhraseSequence, parsePhrase } from '../../../src/domains/phrase-pattern.ts';
import { treeOf, variantsOf, withoutAlternatives, writtenAs } from './phrase-tree.ts';
import { phrasesOf, readWords } from './prune-words.ts';

test('a phrase has a variant for each alternative', () => {
  expect(variantsOf('a (b|c [d]) e*')).toEqual(['a b e*', 'a c [d] e*', 'a (b|c d) e*']);
  expect(variantsOf('analy(sis|ze) secure[ly]')).toEqual([]);
});

test('alternatives are left out, and with them a choice without any', () => {
  const phrase = 'a (b|c [d|e]) f';
  expect(withoutAlternatives(phrase, [true, true, true, true])).toBe(phrase);
  expect(withoutAlternatives(phrase, [false, true, false, true])).toBe('a c [e] f');
  expect(withoutAlternatives(phrase, [true, true, false, false])).toBe('a (b|c) f');
});

test('every alternative kept is the same phrase', () => {
  const word = fc.constantFrom('a', 'b*', '_', '#', '^', ',', 'x(y|z)', '...');
  const phrase = fc.letrec<{ phrase: string }>((tie) => ({
    phrase: fc
      .array(
        fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          word,
          fc.array(tie('phrase'), { minLength: 2, maxLength: 3 }).map((of) => `(${of.join('|')})`),
          fc.array(tie('phrase'), { minLength: 1, maxLength: 3 }).map((of) => `[${of.join('|')}]`),
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map((parts) => parts.join(' ')),
  })).phrase;
  fc.assert(
    fc.property(phrase, (written) => {
      const keeps = variantsOf(written).map(() => true);
      expect(withoutAlternatives(written, keeps)).toBe(writtenAs(treeOf(written)));
      expect(writtenAs(treeOf(written))).toBe(written);
    }),
  );
});

test('the phrases of the shipped domains mean what they meant', () => {
  const phrases = [...phrasesOf(parseDocument(readWords('hiring')))];
  expect(phrases.length).toBeGreaterThan(1000);
  for (const { value } of phrases)
    expect(flat(parsePhrase(writtenAs(treeOf(value))))).toEqual(flat(parsePhrase(value)));
});

/** A choice of one is no choice. */
function flat(sequence: PhraseSequence): PhraseSequence {
  return sequence.flatMap((step) => {
    if (step.kind !== 'choice') return [step];
    const of = step.of.map(flat);
    return of.length === 1 && !step.optional ? of[0]! : [{ ...step, of }];
  });
}
