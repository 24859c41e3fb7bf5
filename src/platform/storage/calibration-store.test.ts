/** Calibrations of tenants, and the outcomes they rest on, over every store and through two at once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StoredCalibration } from './calibration-store.ts';
import type { Store } from './store.ts';
import { ALPHA, BETA, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const AT = '2026-03-01T12:00:00.000Z';
const curves = { light_ml: { default: { kind: 'platt', slope: 0.5, offset: -1 }, sides: {} } };
const calibration: StoredCalibration = {
  tenantId: ALPHA,
  domain: 'dating',
  version: 'prior-dating.v1@1',
  outcomes: 20,
  standing: 21,
  curves,
  fittedAt: AT,
};

describe.each(storesUnderTest)('$name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;
  let another: Store;

  beforeAll(async () => {
    under = await open();
    ({ store, another } = under);
  });
  beforeEach(async () => {
    await under.empty();
    await store.profiles.write(['ana', 'ben', 'cem', 'dan'].map((userId) => sampleWrite(userId)));
  });
  afterAll(() => under.dispose());

  const decide = (seekerId: string, candidateId: string, label: string, minute: number) => {
    const at = new Date(Date.parse(AT) + minute * 60_000).toISOString();
    return store.outcomes.record(ALPHA, 'dating', [
      { seekerId, candidateId, label, weight: 1, matchId: null, at },
    ]);
  };
  const ids = async (limit: number) =>
    (await another.calibrations.newestOutcomes(ALPHA, 'dating', limit)).map(
      ({ seekerId, candidateId, label }) => `${seekerId} ${candidateId} ${label}`,
    );

  test('a later calibration of a version replaces the earlier one, and every process sees it', async () => {
    const version = await another.learning.modelsVersion();
    await store.calibrations.keepCalibration(calibration);
    await store.calibrations.keepCalibration({ ...calibration, version: 'other', curves: null });
    await store.calibrations.keepCalibration({ ...calibration, outcomes: 40, standing: 44 });
    expect(await another.learning.modelsVersion()).toBe(version + 3);
    expect(await another.calibrations.calibrations(ALPHA, 'dating')).toEqual([
      { ...calibration, version: 'other', curves: null },
      { ...calibration, outcomes: 40, standing: 44 },
    ]);
    expect(await another.calibrations.calibrations(ALPHA, 'hiring')).toEqual([]);
    expect(await another.calibrations.calibrations(BETA, 'dating')).toEqual([]);
  });

  test('an outcome says whether its pair was shown, to this seeker in this domain', async () => {
    await decide('ana', 'ben', 'accepted', 1);
    await decide('ben', 'ana', 'accepted', 2);
    await store.learning.recordShown({
      ...{ tenantId: ALPHA, matchId: 'match_1', domain: 'dating', seekerId: 'ana', atMs: Date.parse(AT) },
      candidates: [{ userId: 'ben', score: 0.5 }],
      answer: { request: null, models_used: {}, degraded: [], trace: [] },
    });
    const newest = await another.calibrations.newestOutcomes(ALPHA, 'dating', 10);
    expect(newest.map(({ seekerId, isShown }) => [seekerId, isShown])).toEqual([
      ['ana', true],
      ['ben', false],
    ]);
  });

  test('the newest current outcomes are read oldest first, and counted', async () => {
    await decide('ana', 'ben', 'accepted', 1);
    await decide('ana', 'cem', 'rejected', 2);
    await decide('ben', 'ana', 'rejected', 3);
    await decide('ana', 'ben', 'rejected', 4);
    expect(await ids(10)).toEqual(['ana cem rejected', 'ben ana rejected', 'ana ben rejected']);
    expect(await ids(2)).toEqual(['ben ana rejected', 'ana ben rejected']);
    expect(await another.calibrations.standingOutcomes()).toEqual([
      { tenantId: ALPHA, domain: 'dating', standing: 3 },
    ]);
    await store.profiles.erase(ALPHA, 'ben', null);
    expect(await ids(10)).toEqual(['ana cem rejected']);
    expect(await another.calibrations.standingOutcomes()).toEqual([
      { tenantId: ALPHA, domain: 'dating', standing: 1 },
    ]);
  });
});
