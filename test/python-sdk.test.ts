/** Every operation of the OpenAPI document has a method in both clients of the Python SDK. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
} = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
const operationIds = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).map(({ operationId }) => operationId),
);

const snakeCase = (name: string) => name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** The operations that the methods of one client send. */
function operationsOf(client: '_async' | '_sync'): readonly string[] {
  const folder = join(root, 'sdk/python/src/counterpart', client);
  const code = globSync('*.py', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
  const used = /\boperations\.(\w+)|from \.\._operations import (\w+)/g;
  return [...code.join('\n').matchAll(used)].map(([, attribute, imported]) => (attribute ?? imported)!);
}

describe.each(['_async', '_sync'] as const)('%s', (client) => {
  test('has a method for every operation', () => {
    expect(operationIds.length).toBeGreaterThan(30);
    const sent = new Set(operationsOf(client));
    expect(operationIds.filter((id) => !sent.has(snakeCase(id)))).toEqual([]);
  });
});
