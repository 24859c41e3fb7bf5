/**
 * Everything that the service makes below its data folder is private, whatever the umask: folders are 0700,
 * files 0600, temporary files too. The mode of the data folder itself is the operator's. Wider folders of
 * earlier versions are made 0700.
 */
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from './running-service.ts';
import { leastModel, smallDataset } from './support/small-dataset.ts';

const folder = temporaryFolder();
const standing = process.umask(0);
let key: string;
let service: RunningService | undefined;
/** Path and mode of every file and folder that was ever open to others. */
const open = new Set<string>();
const seen = new Set<string>();

beforeAll(async () => {
  chmodSync(folder.path, 0o755);
  // As an earlier version left it.
  mkdirSync(join(folder.path, 'scratch'), { mode: 0o755 });
  mkdirSync(join(folder.path, 'imports'), { mode: 0o755 });
  writeFileSync(join(folder.path, 'imports', 'ours.jsonl'), '', { mode: 0o644 });
  key = await tenantWithKey(folder.path, 'main', 'dating');
  service = await startService(folder.path);
}, 60_000);
afterAll(async () => {
  await service?.stop();
  process.umask(standing);
  folder.remove();
});

function look(path = folder.path): void {
  for (const name of readdirSync(path)) {
    const inner = join(path, name);
    const shown = relative(folder.path, inner);
    // The operator's files for imports.
    if (shown === 'imports') continue;
    try {
      const { mode } = statSync(inner);
      const isFolder = (mode & 0o040000) !== 0;
      seen.add(shown.split('/')[0]!);
      if ((mode & 0o077) !== 0) open.add(`${shown} ${(mode & 0o777).toString(8)}`);
      if (isFolder) look(inner);
    } catch (error) {
      // It was there for a moment.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

async function send(path: string, body?: object, idempotencyKey?: string) {
  const response = await fetch(`${service!.url}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as {
    id: string;
    status: string;
    error: unknown;
    resource: { id: string };
  };
  expect(response.status, JSON.stringify(answer)).toBeLessThan(300);
  return answer;
}

/** Looks all the while. */
async function done(path: string, body: object): Promise<string> {
  const { id, resource } = await send(path, body, `key of ${path}`);
  for (;;) {
    look();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { status, error } = await send(`/jobs/${id}`);
    if (status === 'succeeded') return resource.id;
    expect(['queued', 'running'], JSON.stringify(error)).toContain(status);
  }
}

// Windows has no such modes.
test.skipIf(process.platform === 'win32')(
  'can be read by its owner alone',
  { timeout: 180_000 },
  async () => {
    for (const user_id of ['ana', 'ben']) {
      const fields = {
        age: 30,
        gender: 'woman',
        location: 'Lisbon, Portugal',
        relationship_goal: 'long_term',
      };
      await send('/users', { user_id, domain: 'dating', fields, context: 'I like long walks by the sea.' });
    }
    await send('/match', { user_id: 'ana', domain: 'dating' });
    const dataset_id = await done('/datasets', { name: 'set', ...smallDataset });
    await done(`/datasets/${dataset_id}/exports`, { format: 'jsonl' });
    await done('/adaptations', { dataset_id, name: 'next', settings: leastModel });
    await service!.stop();
    look();
    expect([...open].sort()).toEqual([]);
    expect([...seen]).toEqual(
      expect.arrayContaining(['artifacts', 'counterpart.sqlite', 'counterpart.sqlite-wal', 'scratch']),
    );
    const [data, imports] = [folder.path, join(folder.path, 'imports')].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect([data, imports]).toEqual([0o755, 0o755]);
  },
);
