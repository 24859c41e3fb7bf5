import { describe, expect, it } from 'vitest';
import { MOST_WINDOWS, WINDOW_PIECES, windowsOf } from './windows.ts';

const MARKS = { first: 101, last: 102 };

/** Pieces 1000, 1001, … at the places 0–1, 1–2, …. */
function pieces(count: number) {
  const at = Array.from({ length: count }, (_, n) => n);
  return { ids: at.map((n) => 1000 + n), starts: at, ends: at.map((n) => n + 1) };
}

describe('windows of a text', () => {
  it('are one where the text fits, and none without words', () => {
    expect(windowsOf(pieces(0), MARKS)).toEqual([]);
    const [only, ...others] = windowsOf(pieces(WINDOW_PIECES - 2), MARKS);
    expect(others).toEqual([]);
    expect(only!.ids).toHaveLength(WINDOW_PIECES);
    expect([only!.ids[0], only!.ids.at(-1)]).toEqual([101, 102]);
  });

  it('overlap, have all pieces, and begin with the head of the text', () => {
    const windows = windowsOf(pieces(1000), MARKS);
    const seen = new Set(windows.flatMap(({ ids }) => ids));
    for (const id of pieces(1000).ids) expect(seen).toContain(id);
    for (const { ids, starts, ends } of windows) {
      expect(ids.length).toBeLessThanOrEqual(WINDOW_PIECES);
      expect([starts.length, ends.length]).toEqual([ids.length, ids.length]);
    }
    for (const { ids, ends } of windows.slice(1)) {
      expect(ids.slice(1, 4)).toEqual([1000, 1001, 1002]);
      expect(ends.slice(0, 4)).toEqual([0, 0, 0, 0]);
    }
  });

  it('are bounded in number', () => {
    expect(windowsOf(pieces(100_000), MARKS)).toHaveLength(MOST_WINDOWS);
  });
});
