/** A lost node is an error, never fewer people; with a copy of each shard it is nothing at all. */
import { afterAll, describe, expect, it } from 'vitest';
import { changeSequence } from '../../../contract/brands.ts';
import { aTenant, definitionOf, storedProfile } from '../../../platform/storage/testing/random-profiles.ts';
import { until } from '../../../platform/testing/until.ts';
import type { IndexOf } from '../candidate-search.ts';
import type { OpenSearch } from './open-opensearch.ts';
import { newIndex, openTestEngine, tellNode } from './testing/test-engine.ts';

const engines: OpenSearch[] = [];
afterAll(async () => {
  for (const engine of engines) await engine.close();
});

const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
const of: IndexOf = { tenant: aTenant, definition };
const PEOPLE = 40;

async function filled(replicas: number): Promise<OpenSearch> {
  const engine = openTestEngine({ replicas, searchTimeoutMs: 5_000 });
  engines.push(engine);
  const name = await newIndex(engine, of);
  const writer = engine.indexes.writer(of, name);
  await writer.write(
    Array.from({ length: PEOPLE }, (_, n) => ({
      userId: `person ${n}`,
      sequence: changeSequence(n + 1),
      profile: storedProfile(definition, {
        ...{ userId: `person ${n}`, values: { age: n }, places: {}, preferences: [], blocks: [] },
        ...{ complete: true, vector: null },
      }),
    })),
  );
  await writer.refresh();
  await engine.indexes.serve(of, name);
  return engine;
}

const search = ({ search: { best } }: OpenSearch) =>
  best({ ...of, steps: [], masked: [], scoring: null, topK: 100, counts: true });

describe('a node that is lost', () => {
  it('costs nobody: all are found, or the answer is 503', { timeout: 240_000 }, async () => {
    const [copied, alone] = [await filled(1), await filled(0)];
    await until(() => search(copied).then(({ total }) => total)).toBe(PEOPLE);
    await tellNode('stop', 2);
    try {
      // The copy takes over within moments; until then searches fail whole.
      let recovered = 0;
      for (let n = 0; n < 200 && recovered < 3; n++) {
        const found = await search(copied).then(
          ({ userIds }) => userIds.length,
          (error: { status: number }) => error.status,
        );
        expect([PEOPLE, 503]).toContain(found);
        recovered = found === PEOPLE ? recovered + 1 : 0;
        if (found === 503) await new Promise((resolve) => setTimeout(resolve, 200));
      }
      expect(recovered).toBe(3);
      await expect(search(alone)).rejects.toMatchObject({ status: 503, code: 'dependency_unavailable' });
      const [index] = await alone.indexes.list();
      // The cluster notices it a moment after the first search that fails.
      const health = () =>
        alone.indexes.assertHealthy(index!.name).then(
          () => 'healthy',
          (error: { status: number }) => error.status,
        );
      await until(health, 30_000).toBe(503);
    } finally {
      await tellNode('start', 2);
    }
    await until(
      () =>
        search(alone).then(
          ({ userIds }) => userIds.length,
          () => 0,
        ),
      120_000,
    ).toBe(PEOPLE);
    expect((await search(copied)).userIds).toHaveLength(PEOPLE);
  });
});
