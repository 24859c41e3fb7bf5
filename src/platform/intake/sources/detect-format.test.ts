/** Formats by the first bytes, where the name says none. */
import { expect, test } from 'vitest';
import { detectFormat } from './detect-format.ts';

const formatOfBytes = (bytes: string | Uint8Array, name = 'people') => {
  const pieces = [typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes];
  const stream = (async function* () {
    yield* pieces;
  })();
  return detectFormat({ name, open: () => ({ stream, progress: () => 1 }) });
};

test.each([
  ['a table', 'id,age\na,31\n', 'csv'],
  ['a table in UTF-16', Buffer.from('\ufeffid;ålder\na;31\n', 'utf16le'), 'csv'],
  ['objects, one a line', '{"id": "a"}\n{"id": "b"}\n', 'ndjson'],
  ['an object', '\ufeff{"id": "a"}', 'json'],
  ['an object of many lines', '{\n  "id": "a"\n}\n', 'json'],
  ['a list', ' [{"id": "a"}]', 'json'],
  ['a page', '<!DOCTYPE html><html></html>', 'html'],
  ['a feed', '<?xml version="1.0"?><rss></rss>', 'xml'],
  ['a feed without a declaration', '<rss version="2.0"></rss>', 'xml'],
  ['Parquet', 'PAR1\u0000\u0001', 'parquet'],
  ['a workbook', 'PK\u0003\u0004\u0014\u0000[Content_Types].xml', 'xlsx'],
  ['another archive', 'PK\u0003\u0004\u0014\u0000word.txt', undefined],
  [
    'a picture',
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 1, 2),
    undefined,
  ],
  ['nothing', '', 'csv'],
])('%s', async (_, bytes, format) => {
  expect(await formatOfBytes(bytes)).toBe(format);
});

test('the name goes before', async () => {
  expect(await formatOfBytes('{"id": "a"}', 'people.csv.gz')).toBe('csv');
});
