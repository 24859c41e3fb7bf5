import { expect, test } from 'vitest';
import { itemContent, plainText } from './item-content.ts';

const text = (item: object) => itemContent({ item_id: 'a', ...item }).text;

test('title, description and attributes are lines, with the attributes sorted by key', () => {
  expect(
    text({
      title: 'Lamp',
      description: 'For desks.',
      attributes: { size: 40, colour: 'brass', tags: ['a', 'b'], maker: { name: 'X', at: null }, none: null },
    }),
  ).toBe('Lamp\nFor desks.\ncolour: brass\nmaker: name: X\nsize: 40\ntags: a, b');
  expect(text({ attributes: { b: true, a: 0 } })).toBe('a: 0\nb: true');
});

test('the text of a dataset item and the same text as a title are equal content', () => {
  const words = 'Brass reading lamp\nLights, desks';
  expect(text({ title: words })).toBe(plainText(words));
  expect(text({ text: words, title: 'not read' })).toBe(words);
});

test('blank content is no text, and the address of an image is kept', () => {
  for (const item of [{}, { title: ' ' }, { title: null, attributes: { a: '', b: [' '] } }, { text: '' }])
    expect(text(item)).toBeNull();
  expect(text({ text: ' ', title: 'Lamp' })).toBe('Lamp');
  expect(itemContent({ item_id: 'a', image_url: 'file:a.png' }).imageUrl).toBe('file:a.png');
});
