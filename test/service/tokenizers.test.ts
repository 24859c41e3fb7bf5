/** Tokenizers over HTTP, from the catalogue to codes and the bundle. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBundle } from '../../src/behaviour/tokenizers/bundle/read-bundle.ts';
import { temporaryFolder, tenantWithKey } from '../running-service.ts';
import { jsonOf, runHere } from './testing/run-cli.ts';
import { type ServiceHere, startServiceHere } from './testing/service-here.ts';

const folder = temporaryFolder();
let service: ServiceHere;
let key: string;
let strange: string;

beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'acme', 'dating');
  strange = await tenantWithKey(folder.path, 'other', 'dating');
  service = await startServiceHere(folder.path);
}, 60_000);
afterAll(async () => {
  await service.stop();
  folder.remove();
});

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what the service answered
  readonly body: any;
  readonly headers: Headers;
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
  as = key,
) {
  const answer = await fetch(`${service.url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...more,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: JSON.parse(text), headers: answer.headers } as Answer;
}

const withKey = (name: string) => ({ 'idempotency-key': `test-${name}` });

// biome-ignore lint/suspicious/noExplicitAny: as above
async function ended(jobId: string): Promise<any> {
  for (;;) {
    const { body } = await call('GET', `/jobs/${jobId}`);
    if (!['queued', 'running'].includes(body.status!)) return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const items = Array.from({ length: 60 }, (_, at) => ({
  item_id: `item-${at}`,
  title: `${['Brass', 'Wooden', 'Red', 'Old'][at % 4]} ${['lamp', 'chair', 'novel', 'teapot', 'guitar'][at % 5]} number ${at}`,
  attributes: { price: at, tags: ['shop', `shelf ${at % 7}`] },
}));
const fit = {
  name: 'shop',
  catalog: { uri: 'file:catalogue.jsonl', format: 'jsonl' },
  codebook: { levels: 3, base_size: 16 },
};
let tokenizerId: string;

test('a fit on a given catalogue answers with the queued tokenizer, once for a key', async () => {
  mkdirSync(join(folder.path, 'imports'), { recursive: true });
  writeFileSync(
    join(folder.path, 'imports', 'catalogue.jsonl'),
    items.map((item) => `${JSON.stringify(item)}\n`).join(''),
  );
  const first = await call('POST', '/tokenizers', fit, withKey('fit-1'));
  expect(first).toMatchObject({
    status: 202,
    body: {
      tokenizer_id: expect.stringMatching(/^tok_/),
      name: 'shop',
      status: 'queued',
      codebook: { levels: 3, resolution: 'multi', base_size: 16 },
      codebook_utilization: [],
      ready_at: null,
      job_id: expect.stringMatching(/^job_/),
      request_id: expect.any(String),
    },
  });
  const again = await call('POST', '/tokenizers', fit, withKey('fit-1'));
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const job = await ended(first.body.job_id);
  expect(job).toMatchObject({
    kind: 'tokenizer_fit',
    status: 'succeeded',
    resource: { type: 'tokenizer', id: first.body.tokenizer_id },
    result: { tokenizer: { status: 'ready', item_count: 60 } },
  });
  tokenizerId = first.body.tokenizer_id;
  const read = await call('GET', `/tokenizers/${tokenizerId}`);
  expect(read.body).toMatchObject({ ...job.result.tokenizer, name: 'shop' });
  expect(read.body.codebook_utilization).toHaveLength(3);
  expect((await call('GET', '/tokenizers')).body).toMatchObject({
    data: [{ id: tokenizerId, version: 'v1' }],
    has_more: false,
  });
}, 60_000);

test('known and new items get codes, the same under concurrent requests', async () => {
  const ask = async (given: readonly object[]) =>
    (await call('POST', '/semantic-ids', { tokenizer_id: tokenizerId, items: given })).body
      .semantic_ids as readonly Record<string, unknown>[];
  const all = await ask(items);
  expect(all.map(({ item_id }) => item_id)).toEqual(items.map(({ item_id }) => item_id));
  for (const { codes, tokens } of all)
    expect(tokens).toBe((codes as number[]).map((code, level) => `<sid_${level}_${code}>`).join(''));
  const [fresh, alone] = [
    await ask([{ ...items[7], item_id: 'new' }]),
    await ask([{ item_id: 'item-7', text: `${items[7]!.title}\nprice: 7\ntags: shop, shelf 0` }]),
  ];
  expect(fresh[0]).toEqual({ ...all[7], item_id: 'new', cold_start: true, collision_suffix: null });
  expect(alone[0]).toEqual(all[7]);
});

test('a known item without content is looked up; unknown ones without content are refused, all of them named', async () => {
  const ask = (given: readonly object[]) =>
    call('POST', '/semantic-ids', { tokenizer_id: tokenizerId, items: given });
  const { body: whole } = await ask(items);
  const blank = [
    {},
    { text: ' \n' },
    { title: '', description: '\t' },
    { attributes: {} },
    { attributes: { a: null, b: [' '] } },
    { text: null, image_url: null },
    { image_url: 'https://example.com/not-read-by-this-tokenizer.png' },
  ];
  const known = blank.map((nothing, at) => ({ item_id: `item-${at}`, ...nothing }));
  const looked = await ask([...known, { item_id: 'new', title: 'A green sofa' }]);
  expect([looked.status, looked.body.semantic_ids.slice(0, known.length)]).toEqual([
    200,
    whole.semantic_ids.slice(0, known.length),
  ]);
  expect(looked.body.semantic_ids.at(-1)).toMatchObject({ item_id: 'new', cold_start: true });
  const unknown = blank.map((nothing, at) => ({ item_id: `nothing-${at}`, ...nothing }));
  const refused = await ask([items[0]!, ...known, ...unknown, { item_id: 'new', title: 'A green sofa' }]);
  expect(refused).toMatchObject({
    status: 422,
    body: {
      error: {
        code: 'unknown_item',
        message: expect.stringMatching(/nothing-0.*6 more.*text, title, description or attributes/s),
        details: { item_ids: unknown.map(({ item_id }) => item_id), total: unknown.length },
      },
    },
  });
  const many = await ask(Array.from({ length: 300 }, (_, at) => ({ item_id: `none-${at}` })));
  expect([many.body.error.details.item_ids.length, many.body.error.details.total]).toEqual([100, 300]);
});

test('a cancelled fit, waiting or running, leaves a failed tokenizer with the reason', async () => {
  const asked = await call('POST', '/tokenizers', { ...fit, name: 'cancelled' }, withKey('fit-cancelled'));
  expect((await call('POST', `/jobs/${asked.body.job_id}/cancel`)).status).toBe(200);
  expect(await ended(asked.body.job_id)).toMatchObject({ status: 'cancelled' });
  expect((await call('GET', `/tokenizers/${asked.body.tokenizer_id}`)).body).toMatchObject({
    status: 'failed',
    ready_at: null,
    error: { code: 'conflict', message: expect.stringContaining('cancelled') },
  });
  const body = { tokenizer_id: asked.body.tokenizer_id, items: [{ item_id: 'a' }] };
  expect(await call('POST', '/semantic-ids', body)).toMatchObject({
    status: 409,
    body: { error: { code: 'tokenizer_not_ready' } },
  });
}, 60_000);

test('a tokenizer of another workspace is not found', async () => {
  const body = { tokenizer_id: tokenizerId, items: [{ item_id: 'a' }] };
  for (const answer of [
    await call('GET', `/tokenizers/${tokenizerId}`, undefined, {}, strange),
    await call('POST', '/semantic-ids', body, {}, strange),
    await call('POST', `/tokenizers/${tokenizerId}/exports`, undefined, {}, strange),
  ])
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'tokenizer_not_found' } } });
});

test('a fit on a dataset is answered with its job; the settings are chosen', async () => {
  const dataset = await call(
    'POST',
    '/datasets',
    {
      name: 'shop',
      items: items.map(({ item_id, title }) => ({ item_id, text: title })),
      access: { export: false },
    },
    withKey('dataset'),
  );
  await ended(dataset.body.id);
  const dataset_id = dataset.body.resource.id;
  const accepted = await call('POST', '/tokenizers', { dataset_id, name: 'shop' }, withKey('fit-2'));
  expect(accepted).toMatchObject({
    status: 202,
    body: { kind: 'tokenizer_fit', status: 'queued', resource: { type: 'tokenizer' } },
  });
  const { result } = await ended(accepted.body.id);
  expect(result.tokenizer).toMatchObject({ dataset_id, version: 'v2', semantic_levels: 4 });
  const refused = await call('POST', `/tokenizers/${result.tokenizer.id}/exports`);
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'access_denied' } } });
}, 60_000);

test('the bundle is downloaded, read by a short Python script, and imported again', async () => {
  const accepted = await call('POST', `/tokenizers/${tokenizerId}/exports`);
  expect(accepted).toMatchObject({ status: 202, body: { kind: 'tokenizer_export' } });
  const { result } = await ended(accepted.body.id);
  const bytes = Buffer.from(await (await fetch(result.download_url)).arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(result.sha256);
  const file = join(folder.path, 'bundle.tar.gz');
  writeFileSync(file, bytes);
  const bundle = await readBundle(bytes);
  const { itemIds, codes, suffixes } = bundle;
  const python = pythonThere();
  if (python === null) console.warn('python3 is not there: the reader in docs/ was not tried');
  else {
    const script = join(import.meta.dirname, '../..', 'docs', 'reference', 'read-tokenizer-bundle.py');
    const told = execFileSync(python, [script, file, itemIds[5]!], { encoding: 'utf8' });
    expect(JSON.parse(told)).toEqual({
      item_id: itemIds[5],
      codes: [...codes.subarray(15, 18)],
      collision_suffix: suffixes[5] || null,
    });
    writeFileSync(file, spoiled(bytes));
    expect(() => execFileSync(python, [script, file, itemIds[5]!], { stdio: 'pipe' })).toThrow();
    writeFileSync(file, bytes);
  }
  const cli = (...args: string[]) => runHere(folder.path, 'tokenizers', ...args);
  const brought = await jsonOf<{ id: string }>(
    cli('import', file, '--tenant', 'other', '--name', 'theirs', '--json'),
  );
  const body = { items: [...items.slice(0, 9), { item_id: 'new', title: 'A green sofa' }] };
  const [ours, theirs] = [
    await call('POST', '/semantic-ids', { tokenizer_id: tokenizerId, ...body }),
    await call('POST', '/semantic-ids', { tokenizer_id: brought.id, ...body }, {}, strange),
  ];
  expect(theirs.body.semantic_ids).toEqual(ours.body.semantic_ids);
  const copy = join(folder.path, 'copy.tar.gz');
  expect((await cli('export', brought.id, '--output', copy)).code).toBe(0);
  expect(readFileSync(copy).equals(bytes)).toBe(true);
  expect((await cli('list')).stdout).toContain(brought.id);
  expect((await cli('show', brought.id)).stdout).toMatch(/theirs.*60 items/s);
}, 60_000);

function pythonThere(): string | null {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return 'python3';
  } catch {
    return null;
  }
}

/** One letter of one item, packed as withParquetErrors as before. */
function spoiled(bytes: Buffer): Buffer {
  const tar = gunzipSync(bytes);
  const at = tar.indexOf('"item_id":"item-5"');
  tar.write('"item_id":"item-6"', at);
  return gzipSync(tar);
}
