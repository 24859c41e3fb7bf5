import { expect, it } from 'vitest';
import { withoutEmptyBoxes } from './tick-boxes.ts';

it('keeps the ticked options of a form, at their place', () => {
  const text = 'Sex: [ ] M  [x] F   Age: 66   I seek: [ ] a casual affair [x] marriage';
  const read = withoutEmptyBoxes(text);
  expect(read).toHaveLength(text.length);
  expect(read.replace(/ +/g, ' ')).toBe('Sex: F Age: 66 I seek: marriage');
});

it.each([
  ['Sex: (M) / F / X', 'Sex: M'],
  ['Seeking: M / (F) / X\nAge: 25-30 / (30-35) / 35-40', 'Seeking: F\nAge: 30-35'],
  ['Aim: casual | *friendship* | marriage', 'Aim: friendship'],
])('keeps the marked option of «%s»', (text, kept) => {
  const read = withoutEmptyBoxes(text);
  expect(read).toHaveLength(text.length);
  expect(read.replace(/ +/g, ' ').replace(/ (?=\n|$)/g, '')).toBe(kept);
});

it.each([
  'Skills: Java / (Kotlin) / (Scala)',
  'Rent: 900 / month (warm)',
  'Pay: 40k / 50k',
  '[ ] buy milk',
  'Ticked: [x] all',
  'an array a[ ] of b',
])('leaves «%s» as it is', (text) => {
  expect(withoutEmptyBoxes(text)).toBe(text);
});
