/**
 * Appended rows that were acknowledged survive kill -9, and a cut that is killed takes each of them once. A real
 * server with its worker is killed while rows come in, and again during the cut.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';

const ROUNDS = Number(process.env.COUNTERPART_KILL_MOMENTS ?? 3);
const ROWS_A_CALL = 50;
const folder = temporaryFolder();
let key: string;
let service: RunningService | undefined;

beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'main', 'dating');
}, 60_000);
afterEach(() => kill());
afterAll(() => folder.remove());

async function kill(): Promise<void> {
  if (service === undefined) return;
  const { process: child } = service;
  service = undefined;
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  process.kill(-child.pid!, 'SIGKILL');
  await exit;
}

async function send(path: string, body?: object, idempotencyKey?: string) {
  const answer = await fetch(`${service!.url}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

async function resultOf(jobId: string) {
  await expect
    .poll(async () => (await send(`/jobs/${jobId}`)).status, { timeout: 60_000, interval: 50 })
    .toBe('succeeded');
  return (await send(`/jobs/${jobId}`)).result;
}

const batch = (number: number) =>
  Array.from({ length: ROWS_A_CALL }, (_, row) => ({
    event_id: `e${number}-${row}`,
    person_id: `p${row}`,
    item_id: row % 2 === 0 ? 'a' : 'b',
    kind: 'view',
    timestamp: '2024-05-01T12:00:00Z',
  }));

// Groups of processes, and their ends, are another matter on Windows.
test.skipIf(process.platform === 'win32')(
  'killed at random moments, every acknowledged row is in the next version once',
  { timeout: 60_000 + ROUNDS * 60_000 },
  async () => {
    service = await startService(folder.path, [], { group: true });
    const items = [{ item_id: 'a', text: 'A' }];
    const imported = await send('/datasets', { name: 'shop', items }, 'import-shop');
    const { id } = (await resultOf(imported.id)).dataset;
    await send(`/datasets/${id}/items`, { items: [{ item_id: 'b', text: 'B' }] });
    let sent = 0;
    let acknowledged = 0;
    for (let round = 0; round < ROUNDS; round++) {
      service ??= await startService(folder.path, [], { group: true });
      const sending = (async () => {
        for (;;) {
          await send(`/datasets/${id}/events`, { events: batch(sent++) });
          acknowledged++;
        }
      })().catch(() => undefined);
      await sleep(150 + round * 170);
      await kill();
      await sending;
    }
    service = await startService(folder.path, [], { group: true });
    const again = await send(`/datasets/${id}/events`, { events: batch(0) });
    expect(again).toMatchObject({ appended: 0, duplicates: ROWS_A_CALL, pending_items: 1 });
    expect(again.pending_events).toBeGreaterThanOrEqual(acknowledged * ROWS_A_CALL);
    // A call is kept whole or not at all.
    expect(again.pending_events % ROWS_A_CALL).toBe(0);
    const cut = await send(`/datasets/${id}/snapshots`, {}, 'cut-shop-1');
    await kill();
    service = await startService(folder.path, [], { group: true });
    expect((await send(`/datasets/${id}/snapshots`, {}, 'cut-shop-1')).id).toBe(cut.id);
    const { dataset, taken } = await resultOf(cut.id);
    expect(taken).toEqual({ items: 1, events: again.pending_events });
    expect(dataset).toMatchObject({ version: 'v2', item_count: 2, event_count: again.pending_events });
    const { data } = await send('/datasets');
    expect(data).toHaveLength(2);
    const repeated = await send(`/datasets/${id}/events`, { events: batch(0) });
    expect(repeated).toMatchObject({ duplicates: ROWS_A_CALL, pending_items: 0, pending_events: 0 });
  },
);
