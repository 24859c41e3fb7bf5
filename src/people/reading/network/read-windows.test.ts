import { Tensor } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import type { Label } from './names.ts';
import { againstOthers, readLabels } from './read-windows.ts';

const label = (field: string, value: string, isSingle: boolean): Label => ({
  kind: 'value',
  field,
  value,
  isSingle,
});
const labels = [label('side', 'a', true), label('side', 'b', true), label('skill', 'c', false)];
const groups = [[0, 1]];
const tokens = new Tensor('float32', new Float32Array(1), [1, 1]);

it('weighs labels of a group against each other and against none', () => {
  const odds = againstOthers([2, 2, 1], groups);
  // Two of equal odds share what "absent" leaves: e² / (e² + 1).
  expect(odds[0]).toBeCloseTo(2 - Math.log(Math.exp(2) + 1));
  expect(odds[0]).toBe(odds[1]);
  expect(odds[2]).toBe(1);
  expect(againstOthers([40, -40, 0], groups)[0]).toBeGreaterThan(30);
});

it('takes a label from the window that is surest of it, with its place', () => {
  const window = { ids: [101, 7, 8, 102], starts: [0, 10, 14, 0], ends: [0, 13, 20, 0] };
  const later = { ids: [101, 9, 102], starts: [0, 30, 0], ends: [0, 36, 0] };
  const read = readLabels(
    [window, later],
    [
      { labels: Float32Array.of(3, 0, -2), places: BigInt64Array.of(2n, 1n, 1n), tokens },
      { labels: Float32Array.of(-3, 0, 4), places: BigInt64Array.of(1n, 1n, 1n), tokens },
    ],
    { labels, groups },
  );
  expect(read.get('value side a')!.span).toEqual([14, 20]);
  expect(read.get('value skill c')).toEqual({ odds: 4, span: [30, 36] });
});
