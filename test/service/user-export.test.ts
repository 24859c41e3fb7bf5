/** GET /users/{user_id}/export over the whole service. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UserExport } from '../../src/contract/user-export.ts';
import { sendLines } from '../../src/platform/testing/lines-client.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
beforeAll(async () => {
  service = await composed();
  const person = (user_id: string, gender: string) => ({
    ...{ user_id, domain: 'dating', context: `I am ${user_id} and I like the sea.` },
    fields: { age: 30, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
    preferences: { age: { gte: 20 } },
  });
  for (const [id, gender] of [
    ['ana', 'woman'],
    ['ben', 'man'],
    ['carl', 'man'],
    ['zoë/1', 'woman'],
  ] as const) {
    expect((await service.send('users', person(id, gender))).status).toBe(200);
  }
}, 60_000);
afterAll(() => service?.stop());

const exported = (userId: string) => service.send(`users/${encodeURIComponent(userId)}/export`);

describe('an export', () => {
  test('has every part, as it was given and shown', async () => {
    await service.send('context', {
      user_id: 'ana',
      domain: 'dating',
      source: 'chat',
      content: 'I sail on Sundays.',
    });
    const { body: match } = await service.send('match', { user_id: 'ana', domain: 'dating', limit: 5 });
    const { body: back } = await service.send('match', { user_id: 'ben', domain: 'dating', limit: 5 });
    await service.send('feedback', {
      domain: 'dating',
      items: [
        { seeker_id: 'ana', candidate_id: 'ben', outcome: 'rejected', match_id: match.match_id },
        { seeker_id: 'ana', candidate_id: 'ben', outcome: 'accepted', weight: 2 },
        { seeker_id: 'ben', candidate_id: 'ana', outcome: 'accepted' },
        { seeker_id: 'carl', candidate_id: 'ben', outcome: 'accepted' },
      ],
    });
    const { status, headers, body } = await exported('ana');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(UserExport.parse(body)).toEqual(body);
    expect(body.records).toEqual({ dating: (await service.send('users/ana?domain=dating')).body });
    expect(
      body.context_items.map(({ source, content }: { source: string; content: string }) => [source, content]),
    ).toEqual([
      ['profile', 'I am ana and I like the sea.'],
      ['chat', 'I sail on Sundays.'],
    ]);
    const row = { domain: 'dating', at: expect.any(String) };
    expect(body.outcomes_as_seeker).toEqual([
      { ...row, candidate_id: 'ben', outcome: 'accepted', weight: 2, match_id: null, current: true },
      {
        ...row,
        candidate_id: 'ben',
        outcome: 'rejected',
        weight: 1,
        match_id: match.match_id,
        current: false,
      },
    ]);
    expect(body.outcomes_as_candidate).toEqual([
      { ...row, seeker_id: 'ben', outcome: 'accepted', weight: 1, match_id: null, current: true },
    ]);
    expect(body.matches_shown_to).toEqual([
      {
        ...row,
        match_id: match.match_id,
        candidates: match.matches.map(
          ({ user_id, score }: { user_id: string; score: number }, at: number) => ({
            user_id,
            position: at + 1,
            score: expect.closeTo(score, 6),
          }),
        ),
      },
    ]);
    expect(body.matches_shown_in).toEqual([
      expect.objectContaining({ match_id: back.match_id, seeker_id: 'ben', position: expect.any(Number) }),
    ]);
    expect(body.trained_models).toEqual([]);
  });

  test('says what feedback confirmed as seen, of both sides', async () => {
    for (const user_id of ['fay', 'gus']) {
      const gender = user_id === 'fay' ? 'woman' : 'man';
      const fields = { age: 30, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' };
      await service.send('users', { user_id, domain: 'dating', fields });
    }
    const request = { user_id: 'fay', domain: 'dating', candidate_user_ids: ['gus'] };
    const { match_id } = (await service.send('match', request)).body;
    const confirm = (more: object) =>
      service.send('feedback', { domain: 'dating', shown: [{ match_id, ...more }] });
    const parts = async () => {
      const [fay, gus] = [await service.send('users/fay/export'), await service.send('users/gus/export')];
      const [to] = fay.body.matches_shown_to;
      return [to.confirmed_at, to.candidates[0].confirmed_at, gus.body.matches_shown_in[0].confirmed_at];
    };
    expect(await parts()).toEqual([undefined, undefined, undefined]);
    await confirm({ user_ids: ['gus'] });
    const [, first] = await parts();
    expect(await parts()).toEqual([undefined, expect.stringMatching(/^2\d{3}-.*Z$/), first]);
    await confirm({});
    expect(await parts()).toEqual([expect.stringMatching(/^2\d{3}-.*Z$/), first, first]);
  });

  test('goes over many pages, each row once', async () => {
    // A page has 1,000 outcomes.
    const people = Array.from({ length: 1100 }, (_, n) => `x${n}`);
    await sendLines(
      await service.port(),
      service.key,
      people
        .map((user_id) => `${JSON.stringify({ user_id, domain: 'dating', fields: { age: 30 } })}\n`)
        .join(''),
    );
    for (let from = 0; from < people.length; from += 1000) {
      const some = people.slice(from, from + 1000);
      for (const items of [
        some.map((candidate_id) => ({ seeker_id: 'carl', candidate_id, outcome: 'accepted' })),
        some.map((seeker_id) => ({ seeker_id, candidate_id: 'carl', outcome: 'rejected' })),
      ]) {
        expect((await service.send('feedback', { domain: 'dating', items })).body.accepted).toBe(some.length);
      }
    }
    for (let n = 0; n < 20; n++) {
      const content = `Message ${n}: ${'abcdefghijklmnopqrst'.repeat(3).slice(n, n + 30)} ${n * 7919}`;
      await service.send('context', { user_id: 'carl', domain: 'dating', source: 'chat', content });
    }
    const { body } = await exported('carl');
    const idsOf = (rows: Record<string, string>[], key: string) => rows.map((row) => row[key]!).sort();
    expect(idsOf(body.outcomes_as_seeker, 'candidate_id')).toEqual(['ben', ...people].sort());
    expect(idsOf(body.outcomes_as_candidate, 'seeker_id')).toEqual([...people].sort());
    expect(new Set(idsOf(body.context_items, 'context_id')).size).toBe(body.context_items.length);
    expect(body.context_items.length).toBeGreaterThan(16);
  });

  test('works for ids of any kind, and HEAD sends no body', async () => {
    expect((await exported('zoë/1')).body.user_id).toBe('zoë/1');
    const head = await service.server.inject({
      method: 'HEAD',
      url: '/v1/users/ana/export',
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  test('shows the row of a domain that the workspace no longer has', async () => {
    const tenant = await service.accounts.createTenant({
      name: 'changing',
      domains: ['dating', 'marketplace'],
      email: 'c@example.com',
    });
    const { key } = await service.accounts.createKey(tenant.tenantId, {});
    const headers = { authorization: `Bearer ${key}` };
    const payload = { user_id: 'ana', domain: 'marketplace', fields: { nickname: 'A' } };
    expect(
      (await service.server.inject({ method: 'POST', url: '/v1/users', headers, payload })).statusCode,
    ).toBe(200);
    const stored = (await service.store.accounts.tenant(tenant.tenantId))!;
    const domains = stored.domains.filter(({ domain }) => domain === 'dating');
    await service.store.accounts.updateTenant({ ...stored, domains }, stored);
    const answer = await service.server.inject({ url: '/v1/users/ana/export', headers });
    expect(answer.json().records.marketplace.extras).toEqual({ nickname: 'A' });
  });

  test('needs the scope export, which data includes', async () => {
    const { tenantId } = (await service.store.accounts.tenantNamed('main'))!;
    for (const [scopes, status] of [
      [['read', 'write'], 403],
      [['export'], 200],
      [['data'], 200],
    ] as const) {
      const { key } = await service.accounts.createKey(tenantId, { scopes });
      const headers = { authorization: `Bearer ${key}` };
      expect((await service.server.inject({ url: '/v1/users/ana/export', headers })).statusCode).toBe(status);
    }
  });

  test('an erased user and an unknown one are 404', async () => {
    expect((await exported('nobody')).body.error.code).toBe('user_not_found');
    const erased = await service.server.inject({
      method: 'DELETE',
      url: '/v1/users/carl',
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(erased.statusCode).toBe(200);
    const { status, body } = await exported('carl');
    expect([status, body.error.code]).toEqual([404, 'user_not_found']);
    const { body: ben } = await exported('ben');
    expect(JSON.stringify(ben)).not.toContain('carl');
  });
});
