/** The bodies that `npm run reliability -- stalls` sends, checked without a server. */
import { expect, test } from 'vitest';
import { passedBound } from '../../src/contract/json-bounds.ts';
import { interfaceDocument } from '../../src/outside/http/openapi/interface-document.ts';
import { anyBodies } from './any-bodies.ts';
import { operationsWithBody } from './operations-with-body.ts';
import { ownBodies } from './own-bodies.ts';

const world = {
  tenant: 'ten_a',
  dataset: 'ds_a',
  tokenizer: 'tok_a',
  ranks: 'model_a',
  generates: 'model_b',
};

test('every operation that takes a body has worst ones, and no other', async () => {
  const operations = operationsWithBody(await interfaceDocument()).map(({ operationId }) => operationId);
  expect(Object.keys(ownBodies).toSorted()).toEqual(operations.toSorted());
});

test('bodies of any operation lie past the bounds or within, as they are named', () => {
  for (const { name, body } of anyBodies('upsertUser')) {
    const isRefused = passedBound(Buffer.from(body)) !== undefined || !isJson(body);
    expect([name, isRefused]).toEqual([name, name.startsWith('past: ')]);
  }
});

test('own bodies are JSON within the bounds: they reach the operation', () => {
  for (const [operation, bodies] of Object.entries(ownBodies)) {
    for (const { name, body } of bodies(world)) {
      for (const text of operation === 'upsertUsers' ? new Set(body.split('\n')) : [body]) {
        expect([operation, name, isJson(text)]).toEqual([operation, name, true]);
        expect([operation, name, passedBound(Buffer.from(text))]).toEqual([operation, name, undefined]);
      }
    }
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
