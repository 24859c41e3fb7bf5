/** Slow and broken answers of a search engine are errors of status 503, and never fewer people. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { aTenant, definitionOf } from '../../../platform/storage/testing/random-profiles.ts';
import { openOpenSearch, openSearchDefaults } from './open-opensearch.ts';

const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function engineOf(listener: RequestListener) {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const urls = [`http://127.0.0.1:${port}`];
  const engine = openOpenSearch({ ...openSearchDefaults, urls, searchTimeoutMs: 300 });
  closing.push(
    () => engine.close(),
    () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  );
  return {
    engine,
    search: (signal?: AbortSignal) =>
      engine.search.best(
        { tenant: aTenant, definition, steps: [], masked: [], scoring: null, topK: 10, counts: false },
        signal,
      ),
  };
}

const whole = { timed_out: false, _shards: { total: 2, successful: 2, failed: 0 } };
const counted = { ...whole, status: 200, hits: { total: { value: 2, relation: 'eq' } } };
const hit = (userId: string) => ({ _score: null, fields: { u: [userId] } });

/** Answers both requests of a search with whole answers, changed as told. */
function answering({ count = {}, found = {} }: { count?: object; found?: object }): RequestListener {
  return (request, response) => {
    request.resume();
    const isCount = request.url!.includes('_msearch');
    const body = isCount
      ? { responses: [counted, { ...counted, ...count }] }
      : { ...whole, hits: { hits: [hit('ann'), hit('bob')] }, ...found };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
}

describe('a search engine', () => {
  it('is believed where its answers are whole', async () => {
    const { search } = await engineOf(answering({}));
    expect(await search()).toMatchObject({ userIds: ['ann', 'bob'], total: 2, passing: 2, isBounded: false });
  });

  it.each([
    ['leaves out a shard', { found: { _shards: { total: 2, successful: 1, failed: 0 } } }],
    ['failed on a shard', { found: { _shards: { total: 2, successful: 1, failed: 1 } } }],
    ['ran out of time', { found: { timed_out: true } }],
    ['has another form', { found: { hits: { hits: [{ id: 'ann' }] } } }],
    ['counts at least so many', { count: { hits: { total: { value: 2, relation: 'gte' } } } }],
    ['counts some shards', { count: { _shards: { total: 2, successful: 1, failed: 1 } } }],
    ['fails one of its counts', { count: { status: 500, error: { type: 'boom' } } }],
  ])('is not believed where it %s', async (_what, changes) => {
    const { search } = await engineOf(answering(changes));
    await expect(search()).rejects.toMatchObject({ status: 503, code: 'dependency_unavailable' });
  });

  const unavailable = { status: 503, code: 'dependency_unavailable' };
  it.each<[string, RequestListener, object]>([
    [
      'no JSON',
      (_, response) => response.setHeader('content-type', 'application/json').end('{"re'),
      unavailable,
    ],
    ['a page', (_, response) => response.setHeader('content-type', 'text/html').end('<html>'), unavailable],
    ['nothing', (_, response) => response.end(), unavailable],
    [
      'half an answer',
      (_, response) => response.writeHead(200, { 'content-length': 99 }).write('{') && response.destroy(),
      unavailable,
    ],
    [
      'a refusal',
      (_, response) => response.writeHead(429).end('{"error":{"type":"rejected"}}'),
      { status: 503, code: 'overloaded' },
    ],
    ['a locked door', (_, response) => response.writeHead(401).end('{}'), unavailable],
    ['an own fault', (_, response) => response.writeHead(500).end('{}'), unavailable],
    ['silence', () => undefined, unavailable],
    ['one byte a while', (_, response) => void dripping(response), unavailable],
  ])('that answers with %s is an error', async (_what, listener, error) => {
    const { search } = await engineOf((request, response) => {
      request.resume();
      listener(request, response);
    });
    await expect(search()).rejects.toMatchObject(error);
  });

  it.each([
    [401, {}, 'refuses the credentials (401)'],
    [403, { error: { type: 'security_exception' } }, 'refuses the credentials (403)'],
    [403, { error: { type: 'cluster_block_exception' } }, 'answered 403 (cluster_block_exception)'],
  ])('says what it means by %d', async (status, body, message) => {
    const { search } = await engineOf((request, response) => {
      request.resume();
      response.writeHead(status).end(JSON.stringify(body));
    });
    await expect(search()).rejects.toThrow(`the search engine ${message}`);
  });

  it('that cannot be reached is an error', async () => {
    const { engine, search } = await engineOf(() => undefined);
    await closing.pop()!();
    await expect(search()).rejects.toMatchObject(unavailable);
    await expect(engine.indexes.list()).rejects.toMatchObject(unavailable);
    await expect(engine.indexes.assertHealthy()).rejects.toMatchObject(unavailable);
  });

  it('is asked no longer once the caller has gone', async () => {
    const { search } = await engineOf(() => undefined);
    const gone = new AbortController();
    const found = search(gone.signal);
    gone.abort(new Error('gone'));
    await expect(found).rejects.toThrow('gone');
  });
});

function dripping(response: Parameters<RequestListener>[1]): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}
