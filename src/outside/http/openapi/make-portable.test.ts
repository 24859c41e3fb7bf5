import { expect, test } from 'vitest';
import { interfaceDocument } from './interface-document.ts';
import { makePortable } from './make-portable.ts';

const portable = (schema: unknown) => {
  makePortable(schema);
  return schema;
};

test('a tuple is closed by its length; members of one form become `items`', () => {
  const number = { type: 'number' };
  expect(portable({ type: 'array', prefixItems: [number, number], items: false })).toEqual({
    type: 'array',
    items: number,
    minItems: 2,
    maxItems: 2,
  });
  const text = { type: 'string' };
  expect(portable({ prefixItems: [number, text], items: false })).toEqual({
    prefixItems: [number, text],
    minItems: 2,
    maxItems: 2,
    items: { anyOf: [number, text] },
  });
});

test('a default is said in the description', () => {
  expect(
    portable({
      properties: { limit: { type: 'integer', default: 10 }, name: { description: 'A name.', default: 'a' } },
    }),
  ).toEqual({
    properties: {
      limit: { type: 'integer', description: 'Default: `10`.' },
      name: { description: 'A name. Default: `"a"`.' },
    },
  });
});

test('a field named `default`, and data in examples, stay', () => {
  const schema = { properties: { default: { type: 'string' } }, examples: [{ default: 1 }] };
  expect(portable(structuredClone(schema))).toEqual(schema);
});

test('the document of the API has neither `items: false` nor a default', async () => {
  const { components } = (await interfaceDocument()) as { components: { schemas: unknown } };
  const text = JSON.stringify(components.schemas);
  expect(text).not.toContain('"items":false');
  expect(text).not.toMatch(/"default":/);
});
