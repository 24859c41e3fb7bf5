/** A service whose files lie in a bucket, with its worker and the operator's commands, over HTTP. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Job } from '../../src/contract/job.ts';
import { type LoopbackS3, startLoopbackS3 } from '../../src/platform/outbound/testing/loopback-s3.ts';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';

const folder = temporaryFolder();
let files: LoopbackS3;
let service: RunningService;
let key: string;

beforeAll(async () => {
  files = await startLoopbackS3();
  key = await tenantWithKey(folder.path, 'shop', 'dating', {
    scopes: ['data', 'export', 'write', 'match'],
    rate: 1000,
    burst: 1000,
  });
  service = await startService(folder.path, [
    ...['--artifacts', `s3://${files.bucket}/shop`, '--download-redirects', 'on'],
    ...['--aws-endpoint-url', files.access.endpoint, '--aws-region', files.access.region],
    ...['--aws-access-key-id', files.access.accessKeyId],
    ...['--aws-secret-access-key', files.access.secretAccessKey],
  ]);
}, 60_000);
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

async function send(path: string, body?: object, idempotencyKey?: string) {
  const answer = await fetch(`${service.url}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answer.json();
}

async function succeeded(path: string, body: object, idempotencyKey: string) {
  const { id } = (await send(path, body, idempotencyKey)) as { id: string };
  for (;;) {
    const job = Job.parse(await send(`/jobs/${id}`));
    if (!['queued', 'running'].includes(job.status)) {
      expect([job.status, job.error]).toEqual(['succeeded', null]);
      return job;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('files in a bucket', () => {
  let url: string;
  let rows: number;

  test('take an import and an export of more than one part, and no file lies in the data folder', async () => {
    rows = 60_000;
    const lines = Array.from({ length: rows }, (_, n) => {
      const text = createHash('sha512').update(`${n}`).digest('base64').repeat(2);
      return JSON.stringify({ type: 'item', item_id: `i${n}`, text });
    });
    mkdirSync(join(folder.path, 'imports'), { recursive: true });
    writeFileSync(join(folder.path, 'imports', 'items.jsonl'), lines.join('\n'));
    const source = { name: 'items', source_uri: 'file:items.jsonl', format: 'jsonl' };
    const { result } = await succeeded('/datasets', source, 'import-of-the-items');
    const id = (result as { dataset: { id: string } }).dataset.id;
    const made = await succeeded(`/datasets/${id}/exports`, { format: 'jsonl' }, 'export-of-the-items');
    url = (made.result as { download_url: string }).download_url;
    const names = [...files.objects.keys()];
    expect(names.some((name) => name.startsWith('shop/datasets/'))).toBe(true);
    expect([...files.objects.values()].some(({ etag }) => /-[2-9]"$/.test(etag))).toBe(true);
    expect(existsSync(join(folder.path, 'artifacts'))).toBe(false);
  }, 60_000);

  test('are downloaded by a signed redirect, whole or from a byte, without a credential', async () => {
    const answer = await fetch(url, { redirect: 'manual' });
    const location = answer.headers.get('location')!;
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([307, 'no-store']);
    expect(location).toContain('X-Amz-Expires=300');
    expect(location).not.toContain(files.access.secretAccessKey);
    const whole = await fetch(url);
    expect(whole.headers.get('content-disposition')).toContain('attachment; filename=');
    expect(whole.headers.get('content-type')).toBe('application/jsonl');
    const text = await whole.text();
    expect(text.trimEnd().split('\n')).toHaveLength(rows);
    const part = await fetch(url, { headers: { range: 'bytes=10-' } });
    expect([part.status, await part.text()]).toEqual([206, text.slice(10)]);
    const forged = new URL(location);
    forged.pathname = forged.pathname.replace(/\/exports\/.*/, '/datasets/any');
    expect((await fetch(forged)).status).toBe(403);
  });

  test('are sent by the service where a redirect could not answer', async () => {
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
    const sha256 = createHash('sha256').update(whole).digest('hex');
    const several = await fetch(url, { headers: { range: 'bytes=0-1,9-10' }, redirect: 'manual' });
    expect([several.status, several.headers.get('content-type')]).toEqual([
      206,
      expect.stringContaining('multipart/byteranges'),
    ]);
    await several.arrayBuffer();
    const resumed = await fetch(url, {
      headers: { range: 'bytes=5-9', 'if-range': `"${sha256}"` },
      redirect: 'manual',
    });
    expect([resumed.status, await resumed.text()]).toEqual([206, whole.subarray(5, 10).toString()]);
    const known = await fetch(url, { headers: { 'if-none-match': `"${sha256}"` }, redirect: 'manual' });
    expect(known.status).toBe(304);
  });

  test('that cannot be reached keep downloads and erasures waiting, and no match', async () => {
    const fields = { age: 30, gender: 'woman', location: 'Lisbon, Portugal', relationship_goal: 'long_term' };
    for (const user_id of ['ana', 'bea']) await send('/users', { user_id, domain: 'dating', fields });
    await files.close();
    const question = { user_id: 'ana', domain: 'dating' };
    expect((await send('/match', question)) as object).toMatchObject({ pipeline_stats: { total: 1 } });
    const download = await fetch(url, { redirect: 'manual' });
    const erased = await fetch(`${service.url}/v1/users/bea`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    });
    for (const answer of [download, erased]) {
      expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
        503,
        'dependency_unavailable',
      ]);
    }
    // Nothing was erased that no log has.
    expect((await send('/match', question)) as object).toMatchObject({ pipeline_stats: { total: 1 } });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  }, 60_000);
});
