import { expect, test } from 'vitest';
import { pathPattern, recordPaths, recordText } from './record-text.ts';

const row = {
  id: 7,
  about: '',
  basics: { name: 'Ada', 'e.mail': 'a@b' },
  work: [{ url: 'x', name: 'Y' }, { url: 'z' }],
};
const paths = (...patterns: string[]) => patterns.map(pathPattern);

test('everything that is given stays, but what is left out', () => {
  const text = recordText(row, { without: paths('id', 'work.url', 'basics.e*mail') });
  expect(JSON.parse(text!)).toEqual({ basics: { name: 'Ada' }, work: [{ name: 'Y' }] });
  expect(recordText(row, { only: paths('nothing') })).toBeUndefined();
});

test('a star is any characters of one key, and a path holds for what is under it', () => {
  expect(JSON.parse(recordText(row, { only: paths('*.name', 'i*') })!)).toEqual({
    id: 7,
    basics: { name: 'Ada' },
    work: [{ name: 'Y' }],
  });
  expect([...recordPaths(row, { without: paths('work') })]).toEqual([
    ['id', true],
    ['basics.name', true],
    ['basics.e.mail', true],
    ['work.url', false],
    ['work.name', false],
  ]);
});
