/**
 * Writes to a full disk: a request gets 503 with the time to retry and leaves nothing behind, and a job
 * reports the full disk. The disks are real, of a few MiB each, and filled to the last byte.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from './running-service.ts';
import { leastModel, smallDataset } from './support/small-dataset.ts';
import { mountSmallDisk } from './support/small-disk.ts';

const folder = temporaryFolder();
const rooms = ['artifacts', 'scratch'].map((name) => join(folder.path, name));
for (const room of rooms) mkdirSync(room, { mode: 0o700 });
const [artifacts, scratch] = rooms.map((room) => mountSmallDisk(2, room));

describe.skipIf(artifacts === null || scratch === null)('a full disk', () => {
  let key: string;
  let service: RunningService;

  beforeAll(async () => {
    key = await tenantWithKey(folder.path, 'main', 'dating');
    service = await startService(folder.path);
  }, 60_000);
  afterAll(async () => {
    await service?.stop();
    for (const disk of [artifacts, scratch]) disk!.remove();
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
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as never as Answer };
  }
  interface Answer {
    readonly id: string;
    readonly status: string;
    readonly resource: { readonly id: string };
    readonly data: readonly unknown[];
    readonly error: { readonly code: string; readonly message: string; readonly details: object } | null;
  }

  async function ended(jobId: string): Promise<Answer> {
    for (;;) {
      const { body } = await send(`/jobs/${jobId}`);
      if (!['queued', 'running'].includes(body.status)) return body;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  const filesIn = (path: string) =>
    readdirSync(path, { recursive: true, withFileTypes: true }).filter((found) => found.isFile());

  const fullDisk = {
    code: 'dependency_unavailable',
    message: expect.stringContaining('disk full'),
    details: { retry_after_ms: 30_000 },
  };

  const request = (name: string) => ({ name, ...smallDataset });

  async function imported(name: string): Promise<string> {
    const { body } = await send('/datasets', request(name), `import ${name}`);
    expect(await ended(body.id)).toMatchObject({ status: 'succeeded' });
    return body.resource.id;
  }

  test('an import that cannot stage its rows is 503, leaves no file, and the same key works later', async () => {
    artifacts!.fill();
    const before = filesIn(artifacts!.path).length;
    const refused = await send('/datasets', request('staged'), 'staged-key');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    expect(refused.body.error).toMatchObject(fullDisk);
    expect(filesIn(artifacts!.path)).toHaveLength(before);
    expect(readdirSync(artifacts!.path, { recursive: true }).join()).not.toContain('ds_');
    expect((await send('/datasets')).body.data).toEqual([]);
    expect((await send('/jobs')).body.data).toEqual([]);

    artifacts!.empty();
    const accepted = await send('/datasets', request('staged'), 'staged-key');
    expect(accepted.status).toBe(202);
    expect(await ended(accepted.body.id)).toMatchObject({ status: 'succeeded' });
  }, 60_000);

  test('a model that finds no room for its checkpoints fails, and says why', async () => {
    const dataset_id = await imported('learned from');
    const asked = { dataset_id, name: 'next', settings: leastModel };
    scratch!.fill();
    const accepted = await send('/adaptations', asked, 'adaptation 1');
    expect(accepted.status).toBe(202);
    expect(await ended(accepted.body.id)).toMatchObject({ status: 'failed', error: fullDisk });
    expect(readdirSync(scratch!.path)).toEqual(['filler']);
    scratch!.empty();
    const again = await send('/adaptations', asked, 'adaptation 2');
    expect(await ended(again.body.id)).toMatchObject({ status: 'succeeded' });
  }, 180_000);

  test('an export and a tokenizer that find no room for their files fail, and say why', async () => {
    const dataset_id = await imported('made of');
    // Again and again: the import's staged rows are deleted some time after its end.
    const filling = setInterval(() => artifacts!.fill(), 5);
    onTestFinished(() => clearInterval(filling));
    artifacts!.fill();
    for (const [path, asked] of [
      [`/datasets/${dataset_id}/exports`, { format: 'jsonl' }],
      ['/tokenizers', { dataset_id, name: 'codes' }],
    ] as const) {
      const accepted = await send(path, asked, `key of ${path}`.slice(0, 40));
      expect(accepted.status, path).toBe(202);
      expect(await ended(accepted.body.id), path).toMatchObject({ status: 'failed', error: fullDisk });
    }
    clearInterval(filling);
    artifacts!.empty();
  }, 120_000);
});
