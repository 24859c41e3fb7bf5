import { expect, it } from 'vitest';
import { withoutEmptyBoxes } from './tick-boxes.ts';

it('keeps the ticked options of a form, at their place', () => {
  const text = 'Sex: [ ] M  [x] F   Age: 66   I seek: [ ] a casual affair [x] marriage';
  const read = withoutEmptyBoxes(text);
  expect(read).toHaveLength(text.length);
  expect(read.replace(/ +/g, ' ')).toBe('Sex: F Age: 66 I seek: marriage');
});

it.each(['[ ] buy milk', 'Ticked: [x] all', 'an array a[ ] of b'])('leaves «%s» as it is', (text) => {
  expect(withoutEmptyBoxes(text)).toBe(text);
});
