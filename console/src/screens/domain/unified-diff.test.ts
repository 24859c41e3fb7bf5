import { expect, it } from 'vitest';
import { diffCounts, unifiedDiff } from './unified-diff.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}`);
const shown = (before: string, after: string) =>
  unifiedDiff(before, after).map((part) =>
    part.kind === 'fold'
      ? `…${part.lines}`
      : `${part.kind === 'same' ? ' ' : part.kind === 'added' ? '+' : '-'}${part.text}`,
  );

it('shows changed lines among three kept ones, and folds the rest', () => {
  const before = numbered(20);
  const after = before.with(10, 'changed').toSpliced(15, 1);
  expect(shown(before.join('\n'), after.join('\n'))).toEqual([
    '…7',
    ' line 7',
    ' line 8',
    ' line 9',
    '-line 10',
    '+changed',
    ' line 11',
    ' line 12',
    ' line 13',
    ' line 14',
    '-line 15',
    ' line 16',
    ' line 17',
    ' line 18',
    ' line 19',
  ]);
});

it('numbers the lines of both sides', () => {
  const parts = unifiedDiff('a\nb\nc', 'a\nx\nb\nc');
  expect(parts).toContainEqual({ kind: 'added', text: 'x', before: null, after: 2 });
  expect(parts.at(-1)).toEqual({ kind: 'same', text: 'c', before: 3, after: 4 });
  expect(diffCounts(parts)).toEqual({ added: 1, removed: 0 });
});

it('folds equal texts whole', () => {
  expect(shown(numbered(9).join('\n'), numbered(9).join('\n'))).toEqual(['…9']);
});

it('gives back both texts, whatever they are', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 200; round++) {
    const make = () => Array.from({ length: random(12) }, () => 'abc'[random(3)] as string);
    const [before, after] = [make().join('\n'), make().join('\n')];
    const kept = (side: 'before' | 'after') => {
      const texts = (side === 'before' ? before : after).split('\n');
      let at = 0;
      return unifiedDiff(before, after).flatMap((part) => {
        if (part.kind === 'fold') {
          at += part.lines;
          return texts.slice(at - part.lines, at);
        }
        if (part[side] === null) return [];
        expect(part[side]).toBe(++at);
        return [part.text];
      });
    };
    expect(kept('before').join('\n')).toBe(before);
    expect(kept('after').join('\n')).toBe(after);
  }
});

it('shows texts too long to compare as replaced', () => {
  const [before, after] = [numbered(5000), numbered(5000).map((line) => `${line}!`)];
  expect(diffCounts(unifiedDiff(before.join('\n'), after.join('\n')))).toEqual({
    added: 5000,
    removed: 5000,
  });
});
