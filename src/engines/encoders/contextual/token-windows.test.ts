import { describe, expect, it } from 'vitest';
import { type SpecialTokens, tokenWindows, WINDOW_TOKENS } from './token-windows.ts';

const special: SpecialTokens = { first: 1, last: 2, unknown: 3, reserved: new Set([0, 1, 2, 4]) };
const words = (count: number) => Array.from({ length: count }, (_, n) => 10 + n);

describe('windows of tokens', () => {
  it('puts a short text into one window', () => {
    expect(tokenWindows([10, 3, 11], special, 32)).toEqual([[1, 10, 3, 11, 2]]);
    expect(tokenWindows([10, 2, 0, 11], special, 32)).toEqual([[1, 10, 11, 2]]);
  });

  it('has none for a text without a known piece', () => {
    for (const pieces of [[], [3, 3], [2], [1, 3, 4]]) expect(tokenWindows(pieces, special, 32)).toEqual([]);
  });

  it.each([126, 127, 252, 253, 1000, 4032])('covers all of %i words', (count) => {
    const windows = tokenWindows(words(count), special, 32);
    expect(windows).toHaveLength(Math.ceil(count / (WINDOW_TOKENS - 2)));
    const inside = windows.flatMap((window) => window.slice(1, -1));
    expect(new Set(inside)).toEqual(new Set(words(count)));
    for (const window of windows) expect(window.length).toBeLessThanOrEqual(WINDOW_TOKENS);
  });

  it('reads a longer text from its start to its end in a bounded number of windows', () => {
    for (const count of [4033, 100_000]) {
      const windows = tokenWindows(words(count), special, 32);
      expect(windows).toHaveLength(32);
      expect(windows[0]!.slice(1, 3)).toEqual([10, 11]);
      expect(windows.at(-1)!.at(-2)).toBe(10 + count - 1);
      for (const window of windows) expect(window).toHaveLength(WINDOW_TOKENS);
    }
  });
});
