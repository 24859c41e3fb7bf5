import { describe, expect, it } from 'vitest';
import { openTokenizer } from './reader-pieces.ts';
import { piecesIn, tokensOf } from './text-tokens.ts';

const { tokenizer } = await openTokenizer();

describe('tokens of a text', () => {
  it.each([
    'I book flights (and trains): $0.02/call, gRPC+REST — “no PNGs”',
    'Türsteher: naïve café, 3½ 日本 OK?\n\t- a.b@c.de',
    '',
  ])('are the pieces of the tokenizer: %s', (text) => {
    expect(tokensOf(text, tokenizer, 200).ids).toEqual(tokenizer.tokenize(text));
  });

  it('are found by the place of their words', () => {
    const text = 'We do bookkeeping, and haggle.';
    const tokens = tokensOf(text, tokenizer, 40);
    const [from, to] = piecesIn(tokens, [6, 17])!;
    expect(tokens.ids.slice(from, to)).toEqual(tokenizer.tokenize('bookkeeping'));
    expect(piecesIn(tokens, [17, 17])).toBeNull();
  });

  it('have a run of the same mark once, over all of its places', () => {
    const tokens = tokensOf('one ----- two', tokenizer, 40);
    expect(tokens.ids).toEqual(tokenizer.tokenize('one - two'));
    expect([tokens.starts[1], tokens.ends[1]]).toEqual([4, 9]);
  });

  it('end with the most that are read', () => {
    const tokens = tokensOf('one two three '.repeat(50), tokenizer, 40);
    expect(tokens.ids).toHaveLength(40);
    expect(piecesIn(tokens, [600, 610])).toBeNull();
  });
});
