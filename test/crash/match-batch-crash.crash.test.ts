/**
 * A batch of matches runs in the server. If the server is killed, the batch goes on from its last finished
 * chunk. Its file has the bytes of a batch that nothing interrupted, and each match is recorded as shown
 * once.
 */
import { expect, test } from 'vitest';
import type { Job } from '../../src/contract/job.ts';
import { isDone, killableService } from './killable-service.ts';

const PEOPLE = 1100;
const { start, kill, send, until, url } = killableService();

const people = Array.from({ length: PEOPLE }, (_, n) => ({
  user_id: `p${n}`,
  domain: 'dating',
  fields: { age: 20 + (n % 50), gender: n % 2 ? 'man' : 'woman', location: n % 3 ? 'Lisbon' : 'Porto' },
}));

// Groups of processes, and their ends, are another matter on Windows.
test.skipIf(process.platform === 'win32')(
  'a killed batch ends with the bytes of an undisturbed one',
  { timeout: 400_000 },
  async () => {
    await start();
    await send('/users/batch', people.map((person) => `${JSON.stringify(person)}\n`).join(''));
    const asked = { domain: 'dating', limit: 5 };
    const whole = await until((await send('/match/batch', asked, 'batch-whole')).id, isDone);
    expect(whole.result).toMatchObject({ people: PEOPLE, failed: 0 });

    const { id } = await send('/match/batch', { ...asked, record: true }, 'batch-killed');
    // After the first chunk of 500, in the middle of another.
    const before = await until(id, ({ detail }) => Number(detail?.people ?? 0) > 600);
    await kill();
    expect(before.status).toBe('running');
    await start();
    const again = await until(id, isDone);
    expect(again.result).toMatchObject({ people: PEOPLE, failed: 0 });
    const { data } = await send(`/jobs/${id}/log`);
    const later = data.filter(({ attempt }: { attempt: number }) => attempt > 1);
    expect(later[0].detail.people).toBeGreaterThan(500);

    const linesOf = async ({ result }: Job) => {
      const answer = await fetch(new URL(new URL(result!.download_url as string).pathname, url()));
      return (await answer.text()).trimEnd().split('\n');
    };
    const recorded = await linesOf(again);
    // Both batches are of one hour, unless it ended in between.
    if (
      Math.floor(Date.parse(whole.created_at) / 3_600_000) ===
      Math.floor(Date.parse(again.created_at) / 3_600_000)
    )
      expect(recorded.map((line) => line.replace(/"match_id":"[^"]+",/, ''))).toEqual(await linesOf(whole));
    const ids = recorded.map((line) => JSON.parse(line).match_id);
    expect(new Set(ids).size).toBe(PEOPLE);
    for (const at of [0, 550, PEOPLE - 1]) {
      const shown = await send(`/matches/${ids[at]}`);
      const { user_id, matches } = JSON.parse(recorded[at]!);
      expect(shown.user_id).toBe(user_id);
      expect(shown.matches.map((match: { user_id: string }) => match.user_id)).toEqual(
        matches.map((match: { user_id: string }) => match.user_id),
      );
    }
  },
);
