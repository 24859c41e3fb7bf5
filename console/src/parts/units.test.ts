import { expect, it } from 'vitest';
import { shownBytes, shownMs, shownSpan } from './units.ts';

it('shows bytes in the unit that suits them', () => {
  expect([0, 1023, 1024, 1_572_864, 10 * 2 ** 30, 2 ** 60].map(shownBytes)).toEqual([
    '0 B',
    '1,023 B',
    '1 KiB',
    '1.5 MiB',
    '10 GiB',
    '1,048,576 TiB',
  ]);
});

it('shows times with the digits that matter', () => {
  expect([null, 0.123, 8.46, 230.4, 1234].map(shownMs)).toEqual([
    '–',
    '0.12 ms',
    '8.5 ms',
    '230 ms',
    '1.2 s',
  ]);
  expect([0, 59.9, 61, 12_000, 190_000].map(shownSpan)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '3 h 20 min',
    '2 d 4 h',
  ]);
});
