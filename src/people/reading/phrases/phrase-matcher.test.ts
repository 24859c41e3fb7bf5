import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePhrase } from '../../../domains/phrase-pattern.ts';
import { readText } from '../words/read-text.ts';
import { SpellingCorrector } from '../words/word-forms.ts';
import { PhraseMatcher } from './phrase-matcher.ts';

function found(phrase: string, text: string, vocabulary: readonly string[] = []): string[] {
  const matcher = new PhraseMatcher<true>().add(phrase, true);
  const read = readText(text, new SpellingCorrector(vocabulary));
  return matcher
    .longest(read)
    .map(({ first, last }) => text.slice(read.words[first]!.start, read.words[last - 1]!.end));
}

describe('a phrase matches', () => {
  it.each([
    ['long term', 'A Long-Term thing', ['Long-Term']],
    ["don't know", 'i dont know, I don’t know', ['dont know', 'don’t know']],
    [
      'looking for [a] (friend*|gym buddy)',
      'looking for friendships or looking for a gym buddy',
      ['looking for friendships', 'looking for a gym buddy'],
    ],
    ['analy(sis|ze)', 'analyze this analysis, not analyst', ['analyze', 'analysis']],
    ['want ... kids', 'I want two or three kids. I want so very many more kids', ['want two or three kids']],
    ['want _ kids', 'want two kids; want kids', ['want two kids']],
    ['## , m', '29M or 1.85 m, 400 m, 29', ['29M']],
    ['## , ♀', '29♀ or ♀29, 🧘‍♀️', ['29♀']],
    ['# , f', '29F or 29, f or 29 (f) but not f 29', ['29F', '29, f', '29 (f']],
    ['^ woman ^', 'Woman, 30. A woman in town', ['Woman']],
    ['c++', 'I know C++ and C', ['C++']],
    ['marri*', 'marriage, married, mar', ['marriage', 'married']],
    ['(scan~|look~ at) it', 'Scanning it, looks at it, scanned it', ['Scanning it', 'looks at it']],
    ['not here', 'not. Here, not, here', []],
    ['marriage and kids', 'marriage & kids', ['marriage & kids']],
    ['cafe', 'Café', ['Café']],
  ])('%s in «%s»', (phrase, text, expected) => {
    expect(found(phrase, text)).toEqual(expected);
  });

  it('corrects one wrong letter in a long word, but not in an English word', () => {
    expect(found('relationship', 'a realtionship', ['relationship'])).toEqual(['realtionship']);
    expect(found('marriage', 'a carriage and a marrige', ['marriage'])).toEqual(['marrige']);
  });

  it.each(['(a', 'a)', '[b', '...', '# _', '[a] [b]', 'x*', 'a-bc~', '~ a'])('refuses %s', (phrase) => {
    expect(() => parsePhrase(phrase)).toThrow(phrase);
  });

  it('agrees with a backtracking regular expression', () => {
    const word = fc.constantFrom('a', 'b', 'c');
    const piece: fc.Arbitrary<string> = fc.oneof(
      word,
      fc.tuple(word, word).map(([x, y]) => `(${x}|${y} ${x})`),
      word.map((x) => `[${x}]`),
    );
    const phrases = fc
      .array(piece, { minLength: 1, maxLength: 5 })
      .map((pieces) => ['a', ...pieces].join(' '));
    fc.assert(
      fc.property(phrases, fc.array(word, { maxLength: 8 }), (phrase, words) => {
        const matcher = new PhraseMatcher<true>().add(phrase, true);
        const read = readText(words.join(' '), new SpellingCorrector([]));
        const matches = new Set(matcher.matches(read).map(({ first, last }) => `${first}-${last}`));
        expect(matches).toEqual(matchesByRegExp(phrase, words));
      }),
      { numRuns: 200 },
    );
  });
});

/** The oracle: a regular expression, tried from each start to each end. */
function matchesByRegExp(phrase: string, words: readonly string[]): Set<string> {
  const pattern = new RegExp(
    `^(?:${phrase
      .split(/ (?![^(]*\))/)
      .map(
        (piece) =>
          `(?:${piece
            .replace(/^\[(.)\]$/, '$1 |')
            .replace(/^\((.*)\)$/, (_, inside: string) =>
              inside
                .split('|')
                .map((alternative) => `${alternative} `)
                .join('|'),
            )
            .replace(/^([abc])$/, '$1 ')})`,
      )
      .join('')})$`,
  );
  const matches = new Set<string>();
  for (let first = 0; first < words.length; first++) {
    for (let last = first + 1; last <= words.length; last++) {
      if (
        pattern.test(
          words
            .slice(first, last)
            .map((word) => `${word} `)
            .join(''),
        )
      )
        matches.add(`${first}-${last}`);
    }
  }
  return matches;
}
