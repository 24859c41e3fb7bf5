/**
 * The text encoder is switched while the service runs. Matches use the old vectors, and scores do not change,
 * until all new ones are there. A kill during the switch loses nothing, and rows may be written and erased
 * meanwhile. The operator's command needs no restart.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from './running-service.ts';
import { jsonOf, runHere } from './service/testing/run-cli.ts';
import { type EmbeddingsServer, startEmbeddingsServer } from './support/embeddings-server.ts';

const tinyModel = fileURLToPath(new URL('../src/engines/encoders/folder/tiny-model', import.meta.url));
const PEOPLE = 100;
const folder = temporaryFolder();
let embeddings: EmbeddingsServer;
let key: string;
let service: RunningService;

beforeAll(async () => {
  embeddings = await startEmbeddingsServer();
  key = await tenantWithKey(folder.path, 'main', 'dating');
}, 60_000);
afterAll(async () => {
  await service?.stop('SIGKILL');
  await embeddings.close();
  folder.remove();
});

const hobbies = ['hiking', 'baking bread', 'opera', 'chess', 'sailing', 'old films', 'gardening', 'football'];

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as never };
}

async function put(n: number | string) {
  const at = Number(n) || 0;
  const values_text = `I am person ${n}. I love ${hobbies[at % 8]} and ${hobbies[(at * 3 + 1) % 8]}. On Sundays, ${hobbies[(at * 5 + 2) % 8]}.`;
  const fields = { age: 25 + (at % 20), gender: 'woman', location: 'Lisbon, Portugal', values_text };
  const { status, body } = await call('POST', '/v1/users', { user_id: `p${n}`, domain: 'dating', fields });
  expect(status).toBe(200);
  return body as { embeddings: Shown };
}

type Shown = Record<string, { dim: number; version: string }>;

async function versionOf(n: number | string): Promise<string | undefined> {
  const { status, body } = await call('GET', `/v1/users/p${n}?domain=dating`);
  return status === 404 ? undefined : (body as { embeddings: Shown }).embeddings.dating?.version;
}

/** The scores after the embedding stage, by id. */
async function scores(): Promise<Record<string, number>> {
  const stages = { light_ml: { enabled: false }, cross_encoder: { enabled: false } };
  const request = { user_id: 'p1', domain: 'dating', limit: 30, explain: true, diversity: 0, stages };
  const { status, body } = await call('POST', '/v1/match', request);
  expect(status, JSON.stringify(body)).toBe(200);
  const { matches } = body as { matches: { user_id: string; score: number }[] };
  return Object.fromEntries(matches.map(({ user_id, score }) => [user_id, score]));
}

interface Readiness {
  readonly encoder: { readonly serving: string; readonly target: string | null; readonly share: number };
}

async function encoder(): Promise<Readiness['encoder']> {
  return ((await (await fetch(`${service.url}/readyz`)).json()) as Readiness).encoder;
}

test('rows are re-encoded while matches continue', { timeout: 300_000 }, async () => {
  service = await startService(folder.path);
  for (let n = 0; n < PEOPLE; n += 10) await Promise.all(Array.from({ length: 10 }, (_, i) => put(n + i)));
  const before = await scores();
  expect(Object.keys(before)).toHaveLength(30);
  const old = (await encoder()).serving;
  expect(await versionOf(3)).toBe(old);

  await service.stop();
  service = await startService(folder.path, ['--text-encoder', `openai:${embeddings.url}`]);
  await expect.poll(embeddings.waiting, { timeout: 60_000 }).toBeGreaterThan(0);
  const { serving, target } = await encoder();
  expect([serving, target]).toEqual([old, expect.stringContaining('text-embedding-3-small@1#')]);
  expect(await scores()).toEqual(before);
  expect(await versionOf(3)).toBe(old);

  // The first batch of rows is done, and the second one waits, when everything is killed.
  embeddings.open(4);
  await expect.poll(async () => (await encoder()).share, { timeout: 60_000 }).toBeGreaterThan(0.3);
  expect((await put('late')).embeddings.dating?.version).toBe(old);
  expect((await call('DELETE', '/v1/users/p95')).status).toBe(200);
  expect((await call('DELETE', '/v1/users/p0')).status).toBe(200);
  expect(before).toMatchObject(
    Object.fromEntries(Object.entries(await scores()).filter(([id]) => id in before)),
  );
  await service.stop('SIGKILL');
  embeddings.open(0);
  const passed = embeddings.passed();

  // No encoder is set now: the switch continues, and the old encoder serves until it is done.
  service = await startService(folder.path);
  expect(await encoder()).toMatchObject({ serving: old, target });
  expect(Object.values(await scores())).toHaveLength(30);
  embeddings.open();
  await expect.poll(async () => (await encoder()).serving, { timeout: 90_000, interval: 100 }).toBe(target);
  expect(embeddings.passed()).toBeGreaterThan(passed);
  await expect.poll(scores, { timeout: 30_000, interval: 250 }).not.toMatchObject(before);
  for (const n of [1, 3, 77, 'late']) expect(await versionOf(n)).toBe(target);
  const versions = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => versionOf(n)));
  expect(versions.flatMap((version, n) => (version === target ? [] : [n]))).toEqual([0, 95]);
});

test('the command switches the encoder without a restart', { timeout: 200_000 }, async () => {
  const openAi = (await encoder()).serving;
  const before = await scores();
  const refused = await runHere(folder.path, 'encoder', 'switch', 'folder:/nowhere/at/all');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('has no onnx/model.onnx')]);
  expect(await encoder()).toMatchObject({ serving: openAi, target: null });

  const { code, stdout } = await runHere(folder.path, 'encoder', 'switch', `folder:${tinyModel}`);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/tiny-model@1#\w{8} takes over when 99 rows are/),
  ]);
  await expect
    .poll(async () => (await encoder()).serving, { timeout: 90_000, interval: 100 })
    .toMatch(/^tiny-model@1#/);
  expect(await versionOf(3)).toMatch(/^tiny-model@1#/);
  await expect.poll(scores, { timeout: 30_000, interval: 250 }).not.toEqual(before);
  expect((await put('new')).embeddings.dating).toMatchObject({ dim: 8 });
  expect(await (await fetch(`${service.url}/metrics`)).text()).toContain(
    `counterpart_encoder_info{role="serving",encoder="${(await encoder()).serving}"} 1`,
  );
  const status = await jsonOf<Record<string, unknown>>(runHere(folder.path, 'encoder', 'status', '--json'));
  expect(status).toMatchObject({
    serving: { encoder: (await encoder()).serving, setting: `folder:${tinyModel}` },
    target: null,
    rows_to_encode: 0,
    share: 1,
  });
});
