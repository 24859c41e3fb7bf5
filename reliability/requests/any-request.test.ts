import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type InterfaceDocument, operationsOf } from '../../test/service/testing/documented-requests.ts';
import { anyRequestOf, changed } from './any-request.ts';
import { KnownIds } from './known-ids.ts';

const document = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
) as InterfaceDocument;

test('every operation has requests, the same ones for the same seed', () => {
  for (const operation of operationsOf(document)) {
    const draw = () => fc.sample(anyRequestOf(operation, document), { seed: 7, numRuns: 4 });
    expect(JSON.stringify(draw())).toBe(JSON.stringify(draw()));
    expect(draw().map(({ operationId }) => operationId)).toEqual(Array(4).fill(operation.operationId));
  }
});

test('a changed value differs in one part, and the given one stays', () => {
  const given = { a: [1, { b: 2 }], c: 'x' };
  const results = Array.from({ length: 12 }, (_, at) => JSON.stringify(changed(given, at, 'new') ?? null));
  expect(new Set(results).size).toBeGreaterThan(4);
  expect(results).not.toContain(JSON.stringify(given));
  expect(given).toEqual({ a: [1, { b: 2 }], c: 'x' });
});

test('ids of answers are given for the parameters that take them', () => {
  const ids = new KnownIds();
  const job = `job_${'0'.repeat(26)}`;
  ids.collect({ id: job, data: [{ user_id: 'ana' }], next_cursor: 'next' });
  expect([ids.pick('job_id', 5), ids.pick('seeker_id', 1), ids.pick('cursor', 0)]).toEqual([
    job,
    'ana',
    'next',
  ]);
  expect(ids.pick('model_id', 0)).toBeUndefined();
});
