import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { TenantId } from '../../../contract/brands.ts';
import type { UserRecord } from '../../../contract/user.ts';
import type { UpsertCall } from '../../../people/profiles/profile-service.ts';
import { PeopleRows } from '../../../platform/intake/people-rows.ts';
import { CheckpointFile } from './checkpoint.ts';
import { openSource } from './read-source.ts';
import { RejectsFile } from './rejects-file.ts';
import { runImport } from './run-import.ts';

const folder = mkdtempSync(join(tmpdir(), 'counterpart-run-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('an import that goes on knows the ids of the rows before, and counts as one that was not interrupted', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => JSON.stringify({ user_id: `p${n % 9 === 8 ? 0 : n}` }));
  const file = join(folder, 'people.ndjson');
  writeFileSync(file, `${rows.join('\n')}\nno json\n`);

  async function run(name: string, stopAfter: number) {
    const sent: UpsertCall[] = [];
    const checkpoints = new CheckpointFile(join(folder, name), 'x');
    const from = checkpoints.read();
    const controller = new AbortController();
    const people = new PeopleRows({ domain: 'dating', mapping: null, decimal: 'point', repeated: 'refuse' });
    const rejects = new RejectsFile(join(folder, `${name}.rejects`), from?.rejects_bytes ?? 0);
    const result = await runImport({
      file,
      source: await openSource('ndjson', { file, columns: null, reading: {} }),
      people,
      target: {
        profiles: {
          upsertMany: async (_, calls) => {
            sent.push(...calls);
            if (sent.length >= stopAfter) controller.abort();
            return calls.map(() => ({}) as UserRecord);
          },
          checkMany: async (_, calls) => calls.map(() => null),
        },
        isDryRun: false,
        tenant: 't' as TenantId,
        reading: 'fast',
      },
      batchSize: 5,
      from,
      checkpoints,
      rejects,
      progress: { show: () => {}, end: () => {} },
      signal: controller.signal,
    });
    return { sent, result, repeated: people.repeated, rejects: readFileSync(rejects.path, 'utf8') };
  }

  const calm = await run('calm', Number.POSITIVE_INFINITY);
  const first = await run('stormy', 12);
  expect(first.result).toMatchObject({ finished: false });
  const second = await run('stormy', Number.POSITIVE_INFINITY);
  expect(second.result).toMatchObject({ finished: true, imported: calm.result.imported, rejected: 5 });
  expect(second.result.rowsThisRun).toBeLessThan(calm.result.rowsThisRun);
  expect([...first.sent, ...second.sent]).toEqual(calm.sent);
  expect(second).toMatchObject({ repeated: calm.repeated, rejects: calm.rejects });
  expect(calm.rejects).toContain(
    '"row":9,"line":9,"column":"user_id","given":"p0","reason":"line 9 repeats the id of line 1;',
  );
});
