import { expect, test } from 'vitest';
import { isPictureName, readItemText } from './item-text.ts';

const read = (text: string) => {
  const { features, ...rest } = readItemText(text);
  return { ...rest, features: Object.fromEntries(features) };
};

test('reads a title, a description and features', () => {
  expect(read('Brass lamp\nLights, desks\ncategory: Lights\nimage_url: https://a.example/l.png')).toEqual({
    title: 'Brass lamp',
    description: 'Lights, desks',
    features: { category: 'Lights', image_url: 'https://a.example/l.png' },
  });
});

test('takes the title from a feature of that name, else from the first line', () => {
  expect(read('genre: Drama\nTitle: Heat').title).toBe('Heat');
  expect(read('genre: Drama').title).toBe('genre: Drama');
  expect(read(' \n').title).toBe('');
});

test('takes no address, time or sentence for a feature', () => {
  for (const text of [
    'https://a.example',
    'at 12:30',
    '12: a',
    `${'a'.repeat(65)}: b`,
    'a:',
    ': b',
    '<b>: c',
  ])
    expect(read(text)).toEqual({ title: text, description: '', features: {} });
});

test('is bounded, and cuts no character in two', () => {
  const text = `${'😀'.repeat(150)}\n${Array.from({ length: 40 }, (_, n) => `f${n}: ${'v'.repeat(300)}`).join('\n')}`;
  const { title, features } = readItemText(text);
  expect(title.length).toBeLessThanOrEqual(200);
  expect(title.isWellFormed()).toBe(true);
  expect(features.size).toBe(20);
  expect(features.get('f3')).toBe(`${'v'.repeat(199)}…`);
});

test('knows the names of pictures', () => {
  for (const name of ['image_url', 'Image URL', 'picture', 'cover', 'cover_image', 'poster-url', 'img'])
    expect(isPictureName(name), name).toBe(true);
  for (const name of ['imagery', 'covers all', 'url', 'discover', 'imaginary'])
    expect(isPictureName(name), name).toBe(false);
});
