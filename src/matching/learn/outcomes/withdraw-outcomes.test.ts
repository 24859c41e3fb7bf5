/** A withdrawal that reaches the bound of a call, over a real store. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALPHA, sampleWrite } from '../../../platform/storage/testing/sample-profiles.ts';
import type { StoreUnderTest } from '../../../platform/storage/testing/store-under-test.ts';
import { storesUnderTest } from '../../../platform/storage/testing/stores-under-test.ts';
import { meeting } from '../fit/testing/two-sided-world.ts';
import { createRunMaker } from '../runs/run-maker.ts';
import { withdrawOutcomes } from './withdraw-outcomes.ts';

const AT = '2026-01-01T00:00:00.000Z';
const polarities = { accepted: 1, rejected: -1 };
const CANDIDATES = 300;
let under: StoreUnderTest;

beforeAll(async () => {
  under = await storesUnderTest[0]!.open();
  const people = Array.from({ length: CANDIDATES }, (_, n) => `p${n}`);
  await under.store.profiles.write(['ana', ...people].map((userId) => sampleWrite(userId)));
  await under.store.learning.recordFeedback({
    tenantId: ALPHA,
    domain: 'dating',
    polarities,
    eligibility: { candidates: 'any', sides: undefined, mutual: false },
    at: AT,
    items: people.map((candidateId, index) => ({
      ...{ index, seekerId: 'ana', candidateId, label: index % 2 === 0 ? 'accepted' : 'rejected' },
      ...{ weight: 1, matchId: null },
    })),
    automatic: null,
    keyId: null,
  });
}, 60_000);
afterAll(() => under?.dispose());

it('says how many are left, and starts no run before the last call', async () => {
  const { learning } = under.store;
  const deps = {
    learning,
    keys: { key: async () => null },
    domainFor: async () => ({
      definition: { ...meeting, domain: 'dating' },
      labels: polarities,
      threshold: 1,
    }),
    makeRun: createRunMaker(learning, Date.now),
    wake: () => {},
    clock: Date.now,
  };
  const withdraw = () =>
    withdrawOutcomes(deps, ALPHA, { domain: 'dating', seeker_id: 'ana', dry_run: false }, 1);
  const first = await withdraw();
  expect(first.withdrawn).toBeGreaterThan(0);
  expect(first).toMatchObject({ remaining: CANDIDATES - first.withdrawn, run_id: null });
  expect(first.remaining).toBeGreaterThan(0);
  expect(await withdraw()).toMatchObject({ withdrawn: first.remaining, remaining: 0 });
  expect(await withdraw()).toMatchObject({ withdrawn: 0, remaining: 0, run_id: null });
});
