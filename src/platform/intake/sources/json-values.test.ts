import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonValues } from './json-values.ts';

async function split(text: string, pieceLength = 5) {
  async function* pieces() {
    for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength);
  }
  const found = [];
  for await (const value of jsonValues(pieces())) found.push(value);
  return found;
}

test('items of an array, wherever the pieces end', async () => {
  const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      objects,
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      async (values, length, pretty) => {
        const found = await split(JSON.stringify(values, null, pretty ? 2 : 0), length);
        expect(found.map(({ text }) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(values)));
      },
    ),
  );
});

test('objects one behind the other, with their lines', async () => {
  const found = await split('\n{"a": "}\\"["}\n\n {\n"b": [1]}');
  expect(found).toEqual([
    { text: '{"a": "}\\"["}', line: 2 },
    { text: '{\n"b": [1]}', line: 4 },
  ]);
});

test('text that is no JSON, and a value that does not end, say where', async () => {
  expect((await split('{"a": 1}\nid,name')).at(-1)).toMatchObject({
    line: 2,
    fault: expect.stringContaining('not «'),
  });
  expect(await split('[{"a": 1},\n{"b": [2')).toMatchObject([
    { line: 1 },
    { line: 2, fault: expect.stringContaining('it ends within') },
  ]);
});
