import { expect, it } from 'vitest';
import { hueOf, initialOf, safeAddress } from './item-look.ts';

const item = (category: string, text = '') => ({ text, features: [{ name: 'Category', value: category }] });

it('gives items of a category one hue', () => {
  expect(hueOf(item('Lights', 'a'))).toBe(hueOf(item('Lights', 'b')));
  expect(hueOf(item('Lights'))).not.toBe(hueOf(item('Desks')));
  expect(hueOf({ text: 'For the tea', features: [] })).toBe(hueOf({ text: 'For the tea', features: [] }));
  expect(hueOf(undefined)).toBe(0);
});

it('takes the first letter of any script', () => {
  expect(['lamp', ' «élan»', '42', '😀 cup', '茶'].map(initialOf)).toEqual(['L', 'É', '4', 'C', '茶']);
  expect([' ', '', '\u200b', '!'].map(initialOf)).toEqual(['·', '·', '·', '!']);
});

it('links nothing but https', () => {
  expect(safeAddress('https://a.example/x')).toBe('https://a.example/x');
  for (const address of [null, 'javascript:alert(1)', 'http://a.example', '//a', 'data:,x', ' '])
    expect(safeAddress(address)).toBeNull();
});
