/**
 * A batch of predictions that is killed goes on from its last finished chunk. Its file has the bytes of a
 * batch that nothing interrupted.
 */
import { expect, test } from 'vitest';
import { isDone, killableService } from './killable-service.ts';

const PEOPLE = 4000;
const ITEMS = 300;
const { start, kill, send, until } = killableService();

/** The first people have two events, so that there is something to learn; the others have one. */
const events = Array.from({ length: PEOPLE + 200 }, (_, n) => ({
  event_id: `e${n}`,
  person_id: `p${n % PEOPLE}`,
  item_id: `i${(n * 7) % ITEMS}`,
  kind: 'buy',
  timestamp: new Date(Date.UTC(2024, 0, 1) + n * 1000).toISOString(),
}));

// Groups of processes, and their ends, are another matter on Windows.
test.skipIf(process.platform === 'win32')(
  'a killed batch ends with the bytes of an undisturbed one',
  {
    timeout: 400_000,
  },
  async () => {
    await start();
    const items = Array.from({ length: ITEMS }, (_, n) => ({ item_id: `i${n}`, text: `Thing ${n}` }));
    const importing = await send('/datasets', { name: 'shop', items, events }, 'import-shop');
    const { dataset } = (await until(importing.id, isDone)).result as { dataset: { id: string } };
    const settings = { width: 16, heads: 2, blocks: 1, epochs: 1, evaluation: 'none' };
    const adapting = await send(
      '/adaptations',
      { dataset_id: dataset.id, name: 'm', settings },
      'adapt-shop',
    );
    const { model } = (await until(adapting.id, isDone)).result as { model: { id: string } };
    const path = `/models/${model.id}/batch-predictions`;
    // A hundred people a chunk.
    const asked = { limit: 1000 };
    const whole = await until((await send(path, asked, 'batch-whole')).id, isDone);
    expect(whole.result).toMatchObject({ people: PEOPLE, failed: 0 });

    const { id } = await send(path, asked, 'batch-killed');
    const before = await until(id, ({ detail }) => Number(detail?.people ?? 0) > 0);
    await kill();
    expect(before.status).toBe('running');
    expect(before.detail?.people).toBeLessThan(PEOPLE);
    await start();
    const again = await until(id, isDone);
    expect(again.result).toMatchObject({
      people: PEOPLE,
      failed: 0,
      sha256: whole.result!.sha256,
      bytes: whole.result!.bytes,
    });
    const { data } = await send(`/jobs/${id}/log`);
    expect(data.at(-1).attempt).toBeGreaterThan(1);
    const later = data.filter(({ attempt }: { attempt: number }) => attempt > 1);
    expect(later[0].detail.people).toBeGreaterThan(Number(before.detail?.people));
  },
);
