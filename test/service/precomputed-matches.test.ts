/**
 * Matches that a product computes in advance were seen by no one. They are no evidence: with and without them
 * a run learns the same from the same decisions.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectedCalibrationError } from '../../src/matching/learn/evaluate/calibration.ts';
import { fitRankingModel } from '../../src/matching/learn/fit/fit-ranking-model.ts';
import { scorePairs } from '../../src/matching/learn/fit/score-pairs.ts';
import { buildTrainingSet } from '../../src/matching/learn/set/build-training-set.ts';
import type { TrainingSet } from '../../src/matching/learn/training-set.ts';
import { domainPrior } from '../../src/matching/ranking/models/model-catalog.ts';
import { mean } from '../../src/platform/numeric/statistics.ts';
import { decide, peopleWithTastes } from '../support/people-with-tastes.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const EACH_SIDE = 110;
const DECIDING = 70;
/** One of so many decisions of a seeker is reported; the others are held out. */
const REPORTED_OF = 40;
const HOUR_MS = 3_600_000;

const { seekers, candidates } = peopleWithTastes(EACH_SIDE, 11);
const decisions = seekers
  .slice(0, DECIDING)
  .flatMap((seeker, turn) => decide(seeker, candidates, 3).map((item, n) => ({ item, turn: turn + n })));
const isReported = ({ turn }: { readonly turn: number }) => turn % REPORTED_OF === 0;
const reported = decisions.filter(isReported).map(({ item }) => item);
const heldOutItems = decisions.filter((decision) => !isReported(decision)).map(({ item }) => item);
let service: ComposedService;
let frozenAt: string;

beforeAll(async () => {
  service = await composed();
  frozenAt = new Date(Date.now() + HOUR_MS).toISOString();
  for (const { userId, gender, fields } of [...seekers, ...candidates])
    await service.send('users', { user_id: userId, domain: 'dating', fields: { gender, ...fields } });
}, 120_000);
afterAll(() => service?.stop());

const match = async (user_id: string, limit: number) =>
  (await service.send('match', { user_id, domain: 'dating', limit })).body;

async function frozen(): Promise<TrainingSet> {
  const { tenantId } = await service.accounts.findTenant('main');
  const { definition } = await service.accounts.domainFor(tenantId, 'dating');
  return buildTrainingSet(service.store, {
    tier: 'tenant',
    definition,
    encoderId: 'none@1#00000000',
    frozenAt,
    sources: [{ tenantId, polarities: { accepted: 1, rejected: -1 } }],
    runId: null,
  });
}

/** The probabilities that a model, fitted to all of the set, gives the held-out decisions. */
async function learned(set: TrainingSet) {
  const model = await fitRankingModel(set, {
    rows: Uint32Array.from(set.outcomes.seekers.keys()),
    base: domainPrior(set.definition),
    version: 'tenant-dating.v1@test',
    seed: 1,
  });
  // Without the people who were drawn for triplets, which differ from run to run.
  const decided = [...set.outcomes.seekers, ...set.outcomes.candidates];
  const numbers = new Map(decided.map((number) => [set.outcomes.people[number]!, number]));
  const heldOut = heldOutItems.filter(
    (item) => numbers.has(item.seeker_id) && numbers.has(item.candidate_id),
  );
  const pairs = {
    people: set.outcomes.people,
    seekers: Uint32Array.from(heldOut, ({ seeker_id }) => numbers.get(seeker_id)!),
    candidates: Uint32Array.from(heldOut, ({ candidate_id }) => numbers.get(candidate_id)!),
  };
  const scores = await scorePairs(model, set).score(pairs);
  const labels = Uint8Array.from(heldOut, ({ outcome }) => Number(outcome === 'accepted'));
  const weights = new Float64Array(labels.length).fill(1);
  const clusters = new Uint32Array(labels.length);
  const ece = expectedCalibrationError({ scores, labels, weights, clusters })(Float64Array.of(1));
  return { predicted: mean(scores), observed: mean(labels), ece, pairs: labels.length };
}

test('a hundred for everybody leave the calibration as it was', async () => {
  const { body } = await service.send('feedback', { domain: 'dating', items: reported });
  expect(body.accepted).toBe(reported.length);
  // One answer is really looked at, down to the third candidate.
  const seen = await match('w0', 10);
  const third = { seeker_id: 'w0', candidate_id: seen.matches[2].user_id, outcome: 'rejected' };
  await service.send('feedback', { domain: 'dating', items: [{ ...third, match_id: seen.match_id }] });
  const before = await learned(await frozen());
  for (const { userId } of [...seekers, ...candidates]) {
    expect((await match(userId, 100)).matches.length).toBeGreaterThan(90);
  }
  const set = await frozen();
  expect(await learned(set)).toEqual(before);
  expect(Array.from(set.shown.candidates, (number) => set.people[number]!.userId)).toEqual(
    seen.matches.slice(0, 3).map(({ user_id }: { readonly user_id: string }) => user_id),
  );
  expect(before.pairs).toBeGreaterThan(1000);
  expect(Math.abs(before.predicted - before.observed)).toBeLessThan(0.05);
}, 180_000);
