/**
 * Experiments over HTTP with all real parts: assignment, rankings of an arm, stored data, results and ends.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTaskParts } from '../../src/composition/open-task-parts.ts';
import { openSchedules } from '../../src/composition/open-tasks.ts';
import { tenantId } from '../../src/contract/brands.ts';
import { type Experiment, Experiment as ExperimentSchema } from '../../src/contract/experiment.ts';
import { MatchResult } from '../../src/contract/match.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const HOUR_MS = 3_600_000;
const time = { nowMs: Date.parse('2026-06-01T08:00:00.000Z') };
let service: ComposedService;
let operatorKey: string;
let tenant: string;

const women = Array.from({ length: 40 }, (_, n) => `w${n}`);
const men = Array.from({ length: 12 }, (_, n) => `m${n}`);
const places = ['Lisbon, Portugal', 'Porto, Portugal'];

beforeAll(async () => {
  service = await composed({ '--job-workers': '0' }, {}, { clock: () => time.nowMs });
  operatorKey = (await service.accounts.createOperatorKey({ rate: 100_000, burst: 100_000 })).key;
  tenant = (await service.accounts.findTenant('main')).tenantId;
  for (const [n, id] of women.entries()) await put(id, 'woman', 'man', 30, places[n % 2]!);
  for (const [n, id] of men.entries()) await put(id, 'man', 'woman', 28 + n, places[n % 2]!);
}, 120_000);
afterEach(async () => {
  const { body } = await ask('GET', 'experiments?limit=1');
  if (['running', 'paused'].includes(body.data[0]?.state)) await stop(body.data[0].id);
});
afterAll(() => service?.stop());

async function put(user_id: string, gender: string, wanted: string, age: number, location: string) {
  const fields = { age, gender, location, relationship_goal: 'long_term' };
  const preferences = { gender: [wanted] };
  const answer = await service.send('users', { user_id, domain: 'dating', fields, preferences });
  expect(answer.status, answer.text).toBe(200);
}
async function ask(method: 'GET' | 'POST', path: string, body?: object, key = operatorKey) {
  const headers = { authorization: `Bearer ${key}` };
  const url = `/v1/${path}`;
  const answer = await service.server.inject({ method, url, headers, ...(body && { payload: body }) });
  return { status: answer.statusCode, body: answer.json(), text: answer.body };
}
const stop = (id: string) => ask('POST', `experiments/${id}/stop`);

/** The treatment prefers the other place. */
const farther = {
  name: 'farther',
  scorecard_change: {
    distance: {
      knots: [
        [0, -5],
        [100, 5],
      ],
    },
  },
};
const settings = () => ({
  tenant_id: tenant,
  domain: 'dating',
  name: 'Farther',
  design: 'split',
  arms: [{ name: 'usual' }, farther],
  primary_metric: 'positive_rate',
  stop: { smallest_effect: 0.1 },
});
async function begin(other: object = {}): Promise<Experiment> {
  // Ids grow with time, and the newest is first.
  time.nowMs += 1000;
  const answer = await ask('POST', 'experiments', { ...settings(), ...other });
  expect(answer.status, answer.text).toBe(200);
  return ExperimentSchema.parse(answer.body);
}
async function match(user_id: string, more: object = {}): Promise<MatchResult> {
  const answer = await service.send('match', { user_id, domain: 'dating', limit: 6, ...more });
  expect(answer.status, answer.text).toBe(200);
  return MatchResult.parse(answer.body);
}
/** 0: Lisbon, 1: Porto. */
const placeOf = (id: string) => Number(id.slice(1)) % 2;
const idsOf = ({ matches }: MatchResult) => matches.map(({ user_id }) => user_id);
const armsOf = async (ids: readonly string[]) => {
  const arms: Record<string, string | null | undefined> = {};
  for (const id of ids) arms[id] = (await match(id)).experiment?.arm;
  return arms;
};

describe('a split', () => {
  test('serves each seeker with one arm, which the answer and the stored match name', async () => {
    const { id } = await begin();
    const first = await armsOf(women);
    expect(new Set(Object.values(first))).toEqual(new Set(['usual', 'farther']));
    expect(await armsOf(women)).toEqual(first);
    const { match_id, experiment } = await match('w0');
    expect(experiment).toEqual({ id, arm: first.w0 });
    const stored = await service.send(`matches/${match_id}`);
    expect(stored.body.experiment).toEqual({ id, arm: first.w0 });
    const exported = await service.send('users/w0/export');
    expect(exported.status).toBe(200);
  });

  test('a paused one ranks as usual; when it goes on, seekers keep their arms', async () => {
    const before = new Map<string, string[]>();
    for (const id of women) before.set(id, idsOf(await match(id)));
    const { id } = await begin();
    const arms = await armsOf(women);
    expect((await ask('POST', `experiments/${id}/resume`)).body.error.code).toBe('conflict');
    const paused = await ask('POST', `experiments/${id}/pause`);
    expect([paused.status, paused.body.state]).toEqual([200, 'paused']);
    expect((await ask('POST', `experiments/${id}/pause`)).body.error).toMatchObject({
      code: 'conflict',
      details: { state: 'paused' },
    });
    for (const seeker of women) {
      const answer = await match(seeker);
      expect(answer.experiment).toBeUndefined();
      expect(idsOf(answer)).toEqual(before.get(seeker));
    }
    expect((await ask('POST', 'experiments', settings())).status).toBe(409);
    expect((await ask('POST', `experiments/${id}/resume`)).body.state).toBe('running');
    expect(await armsOf(women)).toEqual(arms);
    await ask('POST', `experiments/${id}/pause`);
    expect((await stop(id)).body).toMatchObject({ state: 'ended', ended_by: 'operator' });
    expect((await ask('POST', `experiments/${id}/resume`)).body.error.details.state).toBe('ended');
    expect((await ask('POST', 'experiments/exp_none/pause')).status).toBe(404);
    expect((await ask('POST', `experiments/${id}/pause`, undefined, service.key)).status).toBe(403);
  });

  test('the treatment ranks with its points, the control as usual', async () => {
    const usual = new Map<string, string[]>();
    for (const id of women) usual.set(id, idsOf(await match(id)));
    await begin();
    let changed = 0;
    for (const id of women) {
      const result = await match(id);
      if (result.experiment!.arm === 'usual') expect(idsOf(result)).toEqual(usual.get(id));
      else {
        expect(idsOf(result).every((man) => placeOf(man) !== placeOf(id))).toBe(true);
        if (idsOf(result).join() !== usual.get(id)!.join()) changed += 1;
      }
    }
    expect(changed).toBeGreaterThan(0);
  });

  test('requests with their own stages or weights, and unrecorded ones, stay out', async () => {
    await begin();
    expect((await match('w0', { stages: { light_ml: { model: 'general' } } })).experiment).toBeUndefined();
    expect((await match('w0', { weights: { distance: 2 } })).experiment).toBeUndefined();
    expect((await match('w0', { record: false })).experiment).toBeUndefined();
    expect((await match('w0')).experiment).toBeDefined();
  });

  test('results are computed from outcomes, and end it by the rule', async () => {
    const { id } = await begin({ days: 2 });
    for (const woman of women) {
      const { matches, experiment } = await match(woman);
      const liked = experiment!.arm === 'farther' ? matches : [];
      const items = liked.map(({ user_id }) => ({
        seeker_id: woman,
        candidate_id: user_id,
        outcome: 'accepted',
      }));
      if (items.length > 0) await service.send('feedback', { domain: 'dating', items });
    }
    time.nowMs += HOUR_MS;
    const { status, body } = await stop(id);
    expect(status).toBe(200);
    const { result, decision, state, ended_by, history } = ExperimentSchema.parse(body);
    expect([state, ended_by]).toEqual(['ended', 'operator']);
    const [control, treatment] = result!.arms;
    expect(control!.units + treatment!.units).toBe(women.length);
    expect([control!.value, treatment!.value]).toEqual([0, 1]);
    expect(decision).toMatch(/^Nothing can be said yet/);
    expect(history).toHaveLength(1);
    expect((await match('w0')).experiment).toBeUndefined();
    expect((await stop(id)).body.error.code).toBe('conflict');
  });

  test('after its days it takes no more matches, and the schedule ends it', async () => {
    const { id } = await begin({ days: 1 });
    time.nowMs += 25 * HOUR_MS;
    expect((await match('w1')).experiment).toBeUndefined();
    const parts = await openTaskParts(service.settings, { onError: expect.fail, onNotice: () => {} });
    const schedule = openSchedules({ ...parts, clock: () => time.nowMs }).find(
      ({ kind }) => kind === 'measure_experiments',
    )!;
    await schedule.run({ signal: new AbortController().signal } as never);
    await parts.close();
    const { body } = await ask('GET', `experiments/${id}`);
    expect(body.ended_by).toBe('calendar');
  });
});

describe('other designs', () => {
  test('clusters put both sides of a place into one arm', async () => {
    await begin({ design: 'cluster' });
    const arms = await armsOf([...women, ...men]);
    const of = (place: number) =>
      new Set(Object.entries(arms).flatMap(([id, arm]) => (placeOf(id) === place ? [arm] : [])));
    expect(of(0).size).toBe(1);
    expect(of(1).size).toBe(1);
  });

  test('a switchback changes the arm of a cluster from day to day', async () => {
    await begin({ design: 'switchback' });
    const seen = new Set<string | null | undefined>();
    for (let day = 0; day < 12; day++) {
      const arms = await armsOf(['w0', 'm0']);
      expect(arms.w0).toBe(arms.m0);
      seen.add(arms.w0);
      time.nowMs += 24 * HOUR_MS;
    }
    expect(seen).toEqual(new Set(['usual', 'farther']));
  });

  test('interleaving draws from both arms and credits the one that gave the candidate', async () => {
    const { id } = await begin({ design: 'interleaving' });
    for (const woman of women) {
      const { matches, experiment } = await match(woman);
      expect(experiment).toEqual({ id, arm: null });
      expect(new Set(matches.map(({ user_id }) => user_id)).size).toBe(matches.length);
      // Each woman takes men of the other place, as the treatment proposes.
      const taken = matches.filter(({ user_id }) => placeOf(user_id) !== placeOf(woman));
      const items = taken.map(({ user_id }) => ({
        seeker_id: woman,
        candidate_id: user_id,
        outcome: 'accepted',
      }));
      await service.send('feedback', { domain: 'dating', items });
    }
    expect((await match('w0', { explain: true })).experiment).toBeUndefined();
    const { result } = ExperimentSchema.parse((await stop(id)).body);
    const [control, treatment] = result!.arms;
    expect(control!.matches).toBe(women.length);
    expect(treatment!.positives).toBeGreaterThan(control!.positives);
    expect(control!.shown + treatment!.shown).toBe(6 * women.length);
  });
});

describe('a shadow experiment', () => {
  test('shows what is usual, and replays both arms off the request path', async () => {
    // Seekers of their own: the others have decided on men, and may have no more left than one answer holds.
    const seekers = ['w100', 'w101', 'w102'] as const;
    for (const [n, seeker] of seekers.entries()) await put(seeker, 'woman', 'man', 30, places[n % 2]!);
    const [first, second, third] = seekers;
    const usual = idsOf(await match(first));
    const { id } = await begin({ design: 'shadow' });
    const { experiment, match_id, ...result } = await match(first);
    expect(experiment).toBeUndefined();
    expect(idsOf({ match_id, ...result })).toEqual(usual);
    await match(second, { candidate_user_ids: men });
    await match(second, { filters: { exclude_user_ids: ['m0'] } });
    await match(third);
    const summary = () => service.store.experiments.shadow(tenantId(tenant), id);
    while ((await summary()).compared < 2) await new Promise((resolve) => setTimeout(resolve, 50));
    const { result: found, decision } = ExperimentSchema.parse((await stop(id)).body);
    const { replayed, overlap, failed, mean_ms } = found!.shadow!;
    expect([replayed, failed]).toEqual([2, 0]);
    // «usual» shows people of the own place, «farther» people of the other place.
    expect(overlap).toBeLessThan(1);
    expect(mean_ms.every((ms) => ms! > 0)).toBe(true);
    expect(decision).toMatch(/^«farther» shows .* % of the candidates that «usual» shows, in 2 replays\./);
    expect(found!.arms.map(({ matches }) => matches)).toEqual([0, 0]);
  });

  test('samples a share of the requests', async () => {
    const { id } = await begin({ design: 'shadow', share: 0.000_001 });
    await match('w3');
    expect((await service.store.experiments.takeShadow(tenantId(tenant), id))?.requestId).toBeUndefined();
  });
});

describe('what is refused', () => {
  test('a second experiment of the domain, by name of the first', async () => {
    const { id } = await begin();
    const second = await ask('POST', 'experiments', settings());
    expect([second.status, second.body.error.code]).toEqual([409, 'conflict']);
    expect(second.body.error.details).toEqual({ experiment_id: id, state: 'running' });
  });

  test.each([
    ['an unknown tenant', { tenant_id: 'ten_none' }, 404, 'not_found', /no tenant/],
    ['an unknown domain', { domain: 'walks' }, 404, 'domain_not_found', /walks/],
    ['one arm', { arms: [{ name: 'usual' }] }, 400, 'invalid_request', /arms/],
    ['two arms of one name', { arms: [{ name: 'a' }, { name: 'a' }] }, 400, 'invalid_request', /must differ/],
    ['no smallest effect', { stop: {} }, 400, 'invalid_request', /stop\.smallest_effect/],
    [
      'tier beside version',
      { arms: [{ name: 'a' }, { name: 'b', tier: 'general', version: 'x' }] },
      400,
      'invalid_request',
      /arms\[1\]\.tier: cannot stand beside/,
    ],
    [
      'a tier that does not exist',
      { arms: [{ name: 'a' }, { name: 'b', tier: 'tenant' }] },
      422,
      'model_unavailable',
      /tenant tier/,
    ],
    [
      'an unknown version',
      { arms: [{ name: 'a' }, { name: 'b', version: 'dating-7' }] },
      400,
      'invalid_request',
      /arms\[1\]\.version: names no model of the domain: «dating-7»/,
    ],
    [
      'points of an unknown term',
      { arms: [{ name: 'a' }, { name: 'b', scorecard_change: { charm: { missing: 1 } } }] },
      400,
      'invalid_request',
      /arms\[1\]\.scorecard_change\.charm: is no term/,
    ],
    [
      'a cluster by a field that is no place',
      { cluster: { place_field: 'age' } },
      400,
      'invalid_request',
      /cluster\.place_field: must be a geo field/,
    ],
    [
      'a control with settings in a shadow experiment',
      { design: 'shadow', arms: [farther, { name: 'usual' }] },
      400,
      'invalid_request',
      /arms\[0\]: must have a name alone/,
    ],
    ['an unknown key', { share: 0.5, sampling: 1 }, 400, 'invalid_request', /sampling/],
  ])('%s', async (_, other, status, code, message) => {
    const answer = await ask('POST', 'experiments', { ...settings(), ...other });
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([status, code]);
    expect(answer.body.error.message).toMatch(message);
    expect((await ask('GET', 'experiments?limit=1')).body.data[0]?.state).not.toBe('running');
  });

  test('keys of tenants, and unknown ids', async () => {
    expect((await ask('POST', 'experiments', settings(), service.key)).status).toBe(403);
    expect((await ask('GET', 'experiments', undefined, service.key)).status).toBe(403);
    expect((await ask('GET', 'experiments/exp_none')).body.error.code).toBe('not_found');
    expect((await stop('exp_none')).body.error.code).toBe('not_found');
  });
});

test('the list is newest first, by pages, and of one tenant where it is named', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { id } = await begin({ name: `number ${n}` });
    await stop(id);
    ids.unshift(id);
  }
  const first = await ask('GET', 'experiments?limit=2');
  expect(first.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
  const next = await ask('GET', `experiments?limit=1&cursor=${encodeURIComponent(first.body.next_cursor)}`);
  expect(next.body.data[0].id).toBe(ids[2]);
  expect((await ask('GET', 'experiments?tenant_id=ten_none')).body.data).toEqual([]);
  expect((await ask('GET', `experiments?tenant_id=${tenant}&limit=1`)).body.data[0].id).toBe(ids[0]);
});
