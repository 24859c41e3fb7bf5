import { describe, expect, it } from 'vitest';
import { shippedDomain } from '../../domains/shipped-domains.ts';
import { EVERY_DOMAIN, type ModelHead, SHARED_OWNER } from '../../storage/learning-store.ts';
import { type DomainHead, encodeDomainHead } from '../domain-head.ts';
import { generalKinds, multipliersOf } from './general-kinds.ts';
import { headOfSchema } from './head-of-schema.ts';
import { loadHead } from './load-head.ts';
import { generalPrior } from './model-catalog.ts';

const dating = shippedDomain('dating')!;
const hiring = shippedDomain('hiring')!;
const prior = generalPrior(dating);
const encoded = encodeDomainHead({ ...prior, card: { ...prior.card, version: 'general@1' } });
const figures = Object.fromEntries(generalKinds.map((kind, at) => [kind, at / 2]));
const elsewhere = {
  version: 'general@2',
  trained_at: '2026-01-01T00:00:00.000Z',
  outcomes: 10,
  triplets: 20,
  multipliers: multipliersOf({ figures }),
};

function stored(given: Partial<ModelHead>): ModelHead {
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
const read = (head: ModelHead): Promise<DomainHead> => loadHead({ read: fileOf }, head);

describe('a kept head', () => {
  it('is of one schema, and of no other', () => {
    const head = stored({ domain: 'dating', tier: 'domain', card: { schema_version: 'dating.v1' } });
    expect(headOfSchema(head, dating)).toBe(head);
    expect(headOfSchema(head, hiring)).toBeNull();
  });

  it('of the general tier is in each schema what it was judged as, under the version that it had then', async () => {
    const head = headOfSchema(stored({}), dating)!;
    expect(head.version).toBe('general@1');
    expect((await read(head)).card).toEqual({ ...prior.card, version: 'general@1' });
  });

  it('serves another schema by its multipliers where it has proved itself, and not where it has not', async () => {
    const head = await read(headOfSchema(stored({}), hiring)!);
    expect(head.card).toMatchObject({ version: 'general@2', schema_version: 'hiring.v1', outcomes: 10 });
    const before = generalPrior(hiring).card.scorecard;
    const weightOf = ({ terms }: typeof before, name: string) =>
      terms.find((term) => term.name === name)!.weight;
    const overlap = weightOf(before, 'skills') * figures.overlap!;
    expect(weightOf(head.card.scorecard, 'skills')).toBeCloseTo(overlap, 6);
    expect(weightOf(head.card.scorecard, 'location')).toBe(0);
    const card = { format: 'general-1', by_schema: { 'dating.v1': encoded.card }, elsewhere: null };
    expect(headOfSchema(stored({ card }), hiring)).toBeNull();
  });
});
