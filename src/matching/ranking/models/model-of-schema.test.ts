import { describe, expect, it } from 'vitest';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import {
  EVERY_DOMAIN,
  SHARED_OWNER,
  type StoredRankingModel,
} from '../../../platform/storage/learning-store.ts';
import { encodeRankingModel, type RankingModel } from '../ranking-model.ts';
import { generalKinds, multipliersOf } from './general-kinds.ts';
import { loadRankingModel } from './load-ranking-model.ts';
import { generalPrior } from './model-catalog.ts';
import { modelOfSchema } from './model-of-schema.ts';

const dating = shippedDomain('dating')!;
const hiring = shippedDomain('hiring')!;
const prior = generalPrior(dating);
const encoded = encodeRankingModel({ ...prior, card: { ...prior.card, version: 'general@1' } });
const figures = Object.fromEntries(generalKinds.map((kind, at) => [kind, at / 2]));
const elsewhere = {
  version: 'general@2',
  trained_at: '2026-01-01T00:00:00.000Z',
  outcomes: 10,
  triplets: 20,
  multipliers: multipliersOf({ figures }),
};

function stored(given: Partial<StoredRankingModel>): StoredRankingModel {
  return {
    tenantId: SHARED_OWNER,
    domain: EVERY_DOMAIN,
    tier: 'general',
    version: 'general@2',
    runId: 'run_2',
    card: { format: 'general-1', by_schema: { 'dating.v1': encoded.card }, elsewhere },
    files: [...encoded.files.keys()].map((part) => ({ part, key: part, bytes: 0, sha256: '' })),
    createdAt: '2026-01-01T00:00:00.000Z',
    deployedAt: '2026-01-01T00:00:00.000Z',
    inForce: true,
    erased: [],
    ...given,
  };
}

async function* fileOf(key: string) {
  yield encoded.files.get(key)!;
}
const read = (model: StoredRankingModel): Promise<RankingModel> => loadRankingModel({ read: fileOf }, model);

describe('a stored model', () => {
  it('is of one schema, and of no other', () => {
    const model = stored({ domain: 'dating', tier: 'domain', card: { schema_version: 'dating.v1' } });
    expect(modelOfSchema(model, dating)).toBe(model);
    expect(modelOfSchema(model, hiring)).toBeNull();
  });

  it('of the general tier has the validated card and version in each schema', async () => {
    const model = modelOfSchema(stored({}), dating)!;
    expect(model.version).toBe('general@1');
    expect((await read(model)).card).toEqual({ ...prior.card, version: 'general@1' });
  });

  it('serves another schema by its multipliers where it has proved itself, and not where it has not', async () => {
    const model = await read(modelOfSchema(stored({}), hiring)!);
    expect(model.card).toMatchObject({ version: 'general@2', schema_version: 'hiring.v1', outcomes: 10 });
    const before = generalPrior(hiring).card.scorecard;
    const weightOf = ({ terms }: typeof before, name: string) =>
      terms.find((term) => term.name === name)!.weight;
    const overlap = weightOf(before, 'skills') * figures.overlap!;
    expect(weightOf(model.card.scorecard, 'skills')).toBeCloseTo(overlap, 6);
    expect(weightOf(model.card.scorecard, 'location')).toBe(0);
    const card = { format: 'general-1', by_schema: { 'dating.v1': encoded.card }, elsewhere: null };
    expect(modelOfSchema(stored({ card }), hiring)).toBeNull();
  });
});
