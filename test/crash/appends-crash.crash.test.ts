/**
 * Appended rows that were acknowledged survive kill -9, and a cut that is killed takes each of them once. A
 * real server with its worker is killed while rows come in, and again during the cut.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { killableService } from './killable-service.ts';

const ROUNDS = Number(process.env.COUNTERPART_KILL_MOMENTS ?? 3);
const ROWS_A_CALL = 50;
const { start, kill, send } = killableService();

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
    await start();
    const items = [{ item_id: 'a', text: 'A' }];
    const imported = await send('/datasets', { name: 'shop', items }, 'import-shop');
    const { id } = (await resultOf(imported.id)).dataset;
    await send(`/datasets/${id}/items`, { items: [{ item_id: 'b', text: 'B' }] });
    let sent = 0;
    let acknowledged = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await start();
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
    await start();
    const again = await send(`/datasets/${id}/events`, { events: batch(0) });
    expect(again).toMatchObject({ appended: 0, duplicates: ROWS_A_CALL, pending_items: 1 });
    expect(again.pending_events).toBeGreaterThanOrEqual(acknowledged * ROWS_A_CALL);
    // A call is kept whole or not at all.
    expect(again.pending_events % ROWS_A_CALL).toBe(0);
    const cut = await send(`/datasets/${id}/snapshots`, {}, 'cut-shop-1');
    await kill();
    await start();
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
