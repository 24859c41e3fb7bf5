import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DatasetEvent, DatasetItem } from './dataset.ts';
import { issueMessage, rowIssues, valueAt } from './issue-message.ts';
import { CatalogueItem, InteractionSequence } from './tokenizer.ts';
import { UpsertUserRequest } from './user.ts';

function messagesOf(schema: z.ZodType, value: unknown): readonly string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).map((issue) => issueMessage(issue, valueAt(value, issue.path)));
}

test.each<[z.ZodType, unknown, string]>([
  [z.array(z.int()).min(1), [], 'must have at least 1 item, was given an empty array'],
  [z.array(z.int()).max(1), [1, 2], 'must have at most 1 item, was given 2 items'],
  [z.string().max(3), 'abcd', 'must have at most 3 characters, was given 4 characters'],
  [z.string().min(2), 'a', 'must have at least 2 characters, was given 1 character'],
  [z.string().min(1), '', 'must have at least 1 character, was given an empty string'],
  [z.number().gt(0), 0, 'must be above 0, was given 0'],
  [z.number().lt(5), 5, 'must be below 5, was given 5'],
  [z.int(), 1.5, 'expected an integer, was given 1.5'],
  [z.enum(['a', 'b']), 'c', 'expected one of "a", "b", was given the string "c"'],
  [z.literal('a'), null, 'expected "a", was given null'],
  [z.union([z.boolean(), z.enum(['a', 'b'])]), 7, 'expected a boolean or one of "a", "b", was given 7'],
  [z.object({ a: z.string() }), {}, 'is required (a string)'],
  [
    z.string().refine(() => false, 'must be odd'),
    'x'.repeat(61),
    `must be odd; was given the string "${'x'.repeat(60)}…" of 61 characters`,
  ],
])('%#', (schema, value, message) => {
  expect(messagesOf(schema, value)).toEqual([message]);
});

test('a rule about a key beside others reports the value of that key, not the object around it', () => {
  const schema = z
    .object({ a: z.string().optional(), b: z.string().optional() })
    .refine(({ a, b }) => a !== undefined || b !== undefined, { path: ['a'], message: 'a string' })
    .refine(({ a, b }) => a === undefined || b === undefined, {
      path: ['b'],
      message: 'does not go with «a»',
    });
  expect(messagesOf(schema, {})).toEqual(['is required (a string)']);
  expect(messagesOf(schema, { a: 'x', b: 'y' })).toEqual(['does not go with «a»; was given the string "y"']);
});

test('findings about rows repeat nothing of a row, and none of Zod’s words', () => {
  const secret = 'S3CRET';
  const value = fc.oneof(
    fc.constantFrom(null, true, [], [1], {}, `${secret}\u0000`, secret.repeat(20_000), `${secret}\ud800`),
    fc.double(),
  );
  for (const schema of [DatasetItem, DatasetEvent, CatalogueItem, InteractionSequence, UpsertUserRequest]) {
    const keys = [...Object.keys(schema.shape), 'zzz'];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), value), (row) => {
        const { error } = z.safeParse(schema as z.ZodType, row);
        for (const { path, message } of error === undefined ? [] : rowIssues(error, row)) {
          expect(path).not.toBe('');
          expect(message).not.toMatch(/Invalid|Too |Unrecognized|received|undefined|S3CRET/);
          expect(message).toMatch(/^(?:is|must|expected)\b/);
        }
      }),
    );
  }
});
