/** Acknowledged changes are in the audit log after kill -9, in a chain without a fault. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import {
  newOperatorKey,
  type RunningService,
  startService,
  temporaryFolder,
  tenantWithKey,
} from '../running-service.ts';
import { jsonOf, runHere } from '../service/testing/run-cli.ts';

const ROUNDS = Number(process.env.COUNTERPART_KILL_MOMENTS ?? 3);
const CALLERS = 6;
const folder = temporaryFolder();
let service: RunningService | undefined;
afterEach(() => kill());
afterAll(() => folder.remove());

async function kill(): Promise<void> {
  const child = service?.process;
  service = undefined;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  process.kill(-child.pid!, 'SIGKILL');
  await exit;
}

test.skipIf(process.platform === 'win32')(
  'killed at random moments, every acknowledged change has its entry',
  { timeout: 60_000 + ROUNDS * 60_000 },
  async () => {
    await tenantWithKey(folder.path, 'main', 'dating');
    const key = await newOperatorKey(folder.path);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const [{ id: tenant }] = await jsonOf<[{ id: string }]>(
      runHere(folder.path, 'tenants', 'list', '--json'),
    );
    const acknowledged = new Map<string, string | null>();
    for (let round = 0; round < ROUNDS; round++) {
      service = await startService(folder.path, [], { group: true });
      const { url } = service;
      const path = `${url}/v1/admin/tenants/${tenant}/keys`;
      const callers = Array.from({ length: CALLERS }, async () => {
        for (;;) {
          const answer = await fetch(path, { method: 'POST', headers, body: '{"scopes":["read"]}' });
          const { id } = (await answer.json()) as { id: string };
          if (answer.ok) acknowledged.set(id, answer.headers.get('x-request-id'));
        }
      });
      const calling = Promise.allSettled(callers);
      // On a busy machine the first answer may take longer than the rest of the round.
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(before);
      await sleep(Math.random() * 300);
      await kill();
      await calling;
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS);
    const exported = await runHere(folder.path, 'audit', 'export', '--action', 'key.create');
    const entries = exported.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const requests = new Map(entries.map(({ target, request_id }) => [target.id, request_id]));
    const lost = [...acknowledged].filter(([id, requestId]) => requests.get(id) !== requestId);
    expect(lost).toEqual([]);
    // And no entry without its change.
    const keys = await jsonOf<readonly { id: string }[]>(runHere(folder.path, 'keys', 'list', '--json'));
    const known = new Set(keys.map(({ id }) => id));
    expect([...requests.keys()].filter((id) => !known.has(id))).toEqual([]);
    const verified = await runHere(folder.path, 'audit', 'verify');
    expect([verified.code, verified.stderr]).toEqual([0, '']);
  },
);
