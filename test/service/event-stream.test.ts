/** GET /v1/events over a real port. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeService } from '../../src/composition/compose-service.ts';
import { MISSED, StreamedEvent, streamedEventTypes } from '../../src/contract/event.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
let address: string;
let otherKey: string;
let laterMs = 0;

beforeAll(async () => {
  service = await composed({}, {}, { clock: () => Date.now() + laterMs });
  address = `http://127.0.0.1:${await service.port()}/v1/events`;
  const { accounts } = service;
  const other = await accounts.createTenant({ name: 'other', domains: ['dating'], email: 'o@example.com' });
  otherKey = (await accounts.createKey(other.tenantId, {})).key;
});
afterAll(() => service?.stop());

interface Message {
  readonly id: string;
  readonly event: StreamedEvent;
}

interface Stream extends AsyncDisposable {
  /** The first message of the type. */
  next(type: string): Promise<Message>;
  /** Whether the server ended it. */
  ended(): Promise<boolean>;
}

async function follow(
  query = '',
  { lastId, key = service.key }: { lastId?: string; key?: string } = {},
): Promise<Stream> {
  const leaving = new AbortController();
  const response = await fetch(`${address}${query}`, {
    headers: { authorization: `Bearer ${key}`, ...(lastId !== undefined && { 'last-event-id': lastId }) },
    signal: leaving.signal,
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  const messages = read(response.body!.pipeThrough(new TextDecoderStream()));
  // The first message says that the stream is open.
  const first = await messages.next();
  const waiting = first.value?.event === undefined ? [] : [first.value];
  return {
    async next(type) {
      for (;;) {
        const { value, done } = waiting.length > 0 ? { value: waiting.shift() } : await messages.next();
        if (done) throw new Error('the stream has ended');
        if (value?.event?.type === type) return value as Message;
      }
    },
    async ended() {
      for (;;) if ((await messages.next()).done) return true;
    },
    async [Symbol.asyncDispose]() {
      leaving.abort();
    },
  };
}

async function* read(text: AsyncIterable<string>): AsyncGenerator<{ id: string; event?: StreamedEvent }> {
  let rest = '';
  for await (const part of text) {
    const parts = (rest + part).split('\n\n');
    rest = parts.pop()!;
    for (const message of parts) {
      const id = /^id: (.*)$/m.exec(message)?.[1];
      const data = /^data: (.*)$/m.exec(message)?.[1];
      if (id !== undefined)
        yield { id, ...(data !== undefined && { event: StreamedEvent.parse(JSON.parse(data)) }) };
    }
  }
}

const put = async (user_id: string, gender: string) => {
  const fields = { age: 30, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' };
  expect((await service.send('users', { user_id, domain: 'dating', fields })).status).toBe(200);
};
const erase = (userId: string) =>
  service.server.inject({
    method: 'DELETE',
    url: `/v1/users/${userId}`,
    headers: { authorization: `Bearer ${service.key}` },
  });

describe('GET /v1/events', () => {
  test('sends people, matches, outcomes and erasures, and another workspace nothing of them', async () => {
    await using stream = await follow();
    await using others = await follow('?types=person.changed', { key: otherKey });
    await put('ana', 'woman');
    await put('bruno', 'man');
    expect((await stream.next('person.changed')).event.data).toEqual({ user_id: 'ana', domain: 'dating' });
    const match = (await service.send('match', { user_id: 'ana', domain: 'dating' })).body;
    expect((await stream.next('match.made')).event).toMatchObject({
      id: match.match_id,
      data: { match_id: match.match_id, user_id: 'ana', domain: 'dating', shown: match.matches.length },
    });
    const item = { seeker_id: 'ana', candidate_id: 'bruno', outcome: 'accepted', match_id: match.match_id };
    await service.send('feedback', { domain: 'dating', items: [item] });
    expect((await stream.next('outcome.recorded')).event.data).toEqual({ ...item, domain: 'dating' });
    await erase('bruno');
    expect((await stream.next('person.erased')).event.data).toEqual({
      ...{ user_id: 'bruno', domain: 'dating', domains: ['dating'] },
    });
    const theirs = { user_id: 'zoe', domain: 'dating', fields: { age: 30 } };
    await service.send('users', theirs, undefined, otherKey);
    expect((await others.next('person.changed')).event.data.user_id).toBe('zoe');
  });

  test('by type and person; a stream that goes on after a break has what came in between, without the erased', async () => {
    const query = '?types=match.made&types=person.erased&user_id=carla';
    let lastId: string;
    {
      await using stream = await follow(query);
      await put('carla', 'woman');
      await put('davi', 'man');
      await service.send('match', { user_id: 'davi', domain: 'dating' });
      await service.send('match', { user_id: 'carla', domain: 'dating' });
      const first = await stream.next('match.made');
      expect(first.event.data.user_id).toBe('carla');
      lastId = first.id;
    }
    const { match_id } = (await service.send('match', { user_id: 'carla', domain: 'dating' })).body;
    const seen: string[] = [];
    {
      await using again = await follow(query, { lastId });
      while (!seen.includes(match_id)) seen.push((await again.next('match.made')).event.id);
    }
    await erase('carla');
    await using last = await follow(query, { lastId });
    const { event } = await last.next('person.erased');
    expect(event.data.user_id).toBe('carla');
  });

  test('has what came through another server on the same database', async () => {
    const second = await composeService(service.settings, createLogger('silent'));
    try {
      await using stream = await follow('?types=match.made');
      const answer = await second.server.inject({
        method: 'POST',
        url: '/v1/match',
        headers: { authorization: `Bearer ${service.key}` },
        payload: { user_id: 'ana', domain: 'dating' },
      });
      expect((await stream.next('match.made')).event.id).toBe(answer.json().match_id);
    } finally {
      await second.close();
    }
  });

  test('says that something may be missing after a long break', async () => {
    await using stream = await follow(`?after=${Date.now() - 3_600_000}`);
    const { event } = await stream.next('events.missed');
    expect(Date.parse(String(event.data.since))).toBeLessThan(Date.parse(String(event.data.until)));
  });

  test.each([
    ['?types=everything', {}, 'types'],
    ['?after=yesterday', {}, 'after'],
    ['?since=1', {}, 'since'],
    [`?user_id=${'x'.repeat(600)}`, {}, 'user_id'],
    ['', { 'last-event-id': 'x~y' }, 'Last-Event-ID'],
  ])('refuses %s %o', async (query, more, named) => {
    const headers = { authorization: `Bearer ${service.key}`, ...more };
    const answer = await fetch(`${address}${query}`, { headers });
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect([answer.status, error.code]).toEqual([400, 'invalid_request']);
    expect(error.message).toContain(named);
  });

  test('at most ten of a workspace; one that is closed makes room', async () => {
    await using streams = new AsyncDisposableStack();
    const open = async () => streams.use(await follow('?types=job.finished', { key: otherKey }));
    const first = await open();
    for (let n = 1; n < 10; n++) await open();
    const headers = { authorization: `Bearer ${otherKey}` };
    const refused = await fetch(address, { headers });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } });
    await first[Symbol.asyncDispose]();
    await expect
      .poll(async () => {
        const leaving = new AbortController();
        const { status } = await fetch(address, { headers, signal: leaving.signal });
        leaving.abort();
        return status;
      })
      .toBe(200);
  });

  test('sends a training that ended, and its job', async () => {
    await put('eva', 'woman');
    await put('fred', 'man');
    const item = { seeker_id: 'eva', candidate_id: 'fred', outcome: 'accepted' };
    await service.send('feedback', { domain: 'dating', items: [item] });
    const types = '?types=job.finished&types=training.rejected';
    await using stream = await follow(types);
    const { run_id } = (await service.send('train', { domain: 'dating', force: true })).body;
    await service.working(
      async () => (await service.send(`train/runs/${run_id}`)).body.status === 'rejected',
    );
    const { event: job } = await stream.next('job.finished');
    const resource = { type: 'training_run', id: run_id };
    expect(job.data).toMatchObject({ status: 'succeeded', resource, error_code: null });
    const { event: training } = await stream.next('training.rejected');
    expect(training.data).toMatchObject({ run_id, domain: 'dating' });
  });

  test('ends once its key is revoked, and makes room', async () => {
    const { tenantId } = await service.accounts.createTenant({
      ...{ name: 'third', domains: ['dating'], email: 'o@example.com' },
    });
    const [old, next] = await Promise.all([1, 2].map(() => service.accounts.createKey(tenantId, {})));
    await using streams = new AsyncDisposableStack();
    const opened: Stream[] = [];
    for (let n = 0; n < 10; n++) opened.push(streams.use(await follow('', { key: old!.key })));
    await service.accounts.revokeKey(old!.stored.keyId);
    laterMs += 16_000;
    for (const stream of opened) expect(await stream.ended()).toBe(true);
    await using _again = await follow('', { key: next!.key });
  });

  test('the guide has every event', () => {
    const page = readFileSync(new URL('../../docs/guide/activity.md', import.meta.url), 'utf8');
    const types = [...page.matchAll(/^\| `(\w+\.\w+)` \|/gm)].map(([, type]) => type);
    expect(types).toEqual([...streamedEventTypes, MISSED]);
  });

  test('ends when the server stops', async () => {
    await using stream = await follow();
    const stopped = service.server.close();
    expect(await stream.ended()).toBe(true);
    await stopped;
  });
});
