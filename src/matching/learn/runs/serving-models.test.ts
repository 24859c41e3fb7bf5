/** The models that a run starts from and is compared with, over models that were stored earlier. */
import { expect, it } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import type { StoredRankingModel } from '../../../platform/storage/learning-store.ts';
import { randomCrossEncoder } from '../../ranking/cross-encoder/testing/random-cross-encoder.ts';
import { encodeRankingModel, priorModel } from '../../ranking/ranking-model.ts';
import { FROZEN_AT_MS, meeting } from '../fit/testing/two-sided-world.ts';
import { servingModels } from './serving-models.ts';

const OWNER = tenantId('ten_one');
const crossEncoder = randomCrossEncoder({
  fields: [{ kind: 'values', name: 'pet', values: ['cat', 'dog'] }],
  sentenceDimension: 0,
});

/** Stored models, the last deployed first, which serves; by their versions. */
function stored(versions: readonly (readonly [version: string, reads: boolean])[]) {
  const kept = new Map<string, Uint8Array>();
  const models = versions.map(([version, reads], at): StoredRankingModel => {
    const model = (name: string) => ({
      ...priorModel(meeting, 'tenant', meeting.scorecard, name),
      crossEncoder: reads ? crossEncoder : null,
    });
    const { card, files } = encodeRankingModel(model(version), model(`validated ${version}`));
    for (const [part, bytes] of files) kept.set(`${version}/${part}`, bytes);
    return {
      ...{ tenantId: OWNER, domain: 'meeting', tier: 'tenant', version, runId: `run_${version}`, card },
      files: [...files].map(([part, { length: bytes }]) => ({
        ...{ part, key: `${version}/${part}`, bytes, sha256: '' },
      })),
      createdAt: new Date(FROZEN_AT_MS).toISOString(),
      deployedAt: new Date(FROZEN_AT_MS - at).toISOString(),
      inForce: at === 0,
      erased: [],
    };
  });
  const parts = {
    learning: {
      rankingModelsFor: async () => models.filter(({ inForce }) => inForce),
      deployedModels: async () => models,
    },
    artifacts: {
      async *read(key: string) {
        yield kept.get(key)!;
      },
    },
  };
  return servingModels(parts, OWNER, meeting, 'tenant');
}

it('finds the last cross encoder where later models left it out', async () => {
  const { validated } = await stored([
    ['third', false],
    ['second', true],
    ['first', true],
  ]);
  expect(validated!.serving.card.version).toBe('validated third');
  const found = validated!.lastCrossEncoder!;
  expect([found.served.card.version, found.validated.card.version]).toEqual(['second', 'validated second']);
  expect(found.validated.crossEncoder).not.toBeNull();
});

it('takes that of the serving model where it has one, and none where there never was one', async () => {
  const having = await stored([
    ['second', true],
    ['first', true],
  ]);
  expect(having.validated!.serving.crossEncoder).not.toBeNull();
  expect(having.validated!.lastCrossEncoder).toBeNull();
  expect((await stored([['first', false]])).validated!.lastCrossEncoder).toBeNull();
});
