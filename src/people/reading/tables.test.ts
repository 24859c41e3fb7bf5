import { expect, it } from 'vitest';
import { readText } from './read-text.ts';
import { SpellingCorrector } from './word-forms.ts';

/** Sentences as their words, with the marks of labels. */
function linesOf(text: string): string[] {
  const { words, sentences } = readText(text, new SpellingCorrector([]));
  return sentences.map(({ first, last }) =>
    words
      .slice(first, last)
      .map(({ word, gap }, at) => (at > 0 && gap === ': ' ? `: ${word}` : word))
      .join(' '),
  );
}

it('reads every cell with the head of its column', () => {
  const text = '| Firm | HQ | Ask |\n|---|---|---|\n| Larkfield | Pittsburgh, US | $8M |\nThe end.';
  expect(linesOf(text)).toEqual(['firm : larkfield', 'hq : pittsburgh us', 'ask : $ 8 m', 'the end']);
  const { words } = readText(text, new SpellingCorrector([]));
  const eight = words.find(({ word }) => word === '8')!;
  expect(text.slice(eight.start, eight.end)).toBe('8');
});

it('reads tabs with known heads, and rows of two cells as labels', () => {
  expect(linesOf('Stage\tAsk\tCity\nSeed\t1M\tOslo')).toEqual(['stage : seed', 'ask : 1 m', 'city : oslo']);
  expect(linesOf('Stage | Seed\nAsk | 1M')).toEqual(['stage : seed', 'ask : 1 m']);
});

it('reads unknown heads where every line is framed and a later one has a number', () => {
  const text = '| agent | gives | $/call |\n| fern | images | 0.04 |';
  expect(linesOf(text)).toEqual(['agent : fern', 'gives : images', '$ call : 0.04']);
});

it('reads files of values with commas or semicolons', () => {
  expect(linesOf('name,age,min_age,max_km\nOle,29,23,100')).toEqual([
    'name : ole',
    'age : 29',
    'min age : 23',
    'max km : 100',
  ]);
  expect(linesOf('name;age;city;goal\nOle;29;Oslo;marriage')).toContain('city : oslo');
  expect(linesOf('Kind, calm, funny, honest\nand a bit shy, 29')).not.toContain('calm : 29');
});

it('reads unknown heads between semicolons above a row with a number', () => {
  const text = "who;our city;wanted;partner's data in\nOle;Oslo;music, 20s;Canada";
  expect(linesOf(text)).toEqual([
    'who : ole',
    'our city : oslo',
    'wanted : music 20 s',
    'partners data in : canada',
  ]);
  expect(linesOf('calm; kind; funny; honest\nshy; loud; odd; tall')).not.toContain('calm : shy');
});

it('leaves other bars alone', () => {
  expect(linesOf('Fund | Berlin | fintech\nwe lead | often | 25k')).toEqual([
    'fund berlin fintech',
    'we lead often 25 k',
  ]);
});
