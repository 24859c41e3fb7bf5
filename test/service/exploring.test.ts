/** Exploring over the whole service: set, drawn, explained, stored, learned from, exported and erased. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TenantId } from '../../src/contract/brands.ts';
import { MatchRecord, MatchResult } from '../../src/contract/match.ts';
import { UserExport } from '../../src/contract/user-export.ts';
import { buildTrainingSet } from '../../src/matching/learn/set/build-training-set.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
let operator: string;
let tenant: TenantId;

const MEN = 40;
/** Every fourth man looks for men, and every fifth is too old for ana: neither may be drawn. */
const isWanted = (n: number) => n % 4 !== 0 && n % 5 !== 0;

beforeAll(async () => {
  service = await composed({ '--job-workers': '0' });
  tenant = (await service.accounts.findTenant('main')).tenantId;
  operator = (await service.accounts.createOperatorKey({ rate: 1000, burst: 1000 })).key;
  const put = async (user_id: string, gender: string, wanted: string, age: number) => {
    const { status } = await service.send('users', {
      ...{ user_id, domain: 'dating', preferences: { gender: [wanted], age: { lte: 59 } } },
      fields: { age, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
    });
    expect(status).toBe(200);
  };
  await put('ana', 'woman', 'man', 30);
  for (let n = 1; n <= MEN; n++)
    await put(`m${n}`, 'man', n % 4 === 0 ? 'man' : 'woman', n % 5 === 0 ? 60 + n : 25 + (n % 10));
}, 120_000);
afterAll(() => service?.stop());

async function change(explore: unknown) {
  const answer = await service.server.inject({
    ...{ method: 'POST', url: `/v1/admin/tenants/${tenant}` },
    headers: { authorization: `Bearer ${operator}` },
    payload: { explore },
  } as const);
  return { status: answer.statusCode, body: answer.json() };
}

async function match(more: object = {}): Promise<MatchResult> {
  const request = { user_id: 'ana', domain: 'dating', limit: 5, explain: true, ...more };
  const { status, body, text } = await service.send('match', request);
  expect(status, text).toBe(200);
  return MatchResult.parse(body);
}
const record = async (matchId: string) => MatchRecord.parse((await service.send(`matches/${matchId}`)).body);

/** Asks until an answer explores: at least one of 5 places does in two of three answers. */
async function exploring(more: object = {}): Promise<MatchResult> {
  for (let n = 0; n < 50; n++) {
    const found = await match({ explore: 0.2, ...more });
    if (found.pipeline_stats.explored! > 0) return found;
  }
  throw new Error('no answer of 50 explored');
}

test('nothing is drawn before a model is trained, and the order is that of the scores', async () => {
  for (const found of [await match(), await match({ explore: 0 })]) {
    expect(found.matches.every((one) => !('explored' in one) && !('propensity' in one))).toBe(true);
    expect(found.pipeline_stats).not.toHaveProperty('explored');
    expect(found.trace!.map(({ stage }) => stage)).not.toContain('explore');
    const stored = await record(found.match_id);
    expect(stored.matches.every((one) => !('propensity' in one))).toBe(true);
  }
});

test('drawn candidates pass the filters of both sides, and are told apart from ranked ones', async () => {
  const ranked = new Set((await match({ explore: 0 })).matches.map(({ user_id }) => user_id));
  const seen = new Set<string>();
  for (let n = 0; n < 12; n++) {
    const found = await match({ explore: 0.2 });
    expect(found.matches).toHaveLength(5);
    expect(new Set(found.matches.map(({ user_id }) => user_id)).size).toBe(5);
    for (const { user_id, explored, propensity, score } of found.matches) {
      seen.add(user_id);
      expect(explored ?? false).toBe(!ranked.has(user_id));
      expect(propensity).toBeGreaterThan(0);
      expect(propensity).toBeLessThan(1);
      expect(score).toBeGreaterThan(0);
    }
    const drawn = found.matches.filter(({ explored }) => explored).length;
    expect(found.pipeline_stats.explored).toBe(drawn);
    expect(found.trace!.at(-1)).toMatchObject({ stage: 'explore', enabled: true, out: drawn });
  }
  expect(seen.size).toBeGreaterThan(5);
  for (const id of seen) expect(isWanted(Number(id.slice(1)))).toBe(true);
});

test('the record of a match has what the answer showed, with its probabilities', async () => {
  const found = await exploring();
  const stored = await record(found.match_id);
  expect(stored.matches.map(({ position: _, ...one }) => one)).toEqual(
    found.matches.map(({ user_id, score, explored, propensity }) => ({
      ...{ user_id, score, propensity },
      ...(explored && { explored }),
    })),
  );
  expect(stored.request!.explore).toBe(0.2);
  expect(stored.pipeline_stats).toEqual(found.pipeline_stats);
});

test('without `explain` an answer does not say who was drawn', async () => {
  for (const one of (await exploring({ explain: false })).matches) {
    expect(one).not.toHaveProperty('explored');
    expect(one).not.toHaveProperty('propensity');
  }
});

test('the setting counts where matches are recorded and all people are candidates', async () => {
  const { status, body } = await change({ dating: 0.2 });
  expect(status).toBe(200);
  expect(body.domains.find(({ domain }: { domain: string }) => domain === 'dating').explore).toBe(0.2);
  expect((await match()).pipeline_stats).toHaveProperty('explored');
  for (const out of [
    { record: false },
    { candidate_user_ids: ['m1', 'm2', 'm3', 'm6', 'm7', 'm9', 'm11'] },
    { explore: 0 },
  ])
    expect((await match(out)).pipeline_stats).not.toHaveProperty('explored');
  expect((await change({ dating: null })).body.domains[0].explore).toBeNull();
  expect((await match()).pipeline_stats).not.toHaveProperty('explored');
});

test('an experiment explores in the arm that says so alone', async () => {
  await change({ dating: 0.2 });
  const body = {
    ...{ tenant_id: tenant, domain: 'dating', name: 'Exploring', design: 'split' },
    arms: [{ name: 'usual' }, { name: 'exploring', explore: 0.2 }],
    ...{ primary_metric: 'positive_rate', stop: { smallest_effect: 0.1 } },
  };
  const headers = { authorization: `Bearer ${operator}` };
  const post = (url: string, payload?: object) =>
    service.server.inject({ method: 'POST', url, headers, ...(payload && { payload }) });
  expect((await post('/v1/experiments', { ...body, design: 'interleaving' })).statusCode).toBe(400);
  const begun = await post('/v1/experiments', body);
  expect(begun.statusCode, begun.body).toBe(200);
  const arms = new Set<string>();
  for (const user_id of ['ana', ...Array.from({ length: 12 }, (_, n) => `m${n + 1}`)]) {
    const { experiment, pipeline_stats } = await match({ user_id, filters: {} });
    arms.add(experiment!.arm!);
    expect('explored' in pipeline_stats).toBe(experiment!.arm === 'exploring');
    expect(await match({ user_id, explore: 0 })).not.toHaveProperty('experiment');
  }
  expect(arms.size).toBe(2);
  await post(`/v1/experiments/${begun.json().id}/stop`);
  await change({ dating: null });
});

test('outcomes weigh by the inverse probability; without explored matches nothing changes', async () => {
  const set = async () => {
    const domains = await service.accounts.activeDomains(tenant);
    const { definition, labels } = domains.find((one) => one.definition.domain === 'dating')!;
    const sources = [{ tenantId: tenant, polarities: labels }];
    const frozenAt = new Date().toISOString();
    const wanted = { tier: 'tenant', definition, encoderId: '', frozenAt, sources, runId: null } as const;
    return (await buildTrainingSet(service.store, wanted)).outcomes;
  };
  const decide = (matchId: string, candidates: readonly string[]) =>
    service.send('feedback', {
      domain: 'dating',
      items: candidates.map((candidate_id) => ({
        ...{ seeker_id: 'ana', candidate_id, outcome: 'expired', match_id: matchId },
      })),
    });
  const plain = await match({ explore: 0 });
  await decide(plain.match_id, [plain.matches[0]!.user_id]);
  expect(await set()).not.toHaveProperty('counts');
  const found = await exploring();
  const [drawn, ranked] = [true, undefined].map(
    (is) => found.matches.find(({ explored }) => explored === is)!,
  );
  await decide(found.match_id, [drawn!.user_id, ranked!.user_id]);
  const { people, candidates, counts } = await set();
  const countOf = (id: string) => counts![candidates.indexOf(people.indexOf(id))]!;
  expect(countOf(drawn!.user_id)).toBeGreaterThan(countOf(ranked!.user_id));
  expect(countOf(plain.matches[0]!.user_id)).toBeLessThanOrEqual(countOf(ranked!.user_id));
});

test('the export of a person has the probabilities, and an erasure removes them', async () => {
  const found = await exploring();
  const drawn = found.matches.find(({ explored }) => explored)!;
  const exported = UserExport.parse((await service.send(`users/${drawn.user_id}/export`)).body);
  expect(exported.matches_shown_in.find(({ match_id }) => match_id === found.match_id)).toMatchObject({
    ...{ explored: true, propensity: drawn.propensity },
  });
  const ofAna = UserExport.parse((await service.send('users/ana/export')).body);
  const shown = ofAna.matches_shown_to.find(({ match_id }) => match_id === found.match_id)!;
  expect(shown.candidates.map(({ propensity }) => propensity)).toEqual(
    found.matches.map(({ propensity }) => propensity),
  );
  const url = `/v1/users/${drawn.user_id}`;
  const headers = { authorization: `Bearer ${service.key}` };
  const erased = await service.server.inject({ method: 'DELETE', url, headers });
  expect(erased.statusCode, erased.body).toBe(200);
  const left = (await record(found.match_id)).matches;
  expect(left.map(({ user_id }) => user_id)).not.toContain(drawn.user_id);
});

test.each([
  [{ dating: 0.3 }, 400],
  [{ dating: '0.1' }, 400],
  [{ dating: {} }, 400],
  [0.1, 400],
  [{ nonsense: 0.1 }, 404],
])('the setting %j is refused, and changes nothing', async (given, status) => {
  const before = await service.accounts.findTenant('main');
  expect((await change(given)).status).toBe(status);
  expect(await service.accounts.findTenant('main')).toEqual(before);
});
