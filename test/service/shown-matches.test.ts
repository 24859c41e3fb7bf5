/**
 * `candidate_user_ids`, `exclude_shown_days`, `record` and GET /matches/{match_id}, over HTTP with all real
 * parts.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TenantId } from '../../src/contract/brands.ts';
import { MatchRecord, MatchResult } from '../../src/contract/match.ts';
import { MatchLogEntry } from '../../src/contract/match-log.ts';
import { buildTrainingSet } from '../../src/matching/learn/set/build-training-set.ts';
import { allRows } from './testing/all-rows.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
let mainId: TenantId;
/** Reads rows that no interface lists. */
let side: DatabaseSync;
let otherKey: string;
let matchOnlyKey: string;

beforeAll(async () => {
  service = await composed();
  const { accounts } = service;
  const other = await accounts.createTenant({ name: 'other', domains: ['dating'], email: 'o@example.com' });
  otherKey = (await accounts.createKey(other.tenantId, {})).key;
  const main = (await accounts.listTenants()).find(({ name }) => name === 'main')!;
  mainId = main.tenantId;
  side = new DatabaseSync(join(service.folder, 'counterpart.sqlite'), { readOnly: true });
  matchOnlyKey = (await accounts.createKey(main.tenantId, { scopes: ['match'] })).key;
});
afterAll(async () => {
  side?.close();
  await service?.stop();
});

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object, key = service.key) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await service.server.inject({ method, url, headers, ...(body && { payload: body }) });
  return { status: answer.statusCode, body: answer.json(), text: answer.body };
}
const match = async (more: object, idempotencyKey?: string) => {
  const answer = await service.send('match', { domain: 'dating', ...more }, idempotencyKey);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const record = (matchId: string, key?: string) => call('GET', `/v1/matches/${matchId}`, undefined, key);
const idsOf = ({ matches }: { matches: { user_id: string }[] }) => matches.map(({ user_id }) => user_id);

/** Each test has its own woman and three men. */
let tests = 0;
let her: string;
let men: string[];
beforeEach(async () => {
  const group = `g${++tests}`;
  her = `${group}-her`;
  men = ['a', 'b', 'c'].map((name) => `${group}-${name}`);
  const put = (user_id: string, gender: string, age: number) =>
    service.send('users', {
      user_id,
      domain: 'dating',
      fields: { age, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
    });
  await put(her, 'woman', 30);
  for (const [n, man] of men.entries()) await put(man, 'man', 30 + 2 * n);
});
const ofHers = () => ({ user_id: her, candidate_user_ids: men });

describe('candidate_user_ids', () => {
  test('ranks these users alone, under filters, exclusions, stages and limit', async () => {
    const everyone = await match({ user_id: her, limit: 100 });
    const ours = everyone.matches.filter(({ user_id }: { user_id: string }) => men.includes(user_id));
    expect((await match(ofHers())).matches).toEqual(ours);
    expect(idsOf(await match({ ...ofHers(), limit: 1 }))).toEqual([idsOf({ matches: ours })[0]]);
    const stages = { embedding: false, cross_encoder: false };
    expect(idsOf(await match({ ...ofHers(), stages, filters: { age: { gte: 32 } } })).sort()).toEqual(
      men.slice(1),
    );
    const filters = { exclude_user_ids: [men[0]] };
    expect(idsOf(await match({ ...ofHers(), filters })).sort()).toEqual(men.slice(1));
  });

  test('explained, says which were none and why; total counts those that exist', async () => {
    const candidate_user_ids = ['nobody', men[0], her, men[1], men[2]];
    const filters = { age: { lte: 32 }, exclude_user_ids: [men[1]] };
    const answer = await match({ user_id: her, candidate_user_ids, filters, explain: true });
    expect(answer.not_candidates).toEqual([
      { user_id: 'nobody', reason: 'unknown' },
      { user_id: her, reason: 'self' },
      { user_id: men[1], reason: 'excluded' },
      { user_id: men[2], reason: 'filters' },
    ]);
    expect(answer.pipeline_stats).toMatchObject({ total: 3, after_sql_filter: 1 });
    expect(idsOf(answer)).toEqual([men[0]]);
  });

  test('is a user of another workspace unknown', async () => {
    const person = { user_id: 'stranger', domain: 'dating', fields: { age: 30, gender: 'man' } };
    await call('POST', '/v1/users', person, otherKey);
    const answer = await match({ user_id: her, candidate_user_ids: ['stranger'], explain: true });
    expect(answer.not_candidates).toEqual([{ user_id: 'stranger', reason: 'unknown' }]);
    expect(answer.pipeline_stats.total).toBe(0);
  });

  test('with an idempotency key gives the first answer again, and another list is 422', async () => {
    const first = await match(ofHers(), `given ${her}`);
    expect(await match(ofHers(), `given ${her}`)).toEqual(first);
    const other = { domain: 'dating', user_id: her, candidate_user_ids: men.slice(1) };
    const refused = await service.send('match', other, `given ${her}`);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('goes beside the keys of the earlier interface', async () => {
    const answer = await match({ ...ofHers(), max_matches: 1, metadata_filters: { age: { gte: 34 } } });
    expect(idsOf(answer)).toEqual([men[2]]);
  });
});

describe('exclude_shown_days', () => {
  test('leaves out those whom earlier matches showed this seeker, and no others', async () => {
    const first = await match({ ...ofHers(), limit: 2 });
    const rest = { ...ofHers(), exclude_shown_days: 1, explain: true };
    const second = await match(rest);
    expect(idsOf(second)).toEqual(men.filter((man) => !idsOf(first).includes(man)));
    expect(second.trace[0].dropped).toEqual({ shown: 2 });
    expect(second.not_candidates.map(({ reason }: { reason: string }) => reason)).toEqual(['shown', 'shown']);
    expect(idsOf(await match(rest))).toEqual([]);
    expect(idsOf(await match({ ...rest, stages: { sql_filter: false } }))).toEqual([]);
    expect(idsOf(await match(ofHers())), 'without the key, all are shown').toHaveLength(3);
    expect(idsOf(await match({ ...rest, user_id: men[0], candidate_user_ids: [her] }))).toEqual([her]);
  });

  test('counts a replayed answer once, and a user who returned after an erasure as new', async () => {
    await match({ ...ofHers(), limit: 3 }, `replayed ${her}`);
    await match({ ...ofHers(), limit: 3 }, `replayed ${her}`);
    const rest = { ...ofHers(), exclude_shown_days: 365 };
    expect(idsOf(await match(rest))).toEqual([]);
    await call('DELETE', `/v1/users/${men[1]}`);
    const fields = { age: 32, gender: 'man', location: 'Lisbon, Portugal' };
    await service.send('users', { user_id: men[1], domain: 'dating', fields });
    expect(idsOf(await match(rest))).toEqual([men[1]]);
  });
});

describe('record: false', () => {
  const unrecorded = () => ({ ...ofHers(), record: false });

  test('gives the answer of a recorded match, in the same form', async () => {
    const answer = await match({ ...unrecorded(), explain: true });
    expect(MatchResult.parse(answer).match_id).toMatch(/^match_/);
    const { match_id: recorded, timings_ms: _, ...rest } = await match({ ...ofHers(), explain: true });
    expect(answer).toMatchObject(rest);
    expect(Object.keys(answer).sort()).toEqual([...Object.keys(rest), 'match_id', 'timings_ms'].sort());
    expect(answer.match_id).not.toBe(recorded);
  });

  test('writes no row, where a recorded match does', async () => {
    const before = allRows(side);
    await match(unrecorded());
    expect(allRows(side)).toEqual(before);
    await match({ ...ofHers(), record: true });
    const changed = allRows(side).filter(([name, rows]) => rows !== new Map(before).get(name));
    expect(changed.map(([name]) => name)).toEqual([
      'matches_to_count',
      'shown_candidates',
      'shown_matches',
      'shown_pairs',
    ]);
  });

  test('is unknown to GET /v1/matches and to the exports of both sides', async () => {
    const { match_id, matches } = await match(unrecorded());
    const read = await record(match_id);
    expect([read.status, read.body.error.code]).toEqual([404, 'match_not_found']);
    const { body: hers } = await service.send(`users/${her}/export`);
    const { body: his } = await service.send(`users/${matches[0].user_id}/export`);
    expect([hers.matches_shown_to, his.matches_shown_in]).toEqual([[], []]);
    const recorded = await match({ ...ofHers(), record: true });
    expect((await record(recorded.match_id)).status).toBe(200);
    const { body: later } = await service.send(`users/${her}/export`);
    expect(later.matches_shown_to).toMatchObject([{ match_id: recorded.match_id }]);
  });

  test('does not count for exclude_shown_days, which still holds for it', async () => {
    const rest = { exclude_shown_days: 365 };
    await match(unrecorded());
    expect(idsOf(await match({ ...unrecorded(), ...rest })).sort()).toEqual(men);
    const [first] = idsOf(await match({ ...ofHers(), limit: 1 }));
    const left = men.filter((man) => man !== first);
    expect(idsOf(await match({ ...unrecorded(), ...rest })).sort()).toEqual(left);
    expect(idsOf(await match({ ...ofHers(), ...rest })).sort()).toEqual(left);
    expect(idsOf(await match({ ...unrecorded(), ...rest }))).toEqual([]);
  });

  test('is no evidence: training does not read it, and feedback that names it is left out', async () => {
    const { match_id } = await match(unrecorded());
    const item = { seeker_id: her, candidate_id: men[0], outcome: 'accepted' };
    const items = [{ ...item, match_id }, item];
    const { body } = await service.send('feedback', { domain: 'dating', items });
    expect(body).toMatchObject({ accepted: 1, errors: [{ index: 0, code: 'unknown_match' }] });
    expect(body.errors[0].message).toContain(match_id);
    const shown = [{ match_id }];
    const confirmed = await service.send('feedback', { domain: 'dating', shown });
    expect(confirmed.body).toMatchObject({
      accepted: 0,
      shown_confirmed: 0,
      errors: [{ index: 0, field: 'shown', code: 'unknown_match' }],
    });
    expect(await seenByHer()).toEqual([]);
    const recorded = await match({ user_id: her, candidate_user_ids: men.slice(1), record: true });
    expect(await seenByHer()).toEqual([]);
    await service.send('feedback', { domain: 'dating', shown: [{ match_id: recorded.match_id }] });
    expect(await seenByHer()).toEqual(idsOf(recorded));
  });

  test('replays by an idempotency key, and another value of record is another request', async () => {
    const first = await service.send('match', { domain: 'dating', ...unrecorded() }, `unrecorded ${her}`);
    const again = await service.send('match', { domain: 'dating', ...unrecorded() }, `unrecorded ${her}`);
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([
      200,
      first.text,
      'true',
    ]);
    expect((await record(first.body.match_id)).status).toBe(404);
    const other = await service.send('match', { domain: 'dating', ...ofHers() }, `unrecorded ${her}`);
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });

  test.each(['ingest', 'stream', 'feedback/batch'])('is an unknown key of POST /v1/%s', async (operation) => {
    const bodies: Readonly<Record<string, object>> = {
      ingest: { user_id: her, text: 'I sail.' },
      stream: { user_id: her, text: 'I sail.' },
      'feedback/batch': {
        batch_id: `of ${her}`,
        items: [{ user_id: her, candidate_id: men[0], action: 'accepted' }],
      },
    };
    const answer = await service.send(operation, { ...bodies[operation], record: false });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error.message).toContain('record');
  });
});

/** The candidates that a training run would take for seen by her, best first. */
async function seenByHer(): Promise<string[]> {
  const { people, shown } = await buildTrainingSet(service.store, {
    tier: 'tenant',
    definition: (await service.accounts.domainFor(mainId, 'dating')).definition,
    encoderId: 'none@1#00000000',
    frozenAt: new Date().toISOString(),
    sources: [{ tenantId: mainId, polarities: { accepted: 1, rejected: -1 } }],
    runId: null,
  });
  return Array.from(shown.candidates)
    .filter((_, row) => people[shown.seekers[row]!]!.userId === her)
    .map((candidate) => people[candidate]!.userId);
}

/** A trace as it is stored: no examples, and no rules that dropped no one. */
function withoutPeople(trace: NonNullable<MatchResult['trace']>): MatchRecord['trace'] {
  return trace.map(({ dropped_examples: _, rules, ...stage }) => ({
    ...stage,
    ...(rules && {
      rules: rules
        .filter(({ dropped }) => dropped > 0)
        .toSorted((a, b) => b.dropped - a.dropped)
        .map(({ example_user_ids: _ids, ...rule }) => rule),
    }),
  }));
}

describe('GET /v1/matches/{match_id}', () => {
  test('gives what was shown, with request, models and trace', async () => {
    const request = {
      ...ofHers(),
      limit: 2,
      filters: { age: { gte: 30 }, exclude_user_ids: ['x', 'y'] },
      stages: { cross_encoder: { top_k: 20 } },
      exclude_shown_days: 7,
      explain: true,
    };
    const answer = await match(request);
    const read = await record(answer.match_id);
    expect(read.status, read.text).toBe(200);
    const { request: summary, created_at: _, key_id, took_ms, ...kept } = MatchRecord.parse(read.body);
    expect([key_id, took_ms]).toEqual([expect.stringMatching(/^key_/), expect.any(Number)]);
    expect(summary).toEqual({
      limit: 2,
      filters: { age: { gte: 30 } },
      stages: { cross_encoder: { top_k: 20 } },
      explain: true,
      diversity: 0,
      exclude_shown_days: 7,
      candidates_given: 3,
      users_excluded: 2,
    });
    expect(kept).toEqual({
      match_id: answer.match_id,
      user_id: her,
      domain: 'dating',
      matches: answer.matches.map(({ user_id, score }: { user_id: string; score: number }, n: number) => ({
        user_id,
        position: n + 1,
        score,
      })),
      pipeline_stats: answer.pipeline_stats,
      models_used: answer.models_used,
      degraded: answer.degraded,
      trace: withoutPeople(answer.trace),
    });
    expect(read.text).not.toContain('"x"');
  });

  test('has the trace of a match that was not explained, and leaves out filters too long to keep', async () => {
    const many = Array.from({ length: 2000 }, (_, n) => 20 + n);
    const answer = await match({ user_id: her, filters: { age: many } });
    const { body } = await record(answer.match_id);
    expect(body.pipeline_stats).toEqual(answer.pipeline_stats);
    expect(body.trace.map(({ stage }: { stage: string }) => stage)).toEqual([
      ...['sql_filter', 'light_ml', 'embedding', 'cross_encoder', 'llm_judge', 'select'],
    ]);
    expect([body.request.filters, body.request.omitted]).toEqual([{}, ['filters']]);
  });

  test('keeps no erased user, nor a match of an erased seeker', async () => {
    const { match_id, matches } = await match(ofHers());
    await call('DELETE', `/v1/users/${matches[1].user_id}`);
    const left = await record(match_id);
    expect(left.text).not.toContain(matches[1].user_id);
    expect(left.body.matches).toEqual([
      { user_id: matches[0].user_id, position: 1, score: matches[0].score },
      { user_id: matches[2].user_id, position: 3, score: matches[2].score },
    ]);
    await call('DELETE', `/v1/users/${her}`);
    const gone = await record(match_id);
    expect([gone.status, gone.body.error.code]).toEqual([404, 'match_not_found']);
    expect(gone.text).not.toContain(her);
  });

  test('is 404 for an unknown id and for another workspace, 400 for no id, 403 without the scope', async () => {
    const { match_id } = await match(ofHers());
    const failures = [
      [await record('match_unknown'), 404, 'match_not_found'],
      [await record(match_id, otherKey), 404, 'match_not_found'],
      [await record('%20'), 400, 'invalid_request'],
      [await record('m'.repeat(129)), 400, 'invalid_request'],
      [await record(match_id, matchOnlyKey), 403, 'forbidden'],
      [await record(match_id, 'cp_live_0000000000000000000000'), 401, 'unauthorized'],
    ] as const;
    expect(failures.map(([{ status, body }]) => [status, body.error.code])).toEqual(
      failures.map(([, status, code]) => [status, code]),
    );
    expect(failures[0][0].body.error.details).toEqual({ match_id: 'match_unknown' });
  });
});

describe('GET /v1/matches', () => {
  const log = (query: Readonly<Record<string, string>>, key?: string) =>
    call('GET', `/v1/matches?${new URLSearchParams(query)}`, undefined, key);
  const listed = async (query: Readonly<Record<string, string>>) => {
    const answer = await log(query);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.map((entry: MatchLogEntry) => entry.match_id);
  };

  test('lists what was shown by seeker, candidate, key, domain and time, page by page', async () => {
    const first = await match({ ...ofHers(), limit: 1 });
    const second = await match(ofHers());
    const { match_id: his } = await match({ user_id: men[0]!, candidate_user_ids: [her] });
    await match({ ...ofHers(), record: false });
    const { body } = await log({ user_id: her, limit: '1' });
    const entry = MatchLogEntry.parse(body.data[0]);
    const { created_at: at, key_id: keyId } = entry;
    expect(entry.key_name).toBeNull();
    await service.accounts.renameKey(keyId!, 'the shop');
    expect((await log({ user_id: her })).body.data[0].key_name).toBe('the shop');
    expect(entry).toMatchObject({ match_id: second.match_id, user_id: her, domain: 'dating', shown: 3 });
    expect(entry.top.map(({ user_id, position }) => [user_id, position])).toEqual(
      idsOf(second).map((id, n) => [id, n + 1]),
    );
    expect(entry.models_used).toEqual(second.models_used);
    const cursor = body.next_cursor;
    expect(await listed({ user_id: her, limit: '9', cursor })).toEqual([first.match_id]);
    expect((await log({ user_id: men[0]!, cursor })).status).toBe(400);
    expect(await listed({ candidate_id: her })).toEqual([his]);
    expect(await listed({ user_id: her, key_id: keyId!, domain: 'dating' })).toEqual([
      ...[second.match_id, first.match_id],
    ]);
    expect(await listed({ user_id: her, key_id: 'key_other' })).toEqual([]);
    const oneLater = new Date(Date.parse(at) + 1).toISOString();
    const hers = { user_id: her };
    expect(await listed({ ...hers, from: at, to: oneLater })).toContain(second.match_id);
    expect(await listed({ ...hers, to: at })).not.toContain(second.match_id);
    expect(await listed({ ...hers, from: oneLater })).toEqual([]);
    expect(await listed({ ...hers, from: at.replace('Z', '+00:00') })).toContain(second.match_id);
    expect((await log(hers, otherKey)).body.data).toEqual([]);
  });

  test('has no erased user, nor a match of an erased seeker', async () => {
    const { match_id, matches } = await match(ofHers());
    const { match_id: his } = await match({ user_id: men[0]!, candidate_user_ids: [her] });
    const [gone, left] = idsOf({ matches });
    await call('DELETE', `/v1/users/${gone}`);
    const { body, text } = await log({ user_id: her });
    expect(text).not.toContain(gone);
    expect([body.data[0].shown, body.data[0].top[0].user_id]).toEqual([2, left]);
    expect(await listed({ candidate_id: gone! })).toEqual([]);
    await call('DELETE', `/v1/users/${her}`);
    expect(await listed({ user_id: her })).toEqual([]);
    for (const id of [match_id, his]) expect(await listed({ candidate_id: left! })).not.toContain(id);
    expect(await listed({ candidate_id: her })).toEqual([]);
  });

  test.each([
    [{ from: 'yesterday' }, 'from'],
    [{ to: '2026-11-30T14:02' }, 'to'],
    [{ user_id: 'x'.repeat(600) }, 'user_id'],
    [{ key_id: '../x' }, 'key_id'],
    [{ seeker: 'ana' }, 'seeker'],
    [{ cursor: 'forged' }, 'cursor'],
  ])('refuses %o', async (query, named) => {
    const answer = await log(query);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.text).toContain(named);
  });

  test('needs the scope read', async () => {
    expect((await log({}, matchOnlyKey)).status).toBe(403);
  });
});
