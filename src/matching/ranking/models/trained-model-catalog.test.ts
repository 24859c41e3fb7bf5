import { describe, expect, it } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { schemaVersion } from '../../../domains/definition.ts';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import type { StoredCalibration } from '../../../platform/storage/calibration-store.ts';
import type { StoredRankingModel } from '../../../platform/storage/learning-store.ts';
import type { RankingModel } from '../ranking-model.ts';
import type { WordCounts } from '../scoring/word-frequencies.ts';
import { domainPrior } from './model-catalog.ts';
import { withWords } from './read-word-counts.ts';
import { createTrainedModelCatalog } from './trained-model-catalog.ts';

const dating = shippedDomain('dating')!;
const TENANT = tenantId('ten_a');

function stored(
  tier: 'tenant' | 'domain',
  version: string,
  schema = schemaVersion(dating),
): StoredRankingModel {
  return {
    tenantId: TENANT,
    domain: 'dating',
    tier,
    version,
    runId: 'run_1',
    card: { schema_version: schema },
    files: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    deployedAt: '2026-01-01T00:00:00.000Z',
    inForce: true,
    erased: [],
  };
}

function trainedAs({ tier, version }: StoredRankingModel): RankingModel {
  const prior = domainPrior(dating);
  return { ...prior, card: { ...prior.card, tier, version, trained_at: '2026-01-01T00:00:00.000Z' } };
}

function world(first: readonly StoredRankingModel[]) {
  const state = {
    models: first,
    calibrations: [] as StoredCalibration[],
    words: undefined as WordCounts | undefined,
    version: 1,
    loads: [] as string[],
    failures: [] as string[],
  };
  const catalog = createTrainedModelCatalog({
    rankingModelsFor: async (tenant) => (tenant === TENANT ? state.models : []),
    calibrationsFor: async (tenant) => (tenant === TENANT ? state.calibrations : []),
    wordsFor: async (tenant) => (tenant === TENANT ? state.words : undefined),
    modelsVersion: async () => state.version,
    load: async (model) => {
      state.loads.push(model.version);
      if (model.version.startsWith('broken')) throw new Error('checksum');
      return trainedAs(model);
    },
    onFailure: (_error, model) => state.failures.push(model.version),
  });
  const models = (tenant = TENANT) => catalog.models(tenant, dating);
  const versions = async (tenant = TENANT) =>
    (await catalog.models(tenant, dating)).map(({ tier, version }) => `${tier} ${version}`);
  return { state, models, versions };
}

const priors = [
  expect.stringMatching(/^domain prior-dating/),
  expect.stringMatching(/^general prior-general/),
];

describe('the models in force', () => {
  it('have the words of the workspace that they serve, and no other', async () => {
    const { state, models } = world([stored('tenant', 't1')]);
    state.words = { version: 'w1', texts: 30, words: 900, textsWith: new Map([[1, 20]]) };
    expect((await models()).map(({ rankingModel }) => rankingModel.words)).toEqual(
      Array(3).fill(state.words),
    );
    const [served] = await models();
    expect(withWords(served, state.words)).toBe(withWords(served, state.words));
    const others = await models(tenantId('ten_b'));
    expect(others.map(({ rankingModel }) => rankingModel.words)).toEqual([undefined, undefined]);
  });

  it('of a shared tier have no words once they are trained, as they were fitted without any', async () => {
    const { state, models } = world([stored('tenant', 't1'), stored('domain', 'd1')]);
    state.words = { version: 'w1', texts: 30, words: 900, textsWith: new Map([[1, 20]]) };
    expect((await models()).map(({ rankingModel }) => rankingModel.words?.version)).toEqual([
      'w1',
      undefined,
      'w1',
    ]);
  });

  it('are the priors until something is trained, then the most specific first', async () => {
    const { state, versions } = world([]);
    expect(await versions()).toEqual(priors);
    state.models = [stored('tenant', 't1')];
    expect(await versions()).toEqual(priors);
    state.version++;
    expect(await versions()).toEqual(['tenant t1', ...priors]);
    expect(await versions(tenantId('ten_b'))).toEqual(priors);
    state.models = [stored('tenant', 't1'), stored('domain', 'd1')];
    state.version++;
    expect(await versions()).toEqual(['tenant t1', 'domain d1', priors[1]]);
  });

  it('are read once, however often they are requested and whatever else changes', async () => {
    const { state, versions } = world([stored('tenant', 't1')]);
    await Promise.all([versions(), versions(), versions()]);
    state.version++;
    await versions();
    expect(state.loads).toEqual(['t1']);
    state.models = [stored('tenant', 't2')];
    state.version++;
    await versions();
    expect(state.loads).toEqual(['t1', 't2']);
  });

  it('are read again after an erasure, and again from the new files', async () => {
    const { state, versions } = world([stored('tenant', 't1'), stored('domain', 'd1')]);
    await versions();
    state.models = [{ ...stored('tenant', 't1'), erased: ['ana'] }, stored('domain', 'd1')];
    state.version++;
    await versions();
    const files = [{ part: 'people.json', key: 'ten_a/models/run_1/2-people.json', bytes: 2, sha256: '' }];
    state.models = [{ ...stored('tenant', 't1'), files }, stored('domain', 'd1')];
    state.version++;
    await versions();
    expect(state.loads).toEqual(['t1', 'd1', 't1', 't1']);
  });

  it('skip a model of another schema, and one that cannot be read', async () => {
    const { state, versions } = world([stored('tenant', 'old', 'dating.v9'), stored('domain', 'broken')]);
    expect(await versions()).toEqual(priors);
    expect(state.failures).toEqual(['broken']);
  });

  it('serve with the level that the tenant’s outcomes have fitted, under the same version', async () => {
    const { state, models } = world([]);
    const before = await models();
    const line = { kind: 'platt', slope: 0.5, offset: -1 } as const;
    const curves = { default: line, sides: {} };
    const stored = {
      tenantId: TENANT,
      domain: 'dating',
      version: before[0].version,
      outcomes: 40,
      standing: 40,
      curves: { light_ml: curves, embedding: curves, cross_encoder: curves },
      fittedAt: '2026-01-01T00:00:00.000Z',
    };
    state.calibrations = [stored];
    expect(await models(), 'until the number of the models grows').toEqual(before);
    state.version++;
    const [domain, general] = await models();
    expect(domain).toMatchObject({ tier: 'domain', calibrated: true });
    expect(domain.version).toBe(before[0].version);
    expect(domain.rankingModel.card.calibration.embedding.default).toEqual(line);
    expect(domain.rankingModel.card.scorecard).toBe(before[0].rankingModel.card.scorecard);
    expect(general).toMatchObject({ tier: 'general', calibrated: false });
    expect(await models(tenantId('ten_b'))).toEqual(before);
    state.calibrations = [{ ...stored, curves: null }];
    state.version++;
    expect(await models(), 'when outcomes were withdrawn').toEqual(before);
  });
});
