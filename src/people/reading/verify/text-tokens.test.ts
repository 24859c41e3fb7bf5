import { describe, expect, it } from 'vitest';
import { piecesIn, tokensOf } from './text-tokens.ts';
import { openTokenizer } from './verifier.ts';

const { tokenizer, first, last } = await openTokenizer();
const frame = { first, last, most: 40 };

describe('tokens of a text', () => {
  it.each([
    'I book flights (and trains): $0.02/call, gRPC+REST — “no PNGs”',
    'Türsteher: naïve café, 3½ 日本 OK?\n\t- a.b@c.de',
    '',
  ])('are the pieces of the tokenizer, in its marks: %s', (text) => {
    expect(tokensOf(text, tokenizer, { ...frame, most: 200 }).ids).toEqual([
      first,
      ...tokenizer.tokenize(text),
      last,
    ]);
  });

  it('are found by the place of their words', () => {
    const text = 'We do bookkeeping, and haggle.';
    const tokens = tokensOf(text, tokenizer, frame);
    const [from, to] = piecesIn(tokens, [6, 17])!;
    expect(tokens.ids.slice(from, to)).toEqual(tokenizer.tokenize('bookkeeping'));
    expect(piecesIn(tokens, [17, 17])).toBeNull();
  });

  it('end with the most that are read', () => {
    const tokens = tokensOf('one two three '.repeat(50), tokenizer, frame);
    expect(tokens.ids).toHaveLength(40);
    expect(piecesIn(tokens, [600, 610])).toBeNull();
  });
});
