/**
 * The MCP server against a service, by the SDK's own client, over both transports: every tool, every
 * resource, and errors of every kind.
 */
import { readFileSync } from 'node:fs';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder, tenantWithKey } from './running-service.ts';
import { jsonOf, runHere } from './service/testing/run-cli.ts';
import { type ServiceHere, startServiceHere } from './service/testing/service-here.ts';
import { type ConnectedMcp, connectMcp, type TransportName } from './support/mcp-processes.ts';
import { leastModel, smallDataset } from './support/small-dataset.ts';

const folder = temporaryFolder();
let service: ServiceHere;
let key: string;
let modelId: string;

const people = {
  amelia: '29F, Lisbon. I care about honesty and long walks. Looking for something serious with a man 28-36.',
  bruno: '31M in Lisbon. Honest, likes long walks. Looking for a serious relationship with a woman 26-34.',
  carlos: '33M in Lisbon. Cooks for friends. Wants a serious relationship with a woman 25-35.',
};

async function post(path: string, body: object): Promise<Record<string, never>> {
  const answer = await fetch(`${service.url}/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': `key-of-${path.replaceAll('/', '-')}`,
    },
    body: JSON.stringify(body),
  });
  expect(answer.ok, path).toBe(true);
  return (await answer.json()) as Record<string, never>;
}

async function statusOf(path: string): Promise<number> {
  const answer = await fetch(`${service.url}/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
  await answer.body?.cancel();
  return answer.status;
}

async function storeLines(lines: readonly object[]): Promise<void> {
  const answer = await fetch(`${service.url}/v1/users/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
  const statuses = (await answer.text()).trim().split('\n');
  expect(statuses.map((line) => JSON.parse(line).status)).toEqual(lines.map(() => 200));
}

async function ended(jobId: string): Promise<{ status: string; result: Record<string, { id: string }> }> {
  for (;;) {
    const answer = await fetch(`${service.url}/v1/jobs/${jobId}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const job = (await answer.json()) as { status: string; result: Record<string, { id: string }> };
    if (!['queued', 'running'].includes(job.status)) return job;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A further key of the tenant: `keys create` with these flags. */
async function keyWith(...flags: readonly string[]): Promise<string> {
  const created = runHere(folder.path, 'keys', 'create', '--tenant', 'main', '--json', ...flags);
  return (await jsonOf<{ readonly key: string }>(created)).key;
}

beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'main', 'dating,hiring');
  service = await startServiceHere(folder.path);
  const dataset = await ended((await post('datasets', { name: 'small', ...smallDataset })).id!);
  const request = { dataset_id: dataset.result.dataset!.id, name: 'next', settings: leastModel };
  const adapted = await ended((await post('adaptations', request)).id!);
  expect(adapted.status).toBe('succeeded');
  modelId = adapted.result.model!.id;
}, 120_000);
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: every test says what it expects of the answer
type Any = any;

async function call({ client }: ConnectedMcp, name: string, args: object): Promise<Any> {
  const result = await client.callTool({ name, arguments: args as Record<string, unknown> });
  const [content] = result.content as readonly { readonly text: string }[];
  return { isError: result.isError === true, text: content!.text, data: result.structuredContent as Any };
}

describe.each<TransportName>(['stdio', 'http'])('over %s', (transport) => {
  let mcp: ConnectedMcp;
  const said: string[] = [];
  const open = (apiKey = key, ...args: readonly string[]) =>
    connectMcp(transport, { args: ['--url', service.url, ...args], env: { COUNTERPART_API_KEY: apiKey } });

  beforeAll(async () => {
    mcp = await open();
  });
  afterAll(async () => {
    await mcp?.close();
    for (const text of [...said, mcp?.output() ?? '']) expect(text).not.toContain('cp_live_');
  });

  async function ok(name: string, args: object): Promise<Any> {
    const { isError, text, data } = await call(mcp, name, args);
    said.push(text);
    expect([isError, text]).toEqual([false, JSON.stringify(data)]);
    return data;
  }

  /** Opens a connection of its own where another key or address is needed. */
  async function fails(name: string, args: object, connectedMcp?: ConnectedMcp): Promise<Any> {
    const { isError, text, data } = await call(connectedMcp ?? mcp, name, args);
    said.push(text, connectedMcp?.output() ?? '');
    await connectedMcp?.close();
    expect(isError).toBe(true);
    const { code, message } = data.error;
    expect(text.startsWith(`${code}: ${message}`)).toBe(true);
    if (data.request_id !== null) expect(text).toContain(data.request_id);
    return data;
  }

  test('five tools are listed, whose arguments are those of the interface document', async () => {
    const { tools } = await mcp.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'match',
      'explain',
      'upsert_person',
      'feedback',
      'predict',
    ]);
    const document = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
    const bodyOf = (path: string) => {
      const { schema } = document.paths[path].post.requestBody.content['application/json'];
      return document.components.schemas[schema.$ref.split('/').at(-1)];
    };
    const argumentsOf = (name: string) => tools.find((tool) => tool.name === name)!.inputSchema;
    const keys = (schema: Any) => Object.keys(schema.properties).sort();
    expect(keys(argumentsOf('upsert_person'))).toEqual(keys(bodyOf('/v1/users')));
    expect(keys(argumentsOf('feedback'))).toEqual(keys(bodyOf('/v1/feedback')));
    expect(keys(argumentsOf('predict'))).toEqual(
      [...keys(bodyOf('/v1/models/{model_id}/predict')), 'model_id'].sort(),
    );
    const deprecated = ['max_matches', 'metadata_filters', 'model'];
    expect(keys(argumentsOf('match'))).toEqual(
      keys(bodyOf('/v1/match')).filter((name: string) => !deprecated.includes(name)),
    );
    expect(JSON.stringify(tools)).not.toContain('$ref');
  });

  test('people are stored, matched, explained, and decided on', async () => {
    for (const [user_id, context] of Object.entries(people)) {
      const record = await ok('upsert_person', { user_id, domain: 'dating', context });
      expect(record).toMatchObject({ user_id, fields: { location: 'Lisbon, Portugal' } });
    }
    const found = await ok('match', { user_id: 'amelia', domain: 'dating', limit: 5 });
    expect(found.matches.map((match: Any) => match.user_id).sort()).toEqual(['bruno', 'carlos']);

    const asked = { user_id: 'amelia', domain: 'dating', candidate_id: 'bruno' };
    const explained = await ok('explain', asked);
    expect(explained).toMatchObject({ found: true, candidate_id: 'bruno', match: { user_id: 'bruno' } });
    expect(explained.match.reasons).toContain('Both in Lisbon, Portugal');
    expect(explained.match.terms.length).toBeGreaterThan(0);
    expect(explained.trace[0].stage).toBe('sql_filter');
    // An explanation is not recorded as a match that the seeker was shown.
    expect(await statusOf(`matches/${explained.match_id}`)).toBe(404);
    expect(await statusOf(`matches/${found.match_id}`)).toBe(200);
    const unrecorded = await ok('match', { user_id: 'carlos', domain: 'dating', record: false });
    expect(await statusOf(`matches/${unrecorded.match_id}`)).toBe(404);

    const item = {
      seeker_id: 'amelia',
      candidate_id: 'bruno',
      outcome: 'accepted',
      match_id: found.match_id,
    };
    expect(await ok('feedback', { domain: 'dating', items: [item] })).toMatchObject({
      accepted: 1,
      errors: [],
    });
    const again = await ok('match', { user_id: 'amelia', domain: 'dating' });
    expect(again.matches.map((match: Any) => match.user_id)).toEqual(['carlos']);
    expect((await ok('explain', asked)).found).toBe(true);
    const withdrawn = { ...item, outcome: 'expired' };
    await ok('feedback', { domain: 'dating', items: [withdrawn] });
  });

  test('a candidate that a filter drops is explained by the trace; an unknown one is an error', async () => {
    const asked = { user_id: 'amelia', domain: 'dating', filters: { age: { lt: 20 } } };
    const { found, match, reason, trace } = await ok('explain', { ...asked, candidate_id: 'bruno' });
    expect([found, match, reason]).toEqual([false, undefined, 'filters']);
    expect(trace[0]).toMatchObject({ stage: 'sql_filter', out: 0 });
    const fault = await fails('explain', { ...asked, candidate_id: 'zoe' });
    expect(fault.error).toMatchObject({ code: 'user_not_found', details: { user_id: 'zoe' } });
  });

  test('a candidate far behind the best hundred has the score of the whole ranking', async () => {
    const seeker = { user_id: 'diogo', domain: 'dating' };
    // Neither suits the people of the tests above, who seek men of other ages.
    const fields = (age: number, gender: string, location: string) => ({ age, gender, location });
    const crowd = Array.from({ length: 150 }, (_, n) => ({
      ...{ user_id: `crowd-${n}`, domain: 'dating' },
      fields: fields(60 + (n % 3), 'woman', 'Lisbon, Portugal'),
    }));
    const far = { user_id: 'far', domain: 'dating', fields: fields(20, 'woman', 'Tokyo, Japan') };
    await storeLines([{ ...seeker, fields: fields(61, 'man', 'Lisbon, Portugal') }, ...crowd, far]);

    const { matches } = await ok('match', { ...seeker, limit: 100 });
    const best = matches.map((match: Any) => match.user_id);
    expect([best.length, best.includes('far')]).toEqual([100, false]);
    const rest = await ok('match', { ...seeker, limit: 100, filters: { exclude_user_ids: best } });
    const { score } = rest.matches.find((match: Any) => match.user_id === 'far');

    const explained = await ok('explain', { ...seeker, candidate_id: 'far' });
    expect(explained).toMatchObject({ found: true, match: { user_id: 'far' } });
    expect(explained.match.score).toBe(score);
    expect(explained.match.terms.length).toBeGreaterThan(0);
  });

  test('a model predicts the next items', async () => {
    const { items, model_id } = await ok('predict', { model_id: modelId, history: ['i1', 'i2'], limit: 3 });
    expect([items.length, model_id]).toEqual([3, modelId]);
  });

  test('an item of feedback that is refused is told in the answer', async () => {
    const item = { seeker_id: 'amelia', candidate_id: 'nobody', outcome: 'accepted' };
    const { accepted, errors } = await ok('feedback', { domain: 'dating', items: [item] });
    expect([accepted, errors[0].code]).toEqual([0, 'user_not_found']);
  });

  test.each([
    ['match', { user_id: 'zoe', domain: 'dating' }, 'user_not_found'],
    ['match', { user_id: 'amelia', domain: 'marketplace' }, 'forbidden'],
    ['match', { user_id: 'amelia', domain: 'chess' }, 'domain_not_found'],
    ['match', { user_id: 'amelia', domain: 'dating', limit: 0 }, 'invalid_request'],
    ['match', {}, 'invalid_request'],
    ['match', { user_id: 'amelia', domain: 'dating', filters: { shoe: 1 } }, 'unknown_filter'],
    [
      'explain',
      { user_id: 'amelia', domain: 'dating', filters: 7, candidate_id: 'bruno' },
      'invalid_request',
    ],
    ['upsert_person', { user_id: 'x', domain: 'dating', fields: { age: 'old' } }, 'invalid_field_value'],
    ['upsert_person', { user_id: 'x', domain: 'dating', colour: 'red' }, 'invalid_request'],
    ['upsert_person', { user_id: 'x', domain: 'dating', context: 'y'.repeat(300_000) }, 'payload_too_large'],
    ['feedback', { domain: 'dating', items: [] }, 'invalid_request'],
    ['predict', { model_id: 'model_none', history: [] }, 'model_not_found'],
    ['predict', { model_id: 'a/../../users', history: [] }, 'invalid_request'],
  ])('%s refuses %o with %s', async (name, args, code) => {
    const { error, request_id } = await fails(name, args);
    expect(error.code).toBe(code);
    expect(request_id).toMatch(/^mcp_[0-9a-f]{32}$/);
    // The log of the service has the same id.
    await expect.poll(() => service.output()).toContain(request_id);
  });

  test('an unknown item is refused by the model, and `..` as its id before a request is sent', async () => {
    const unknown = await fails('predict', { model_id: modelId, history: ['none'] });
    expect(unknown.error).toMatchObject({ code: 'unknown_item', details: { item_ids: ['none'] } });
    for (const args of [{ model_id: '..', history: [] }, { history: [] }]) {
      const { error, request_id } = await fails('predict', args);
      expect([error.code, error.details.issues[0].path, request_id]).toEqual([
        'invalid_request',
        'model_id',
        null,
      ]);
    }
  });

  test('a key that is unknown, lacks the scope, or comes too often', async () => {
    const asked = { user_id: 'amelia', domain: 'dating' };
    const unknown = await fails('match', asked, await open('cp_live_0000000000000000000000'));
    expect(unknown.error.code).toBe('unauthorized');
    const reader = await open(await keyWith('--scopes', 'read'));
    expect((await fails('match', asked, reader)).error).toMatchObject({
      code: 'forbidden',
      details: { required: 'match' },
    });
    const slow = await open(await keyWith('--rate', '1', '--burst', '1'));
    const answers = await Promise.all(Array.from({ length: 40 }, () => call(slow, 'match', asked)));
    await slow.close();
    const { error } = answers.find(({ isError }) => isError).data;
    expect([error.code, error.details.retry_after_ms > 0]).toEqual(['rate_limited', true]);
  });

  test('an unknown tool, and an unknown resource', async () => {
    await expect(call(mcp, 'delete_all', {})).rejects.toThrow(/no tool «delete_all»; the tools are match/);
    await expect(mcp.client.readResource({ uri: 'counterpart://secrets/all' })).rejects.toThrow(/not found/);
  });

  test('the schema of each domain, and records of people, can be read', async () => {
    const { resources } = await mcp.client.listResources();
    expect(resources.map(({ uri }) => uri).sort()).toEqual([
      'counterpart://schemas/dating',
      'counterpart://schemas/hiring',
    ]);
    const { resourceTemplates } = await mcp.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'counterpart://schemas/{domain}',
      'counterpart://people/{domain}/{user_id}',
    ]);
    const schema = await readJson('counterpart://schemas/dating');
    expect([schema.version, schema.fields[0].name]).toEqual(['dating.v1', 'age']);
    for (const userId of ['amelia', 'a/b', 'é, 50% {x}?#', '%2F', '日本']) {
      await ok('upsert_person', { user_id: userId, domain: 'hiring', context: people.amelia });
      const uri = `counterpart://people/hiring/${encodeURIComponent(userId)}`;
      expect((await readJson(uri)).user_id).toBe(userId);
    }
  });

  async function readJson(uri: string): Promise<Any> {
    const { contents } = await mcp.client.readResource({ uri });
    const [content] = contents;
    expect(content!.mimeType).toBe('application/json');
    return JSON.parse((content as { readonly text: string }).text);
  }

  test('a resource that is not there is an error with code and request id', async () => {
    const [missing, forbidden] = await Promise.all([
      mcp.client.readResource({ uri: 'counterpart://people/dating/zoe' }).catch((error) => error),
      (async () => {
        const writer = await open(await keyWith('--scopes', 'write'));
        const fault = await writer.client.listResources().catch((error) => error);
        await writer.close();
        return fault;
      })(),
    ]);
    for (const error of [missing, forbidden]) expect(error).toBeInstanceOf(McpError);
    expect([missing.code, missing.data.error.code]).toEqual([-32002, 'user_not_found']);
    expect(missing.data.request_id).toMatch(/^mcp_/);
    expect([forbidden.code, forbidden.data.error.code]).toEqual([-32603, 'forbidden']);
  });
});
