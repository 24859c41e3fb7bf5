import { expect, it } from 'vitest';
import { readDocument } from './read-document.ts';

const UNITS = 256 * 1024;
/** A quiet machine takes at most one second. */
const MOST_MS = 5000;
const filled = (piece: string, start = '') =>
  `${start}${piece.repeat(Math.ceil(UNITS / piece.length))}`.slice(0, UNITS);

it.each([
  ...[
    '[',
    '{',
    '{"a":',
    ',',
    'a',
    '"',
    '- ',
    '\t',
    ' ',
    '\n',
    '<',
    '<div>',
    '<a></b>',
    '<script>',
    '&amp;',
    '---\n',
  ],
  ...[
    '*a ',
    '_a_',
    '`a',
    '```\n',
    '|',
    '| a | b | c |\n',
    'http://a',
    'a@',
    'a.',
    '[ ] a ',
    'a: ',
    'key: value\n',
    '\\begin{',
    'Place: Ulm\n',
    '\r',
    '\u2028',
    '\n ',
  ],
])('256 KiB of «%s» take bounded time', (piece) => {
  const began = performance.now();
  expect(readDocument(filled(piece)).readable).toHaveLength(UNITS);
  expect(performance.now() - began).toBeLessThan(MOST_MS);
});

it.each([
  ['[1,', '1,'],
  ['{"a": "', '\\n'],
  ['name,age,city,stage\n"', 'x'],
  ['a\tb\tc\n', '1\t2\t3\n'],
  ['<!--', 'x '],
  ['<a ', 'b="c" '],
  ['# a\n', '['],
  ['# a\n', '[a]('],
  ['# a\n', '![a]('],
  ['# a\n', '>'],
  ['# a\n', '- '],
  ['| a | b |\n|---|---|\n', '| 1 | 2 |\n'],
  ['A(\n', 'a=1, '],
  ['A(\n', 'a=A('],
  ['a: b\nc: ', '['],
  ['Places:\nTown: Ulm\n', `Place: ${'x'.repeat(300)}\n`],
])('256 KiB of «%s» and many «%s» take bounded time', (start, piece) => {
  const began = performance.now();
  expect(readDocument(filled(piece, start)).readable).toHaveLength(UNITS);
  expect(performance.now() - began).toBeLessThan(MOST_MS);
});

it('a long heading with many below it takes bounded memory', () => {
  const { blocks } = readDocument(filled('## a\n', `# ${'x'.repeat(UNITS / 8)}\n`));
  expect(blocks.reduce((sum, { path }) => sum + path.length, 0)).toBeLessThan(100 * UNITS);
});
