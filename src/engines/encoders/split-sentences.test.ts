import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from './split-sentences.ts';

function pieces(text: string): string[] {
  return splitSentences(text).map(({ start, end }) => text.slice(start, end));
}

describe('splitSentences', () => {
  it('splits at stops, lines and bullets, not at abbreviations', () => {
    expect(
      pieces('Dr. Ann B. Lee works at Foo Inc. in Rome. She sings! Really?\n• Vegan\n• No smoking'),
    ).toEqual([
      'Dr. Ann B. Lee works at Foo Inc. in Rome.',
      'She sings!',
      'Really?',
      '• Vegan',
      '• No smoking',
    ]);
    expect(pieces('version 3.5 of it, e.g. this. 東京に住む。犬が好き。')).toEqual([
      'version 3.5 of it, e.g. this.',
      '東京に住む。',
      '犬が好き。',
    ]);
  });

  it('covers every word in at most 8 ordered spans, whatever the text', () => {
    const text = fc
      .array(fc.constantFrom('word', 'Dr.', 'end.', '\n', ' ', '?!', '。', 'é', '\u{1F600}'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (given) => {
        const spans = splitSentences(given);
        expect(spans.length).toBeLessThanOrEqual(8);
        let at = 0;
        for (const { start, end } of spans) {
          expect(given.slice(at, start).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(given.slice(at).trim()).toBe('');
      }),
    );
  });
});
