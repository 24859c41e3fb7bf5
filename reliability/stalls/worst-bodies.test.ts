/** The bodies that `npm run reliability -- stalls` sends, checked without a server. */
import { expect, test } from 'vitest';
import { passedBound } from '../../src/contract/json-bounds.ts';
import { interfaceDocument } from '../../src/outside/http/openapi/interface-document.ts';
import { anyBodies } from './any-bodies.ts';
import { operationsWithBody } from './operations-with-body.ts';
import { ownBodies, worstBodies } from './worst-bodies.ts';

const world = {
  tenant: 'ten_a',
  dataset: 'ds_a',
  tokenizer: 'tok_a',
  ranks: 'model_a',
  generates: 'model_b',
};

test('own bodies are those of operations that take one', async () => {
  const operations = operationsWithBody(await interfaceDocument()).map(({ operationId }) => operationId);
  expect(Object.keys(ownBodies).filter((id) => !operations.includes(id))).toEqual([]);
});

test('bodies of any operation lie past the bounds or within, as they are named', () => {
  for (const { name, body } of anyBodies('upsertUser')) {
    const isRefused = passedBound(Buffer.from(body)) !== undefined || !isJson(body);
    expect([name, isRefused]).toEqual([name, name.startsWith('past: ')]);
  }
});

test('the worst bodies of every operation are JSON within the bounds: they reach the operation', async () => {
  for (const operation of operationsWithBody(await interfaceDocument())) {
    const { operationId } = operation;
    for (const { name, body } of worstBodies(operation, world)) {
      for (const text of operationId === 'upsertUsers' ? new Set(body.split('\n')) : [body]) {
        expect([operationId, name, isJson(text)]).toEqual([operationId, name, true]);
        expect([operationId, name, passedBound(Buffer.from(text))]).toEqual([operationId, name, undefined]);
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
