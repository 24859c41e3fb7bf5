/** Claims of servers that live, die and start again, on each store. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALPHA } from '../../../platform/storage/testing/sample-profiles.ts';
import type { StoreUnderTest } from '../../../platform/storage/testing/store-under-test.ts';
import { storesUnderTest } from '../../../platform/storage/testing/stores-under-test.ts';
import { type ClaimTimes, type OpenClaims, openClaims } from './open-claims.ts';

const key = { tenant: ALPHA, route: 'POST /v1/users', key: 'k' };
const claim = { ...key, fingerprint: 'f', people: ['ana'], nowMs: 0, ttlMs: 1000 };
const answer = (by: string) => ({ status: 200, body: `{"by":"${by}"}`, requestId: by });
const times: ClaimTimes = { leaseMs: 30_000, renewEveryMs: 20, lookEveryMs: 5, longestMs: 120_000 };

describe.each(storesUnderTest)('claims in the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let one: OpenClaims;
  let other: OpenClaims;
  /** A server that is killed after its claim. */
  const killed = (leaseMs = 50) => ({ ...claim, owner: 'killed', leaseMs });

  beforeAll(async () => {
    under = await open();
  });
  beforeEach(async () => {
    await under.empty();
    one = openClaims(under.store.idempotency, times);
    other = openClaims(under.another.idempotency, times);
  });
  afterAll(() => under.dispose());

  test('of a server that lives are never taken over, and the other calls are refused', async () => {
    expect(await one.claim(claim)).toEqual({ state: 'claimed' });
    expect(await one.claim(claim)).toMatchObject({ state: 'in_progress' });
    expect(await other.claim(claim)).toMatchObject({ state: 'in_progress' });
    await one.finish(key, answer('one'), []);
    expect(await other.claim(claim)).toEqual({ state: 'done', answer: answer('one') });
  });

  test('that end while another server is asked give their answer, or the key', async () => {
    const slow = { ...times, renewEveryMs: 60_000 };
    const first = openClaims(under.store.idempotency, slow);
    await first.claim(claim);
    const waiting = other.claim(claim);
    await first.finish(key, answer('first'), []);
    expect(await waiting).toEqual({ state: 'done', answer: answer('first') });
    const failing = { ...key, key: 'fails' };
    await first.claim({ ...claim, ...failing });
    const next = other.claim({ ...claim, ...failing });
    await first.release(failing);
    expect(await next).toEqual({ state: 'claimed' });
    await other.release(failing);
  });

  test('of a killed server pass to the first call after it, without another retry, and to no second one', async () => {
    await under.store.idempotency.claim(killed());
    const found = await Promise.all([one.claim(claim), other.claim(claim)]);
    expect(found.map(({ state }) => state).toSorted()).toEqual(['claimed', 'in_progress']);
    const [winner, loser] = found[0].state === 'claimed' ? [one, other] : [other, one];
    await under.store.idempotency.finish({ ...key, owner: 'killed' }, answer('killed'), []);
    await winner.finish(key, answer('winner'), []);
    expect(await loser.claim(claim)).toEqual({ state: 'done', answer: answer('winner') });
  });

  test('with another body are refused at once, whoever lives', async () => {
    await under.store.idempotency.claim(killed(30_000));
    expect(await one.claim({ ...claim, fingerprint: 'other' })).toEqual({ state: 'mismatch' });
  });

  test('of a request that never ends are given up', async () => {
    const short = openClaims(under.store.idempotency, { ...times, leaseMs: 100, longestMs: 10 });
    await short.claim(claim);
    expect(await other.claim(claim)).toEqual({ state: 'claimed' });
    await other.release(key);
  });
});
