/** A full reading behind an import, whose processes are killed, ends as one that was never disturbed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Job } from '../../src/contract/job.ts';
import { isDone, killableService } from './killable-service.ts';

const KILLS = 2;
/** Enough that a reading takes seconds. */
const PEOPLE = 600;
const domain = 'agent-to-agent';
const { start, kill, send, until } = killableService(domain);

interface Sample {
  readonly user_id: string;
  readonly context?: string;
}

test('after kill -9 it goes on, and every text is read once in full', { timeout: 300_000 }, async () => {
  await start();
  const { data }: { data: readonly Sample[] } = await send(`/domains/${domain}/samples`);
  const texts = data.flatMap(({ context }) => context ?? []);
  const lines = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) =>
      JSON.stringify({ user_id: `${prefix}-${n}`, domain, context: texts[n % texts.length] }),
    ).join('\n');
  await send('/users/batch?reading=full', lines('direct', texts.length));
  await send('/users/batch', lines('import', PEOPLE));
  const [job]: readonly Job[] = (await send('/jobs?kind=full_reading')).data;

  let read = 0;
  for (let kills = 0; kills < KILLS; kills++) {
    const reached = await until(job!.id, (now) => Number(now.detail?.rows_read ?? 0) > read || isDone(now));
    if (isDone(reached)) break;
    read = Number(reached.detail?.rows_read);
    await sleep(200);
    await kill();
    await start();
  }
  expect(read, 'it was killed in the midst').toBeGreaterThan(0);
  const ended = await until(job!.id, isDone);
  expect(ended.result).toMatchObject({ rows_refused: 0 });
  for (let n = 0; n < PEOPLE; n += 7) {
    const direct = await send(`/users/direct-${n % texts.length}?domain=${domain}`);
    const imported = await send(`/users/import-${n}?domain=${domain}`);
    for (const part of ['fields', 'derived', 'preferences']) expect(imported[part]).toEqual(direct[part]);
  }
});
