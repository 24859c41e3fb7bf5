import { describe, expect, it } from 'vitest';
import { markedPieces } from './marked-pieces.ts';

describe('a marked text', () => {
  it('is the whole text, whatever the spans', () => {
    const text = '31F in Lisbon 🦊';
    const spans = [
      { name: 'age', start: 0, end: 2 },
      { name: 'gender', start: 0, end: 3 },
      { name: 'location', start: 7, end: 13 },
      { name: 'beyond', start: 10, end: 900 },
      { name: 'before', start: -4, end: 1 },
    ];
    const pieces = markedPieces(text, spans);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces[1]).toEqual({ start: 1, text: '1', names: ['age', 'gender'] });
  });

  it('is one plain piece without spans, and none without text', () => {
    expect(markedPieces('abc', [])).toEqual([{ start: 0, text: 'abc', names: [] }]);
    expect(markedPieces('', [{ name: 'age', start: 0, end: 4 }])).toEqual([]);
  });
});
