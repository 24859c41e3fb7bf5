/**
 * The operations of the earlier API, and enrichment, over HTTP, compared with the operations that replace
 * them.
 */
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { composeService, type Service } from '../../src/composition/compose-service.ts';
import type { TenantId } from '../../src/contract/brands.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import { temporaryFolder } from '../running-service.ts';

const folder = temporaryFolder();
const logged: string[] = [];
let service: Service;
const keys = new Map<string, string>();
const tenants = new Map<string, TenantId>();

beforeAll(async () => {
  const settings = readSettings({}, ['--data', folder.path, '--port', '0']);
  service = await composeService(settings, createLogger('trace', { write: (line) => logged.push(line) }));
  await workspace('main', ['dating']);
  await workspace('both', ['dating', 'hiring']);
  await workspace('hirer', ['hiring']);
  const person = { age: 30, location: 'Lisbon, Portugal', relationship_goal: 'long_term' };
  for (const [user_id, gender] of [
    ['ana', 'woman'],
    ['bea', 'woman'],
    ['bob', 'man'],
    ['carl', 'man'],
    ['dan', 'man'],
  ]) {
    await put('main', { user_id, fields: { ...person, gender } });
  }
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

async function workspace(name: string, domains: readonly string[]): Promise<void> {
  const { accounts } = service;
  const { tenantId } = await accounts.createTenant({ name, domains, email: 'ops@example.com' });
  const { key } = await accounts.createKey(tenantId, { rate: 1_000_000, burst: 1_000_000 });
  keys.set(name, key);
  tenants.set(name, tenantId);
}

async function call(name: string, url: string, body: object, headers = {}) {
  const answer = await service.server.inject({
    method: 'POST',
    url: `/v1/${url}`,
    headers: { authorization: `Bearer ${keys.get(name)}`, ...headers },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers, text: answer.body };
}

async function ok(name: string, url: string, body: object) {
  const answer = await call(name, url, body);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body;
}

const put = (name: string, body: object) => ok(name, 'users', { domain: 'dating', ...body });

const itemsOf = (name: string, userId: string, domain = 'dating') =>
  service.store.profiles.contextItems(tenants.get(name)!, domain, userId, 10);

/** The part of an answer that is the same in every call. */
const timeless = (value: unknown, userId: string): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/ctx_[0-9a-z]{26}|match_[0-9a-z]{26}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
      .replaceAll(`"${userId}"`, '"somebody"'),
  );

const bio = "I'm 34 and live in Porto. I value honesty above all, and I'm looking for something serious.";

describe('POST /ingest', () => {
  test('does what POST /users does', async () => {
    const metadata = { gender: 'man', age: 35, shoe_size: 44 };
    const ingested = await ok('main', 'ingest', { user_id: 'in1', text: bio, metadata });
    const put1 = await put('main', { user_id: 'in2', context: bio, fields: metadata });
    expect(timeless(ingested, 'in1')).toEqual(timeless(put1, 'in2'));
    expect(ingested.fields).toMatchObject({ age: 35, gender: 'man', location: 'Porto, Portugal' });
    expect(ingested.extras).toEqual({ shoe_size: 44 });
    expect(ingested.provenance.fields.age).toMatchObject({ source: 'fields', extractor: 'client' });
    expect(ingested.provenance.fields.location).toMatchObject({ source: 'context', span: [19, 24] });
  });

  test('stores a summary as a context item, and reads it', async () => {
    const summary = 'Wants marriage. Honesty matters most to them.';
    const record = await ok('main', 'ingest', { user_id: 'sum', text: "I'm 34.", summary });
    const items = await itemsOf('main', 'sum');
    expect(items.map(({ source, content }) => [source, content]).sort()).toEqual([
      ['profile', "I'm 34."],
      ['summary', summary],
    ]);
    const { context_id } = record.provenance.fields.values_text;
    expect(context_id).toBe(items.find(({ source }) => source === 'summary')?.contextId);
    await ok('main', 'ingest', { user_id: 'sum', text: "I'm 34.", summary });
    expect(await itemsOf('main', 'sum')).toHaveLength(2);
  });

  test('the domain is the only one, the one given, or that of the schema', async () => {
    const domainOf = async (name: string, more: object) => {
      const { domain, schema_version } = await ok(name, 'ingest', {
        user_id: 'dom',
        text: 'Hello.',
        ...more,
      });
      return [domain, schema_version];
    };
    expect(await domainOf('main', {})).toEqual(['dating', 'dating.v1']);
    expect(await domainOf('hirer', {})).toEqual(['hiring', 'hiring.v1']);
    expect(await domainOf('both', { domain: 'hiring' })).toEqual(['hiring', 'hiring.v1']);
    expect(await domainOf('both', { schema: 'hiring.v1' })).toEqual(['hiring', 'hiring.v1']);
    expect(await domainOf('both', { domain: 'dating', schema: 'dating.v1' })).toEqual([
      'dating',
      'dating.v1',
    ]);
  });

  test('an earlier version that the tenant has reads by its own fields; the row stays of the one in force', async () => {
    await workspace('zoo', []);
    const zoo = tenants.get('zoo')!;
    const none = await call('zoo', 'ingest', { user_id: 'rex', text: 'Hello.' });
    expect([none.status, none.body.error.code]).toEqual([403, 'forbidden']);
    const pets = (version: number, more: string) =>
      `domain: pets\nversion: ${version}\ntitle: Pets\nreciprocal: off\nscorecard: {}\nfields:\n  - {name: weight_kg, kind: hard, type: number}\n${more}`;
    const add = (version: number, more: string) =>
      service.accounts.addDefinition(zoo, pets(version, more), `pets.v${version}.yaml`);
    await add(1, '');
    await add(2, '  - {name: legs, kind: hard, type: integer, required: true}\n');
    const rex = { user_id: 'rex', text: 'Hello.', metadata: { weight_kg: 9, legs: 4 } };
    const now = await ok('zoo', 'ingest', rex);
    expect(now).toMatchObject({ schema_version: 'pets.v2', fields: { weight_kg: 9, legs: 4 }, extras: {} });
    const earlier = await ok('zoo', 'ingest', { ...rex, schema: 'pets.v1' });
    expect(earlier).toMatchObject({
      schema_version: 'pets.v1',
      fields: { weight_kg: 9 },
      extras: { legs: 4 },
      missing_required: ['legs'],
    });
    const later = await call('zoo', 'ingest', { ...rex, schema: 'pets.v3' });
    expect([later.status, later.body.error.code]).toEqual([422, 'domain_not_found']);
    expect(later.body.error.details.versions).toEqual(['pets.v2', 'pets.v1']);
  });
});

describe('a domain that is left out where several are enabled', () => {
  const item = { user_id: 'ada', candidate_id: 'bob', action: 'accepted' };
  const calls: readonly (readonly [url: string, body: object])[] = [
    ['ingest', { user_id: 'ada', text: bio }],
    ['ingest', { user_id: 'ada', text: bio, schema: 'gardening.v1' }],
    ['stream', { user_id: 'ada', text: bio }],
    ['feedback/batch', { batch_id: 'b', items: [item] }],
    ['match', { user_id: 'ada', max_matches: 5 }],
    ['match', { user_id: 'ada', metadata_filters: {} }],
    ['match', { user_id: 'ada', model: 'openai' }],
    ['match', { user_id: 'ada', model: 'custom' }],
    ['train', { min_triplets: 0 }],
  ];

  test.each(calls)('is required: POST /%s %j', async (url, body) => {
    const refused = await call('both', url, body);
    expect([refused.status, refused.body.error.code, refused.body.error.details.issues]).toEqual([
      400,
      'invalid_request',
      [{ path: 'domain', message: expect.stringContaining('dating, hiring'), in: 'body' }],
    ]);
    expect(refused.body.error.details.enabled).toEqual(['dating', 'hiring']);
  });

  test('leaves no row behind, and the idempotency key free', async () => {
    const tenant = tenants.get('both')!;
    expect(await service.store.profiles.listDomains(tenant, 'ada')).toEqual([]);
    const named = await call('both', 'feedback/batch', { batch_id: 'b', domain: 'dating', items: [item] });
    expect([named.status, named.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  test('is not required elsewhere', async () => {
    const schemas = await service.server.inject({
      url: '/v1/schema',
      headers: { authorization: `Bearer ${keys.get('both')}` },
    });
    expect([schemas.statusCode, schemas.json().data]).toEqual([200, expect.any(Array)]);
  });
});

describe('POST /stream', () => {
  test('does what POST /context does, with chat as the default source', async () => {
    const content = 'I moved to Lisbon, and I want to get married one day.';
    const streamed = await ok('main', 'stream', { user_id: 'st1', text: content });
    const appended = await ok('main', 'context', {
      user_id: 'st2',
      domain: 'dating',
      source: 'chat',
      content,
    });
    expect(timeless(streamed, 'st1')).toEqual(timeless(appended, 'st2'));
    expect(streamed.fields_updated).toContain('location');
    expect((await itemsOf('main', 'st1')).map(({ source }) => source)).toEqual(['chat']);
    const again = await ok('main', 'stream', { user_id: 'st1', text: content, source: 'note' });
    expect(again).toMatchObject({ deduplicated: true, context_id: streamed.context_id });
    expect((await ok('hirer', 'stream', { user_id: 'st1', text: content })).domain).toBe('hiring');
  });
});

describe('POST /feedback/batch', () => {
  const item = (user_id: string, candidate_id: string, action: string) => ({ user_id, candidate_id, action });
  const pending = () => service.store.learning.pendingTriplets(tenants.get('main')!, 'dating');

  test('does what POST /feedback does, once for a batch', async () => {
    const batch = {
      batch_id: 'b 1',
      items: [
        item('ana', 'bob', 'accepted'),
        item('ana', 'carl', 'rejected'),
        item('ana', 'nobody', 'accepted'),
      ],
    };
    const first = await call('main', 'feedback/batch', batch);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      batch_id: 'b 1',
      accepted: 2,
      errors: [{ index: 2, code: 'user_not_found' }],
    });
    expect(first.body.triplets_pending_train).toBe(await pending());
    expect(first.headers['idempotent-replayed']).toBeUndefined();

    const { items, batch_id } = batch;
    const again = await call('main', 'feedback/batch', { items, batch_id });
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.headers['original-request-id']).toBe(first.headers['x-request-id']);

    const other = await call('main', 'feedback/batch', { ...batch, items: [item('ana', 'bob', 'rejected')] });
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
    expect(other.body.error.message).toContain('batch_id');

    const elsewhere = await call('hirer', 'feedback/batch', batch);
    expect(elsewhere.body.accepted).toBe(0);
    expect(elsewhere.headers['idempotent-replayed']).toBeUndefined();
  });

  test('a refused batch leaves its batch_id free', async () => {
    const batch = { batch_id: 'b 2', domain: 'gardening', items: [item('ana', 'bob', 'accepted')] };
    expect((await call('main', 'feedback/batch', batch)).status).toBe(404);
    expect((await call('main', 'feedback/batch', { ...batch, domain: 'dating' })).status).toBe(200);
  });

  test('one of many concurrent calls is carried out', async () => {
    const before = await pending();
    const batch = { batch_id: 'b 3', items: [item('bea', 'bob', 'accepted')] };
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('main', 'feedback/batch', batch)));
    const carriedOut = answers.filter(
      ({ status, headers }) => status === 200 && !headers['idempotent-replayed'],
    );
    expect(carriedOut).toHaveLength(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await pending()).toBe(before + carriedOut[0]!.body.triplets_generated);
  });

  test('an Idempotency-Key beside a batch_id counts as well', async () => {
    const send = (batch_id: string, key: string) =>
      call(
        'main',
        'feedback/batch',
        { batch_id, items: [item('bea', 'carl', 'rejected')] },
        { 'idempotency-key': key },
      );
    const first = await send('b 4', 'key-1');
    expect(first.status).toBe(200);
    const reused = await send('b 5', 'key-1');
    expect([reused.status, reused.body.error.message]).toEqual([
      422,
      expect.stringContaining('Idempotency-Key'),
    ]);
    const replayed = await send('b 4', 'key-2');
    expect([replayed.text, replayed.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect((await send('b 5', 'key-3')).headers['idempotent-replayed']).toBeUndefined();
  });

  test('batches and headers do not get in each other’s way', async () => {
    const items = [item('bea', 'dan', 'rejected')];
    expect((await call('main', 'feedback/batch', { batch_id: 'same', items })).status).toBe(200);
    const other = { batch_id: 'b 6', items };
    expect((await call('main', 'feedback/batch', other, { 'idempotency-key': 'same' })).status).toBe(200);
  });
});

describe('POST /match', () => {
  const match = (more: object) => ok('main', 'match', { user_id: 'ana', ...more });
  const shown = { exclude_outcomes: [] };
  /** Scores differ in their last digits with the time that has passed. */
  const idsOf = ({ matches }: { matches: { user_id: string }[] }) => matches.map(({ user_id }) => user_id);

  test('max_matches and metadata_filters are limit and filters', async () => {
    const metadata_filters = { ...shown, gender: 'man' };
    const earlier = await match({ max_matches: 2, metadata_filters, explain: true });
    const now = await match({ domain: 'dating', limit: 2, filters: metadata_filters, explain: true });
    expect(earlier.matches).toHaveLength(2);
    expect(idsOf(earlier)).toEqual(idsOf(now));
    expect(earlier.matches[0].reasons).toEqual(now.matches[0].reasons);
    expect(earlier.pipeline_stats).toEqual(now.pipeline_stats);
    expect((await match({ max_matches: 1, filters: shown })).matches).toHaveLength(1);
    expect((await match({ limit: 1, metadata_filters: shown })).matches).toHaveLength(1);
  });

  test('errors of metadata_filters use that name', async () => {
    const fault = async (metadata_filters: object) =>
      (await call('main', 'match', { user_id: 'ana', metadata_filters })).body.error;
    const illTyped = await fault({ age: { gt: 'x' } });
    expect(illTyped.message).toMatch(/^metadata_filters\.age\.gt: /);
    expect(illTyped.details.issues[0].path).toBe('metadata_filters.age.gt');
    expect((await fault({ height: 1 })).message).toMatch(/^metadata_filters: /);
    const nowhere = await fault({ location_within_km: 5, location_from: 'Nowhereville Xyz' });
    expect(nowhere).toMatchObject({
      code: 'location_unknown',
      message: expect.stringMatching(/^metadata_filters\.location_from: /),
      details: { fields: ['metadata_filters.location_from'] },
    });
  });

  test('one of the earlier keys replaces the domain', async () => {
    for (const more of [
      { max_matches: 5 },
      { metadata_filters: {} },
      { model: 'custom' },
      { model: 'openai' },
    ]) {
      expect((await call('main', 'match', { user_id: 'ana', ...more })).status).toBe(200);
    }
    const unknown = await call('hirer', 'match', { user_id: 'ana', max_matches: 5 });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'user_not_found']);
  });

  test('openai runs the judge, unless the stage says otherwise', async () => {
    const judged = async (stages?: object) => {
      const result = await match({ model: 'openai', filters: shown, ...(stages && { stages }) });
      return 'after_llm_judge' in result.pipeline_stats;
    };
    expect(await judged()).toBe(true);
    expect(await judged({ llm_judge: { top_k: 3 } })).toBe(true);
    expect(await judged({ light_ml: { top_k: 50 } })).toBe(true);
    expect(await judged({ llm_judge: false })).toBe(false);
    expect(await judged({ llm_judge: { enabled: false } })).toBe(false);
    // Without a language model the result of the other stages is kept, and the answer reports it.
    const { degraded, matches } = await match({ model: 'openai', filters: shown });
    expect(degraded).toEqual([expect.objectContaining({ stage: 'llm_judge' })]);
    expect(idsOf({ matches })).toEqual(idsOf(await match({ domain: 'dating', filters: shown })));
  });

  test('custom takes the best tier there is, unless a stage pins another', async () => {
    const tierOf = async (more: object) => (await match(more)).models_used.cross_encoder.tier;
    expect(await tierOf({ model: 'custom' })).toBe('domain');
    expect(await tierOf({ model: 'custom', stages: { cross_encoder: { model: 'general' } } })).toBe(
      'general',
    );
    expect(await tierOf({ model: 'openai', stages: { cross_encoder: { model: 'general' } } })).toBe(
      'general',
    );
  });
});

describe('POST /train', () => {
  test('min_triplets is the threshold of the call, and makes `domain` optional', async () => {
    const waiting = await service.store.learning.pendingTriplets(tenants.get('main')!, 'dating');
    const refused = await call('main', 'train', { min_triplets: waiting + 1 });
    expect([refused.status, refused.body.error.details]).toEqual([
      409,
      { domain: 'dating', pending: waiting, threshold: waiting + 1 },
    ]);
    const run = await call('main', 'train', { min_triplets: waiting });
    expect([run.status, run.body.domain, run.body.triplets_used]).toEqual([202, 'dating', waiting]);
    const nowhere = await call('main', 'train', { force: true });
    expect([nowhere.status, nowhere.body.error.code]).toEqual([400, 'invalid_request']);
  });
});

describe('enrich', () => {
  const servers: Server[] = [];
  const asked: { headers: IncomingHttpHeaders; method?: string | undefined; body: string }[] = [];
  afterEach(async () => {
    asked.length = 0;
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  /** Sets an endpoint up for a workspace that may reach it. */
  async function endpoint(name: string, answer: RequestListener, header: string | null = null) {
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      asked.push({ headers: request.headers, method: request.method, body });
      answer(request, response);
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await new Promise((resolve) => server.once('listening', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (!tenants.has(name)) await workspace(name, ['dating']);
    const tenant = tenants.get(name)!;
    await service.accounts.setMemoryAccess(tenant, { memoryHosts: [host], memoryHeader: null });
    await service.accounts.setEnrichment(tenant, { url: `http://${host}/enrich?v=1`, header });
  }
  const json =
    (value: unknown): RequestListener =>
    (_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value));

  const ingest = (name: string, more: object) =>
    ok(name, 'ingest', { user_id: 'eve', text: bio, enrich: true, ...more });

  test('sends what the client gave, and fills the fields left out', async () => {
    const fields = { age: 50, gender: 'woman', location: 'Berlin', attachment_style: 'secure' };
    await endpoint('filled', json({ fields }), 'X-Key: s3cret-value');
    const record = await ingest('filled', { metadata: { gender: 'man', x: 1 } });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      method: 'POST',
      headers: { 'x-key': 's3cret-value', 'content-type': 'application/json' },
    });
    expect(JSON.parse(asked[0]!.body)).toEqual({
      user_id: 'eve',
      domain: 'dating',
      text: bio,
      fields: { gender: 'man', x: 1 },
    });
    expect(record.fields).toMatchObject({ age: 34, gender: 'man', location: 'Porto, Portugal' });
    expect(record.derived).toEqual({ attachment_style: 'secure' });
    expect(record.provenance.derived.attachment_style).toEqual({
      source: 'memory',
      extractor: 'none',
      confidence: 0.5,
      at: record.updated_at,
    });
    expect(record.warnings).toBeUndefined();
    const shown = await ok('filled', 'context', {
      user_id: 'eve',
      domain: 'dating',
      source: 'note',
      content: 'I now live in Lisbon.',
    });
    expect(shown.fields_updated).toEqual(['location']);
    expect(logged.join('')).not.toContain('s3cret-value');
  });

  test('reads its text like a memory, below what the person says', async () => {
    await endpoint('read', json({ fields: {}, text: "I'm 50 and live in Berlin. I'm a woman." }));
    const record = await ingest('read', { text: "I'm 34." });
    expect(record.fields).toMatchObject({ age: 34, location: 'Berlin, Germany' });
    const items = await itemsOf('read', 'eve');
    const item = items.find(({ source }) => source === 'enrichment');
    expect(record.provenance.fields.location).toMatchObject({
      source: 'memory',
      extractor: 'rules',
      context_id: item?.contextId,
    });
  });

  test('leaves out values that the schema refuses, and says so', async () => {
    await endpoint('ignored', json({ fields: { age: 'old', height: 180, gender: 'woman', __proto__x: 1 } }));
    const record = await ingest('ignored', { text: 'Hello.' });
    expect(record.fields).toEqual({ gender: 'woman' });
    expect(record.extras).toEqual({});
    expect(record.warnings).toEqual([
      { code: 'enrichment_ignored', message: expect.stringMatching(/: «age», «height», «__proto__x»$/) },
    ]);
  });

  const large = `{"fields": {}, "text": "${'x'.repeat(1024 * 1024)}"}`;
  test.each<[string, RequestListener, RegExp]>([
    ['an error status', (_, response) => response.writeHead(500).end('secret words'), /status 500/],
    ['another 2xx', (_, response) => response.writeHead(204).end(), /status 204/],
    ['no JSON', (_, response) => response.end('hello'), /something else than/],
    ['a list', json([1]), /something else than/],
    ['fields of another form', json({ fields: ['age'] }), /something else than/],
    ['a text of another type', json({ text: 5 }), /something else than/],
    ['a body above 1 MiB', (_, response) => response.end(large), /more than 1048576 bytes/],
    ['a text above 256 KiB', json({ text: 'x'.repeat(256 * 1024 + 1) }), /more than 262144 bytes/],
    ['a redirect', (_, response) => response.writeHead(307, { location: '/again' }).end(), /redirects/],
    ['a hang-up', (request) => request.socket.destroy(), /nothing was enriched/],
    ['half an answer', (_, response) => void response.write('{"fields":'), /within 5000 ms/],
  ])('%s is a warning, and the call has what it had', { timeout: 20_000 }, async (_, answer, message) => {
    await endpoint('failing', answer, 'X-Key: s3cret-value');
    const record = await ingest('failing', {});
    expect(record.fields).toMatchObject({ age: 34, location: 'Porto, Portugal' });
    expect(record.warnings).toEqual([
      { code: 'enrichment_unavailable', message: expect.stringMatching(message) },
    ]);
    expect(JSON.stringify(record.warnings)).not.toMatch(/secret/);
    expect(asked).toHaveLength(1);
  });

  test('is not called for a request that is refused anyway', async () => {
    await endpoint('unasked', json({ fields: {} }));
    const body = { user_id: 'eve', text: bio, enrich: true, metadata: { age: 'x' } };
    expect((await call('unasked', 'ingest', body)).status).toBe(422);
    await ok('unasked', 'ingest', { user_id: 'eve', text: bio, enrich: false });
    await ok('unasked', 'ingest', { user_id: 'eve', text: bio });
    expect(asked).toEqual([]);
  });

  test('a host removed from the allow list is not called', async () => {
    await endpoint('left', json({ fields: { gender: 'woman' } }));
    await service.accounts.setMemoryAccess(tenants.get('left')!, { memoryHosts: [], memoryHeader: null });
    const record = await ingest('left', {});
    expect(record.warnings).toMatchObject([{ code: 'enrichment_unavailable' }]);
    expect(asked).toEqual([]);
  });

  test.each([
    'no address',
    'ftp://example.com/x',
    'http://example.com/x',
    'https://user:secret@example.com/x',
    'https://localhost/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
  ])('%s is no endpoint', async (url) => {
    const set = service.accounts.setEnrichment(tenants.get('main')!, { url });
    await expect(set).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('a header goes with its endpoint, and does not follow to another', async () => {
    const { accounts, store } = service;
    const tenant = tenants.get('main')!;
    const set = async (given: { url?: string | null; header?: string | null }) => {
      await accounts.setEnrichment(tenant, given);
      const { enrichmentUrl, enrichmentHeader } = (await store.accounts.tenant(tenant))!.settings;
      return [enrichmentUrl, enrichmentHeader];
    };
    await expect(set({ header: 'X: y' })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await set({ url: 'https://a.example/1', header: 'X: y' })).toEqual([
      'https://a.example/1',
      'X: y',
    ]);
    expect(await set({ url: 'https://a.example/2' })).toEqual(['https://a.example/2', 'X: y']);
    expect(await set({ url: 'https://b.example/2' })).toEqual(['https://b.example/2', null]);
    expect(await set({ header: 'X: z' })).toEqual(['https://b.example/2', 'X: z']);
    await expect(set({ header: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await set({ url: null })).toEqual([null, null]);
    const refused = await call('main', 'ingest', { user_id: 'eve', text: bio, enrich: true });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'enrichment_unavailable']);
  });
});
