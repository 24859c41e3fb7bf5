import { describe, expect, it } from 'vitest';
import { EncodeJob } from './encode-job.ts';
import { JobQueue } from './job-queue.ts';

/** A text «7 7 5» has three windows, of 7, 7 and 5 tokens; its vectors have one dimension. */
const windowsOf = (text: string) =>
  text.split(' ').map((length, n) => Array.from({ length: Number(length) }, () => n));
const jobOf = (...texts: readonly string[]) => new EncodeJob({ texts }, 1, windowsOf);

describe('the queue of windows', () => {
  it('puts windows of one length into a batch, of whichever calls', () => {
    const queue = new JobQueue<string>();
    queue.add('first', jobOf('7 5', '7'));
    queue.add('second', jobOf('5'));
    const { batches, complete } = queue.round();
    expect(batches.map((parts) => parts.map(({ window }) => window.ids.length))).toEqual([
      [7, 7],
      [5, 5],
    ]);
    expect(complete.map(([owner]) => owner)).toEqual(['first', 'second']);
    expect(queue.isEmpty).toBe(true);
  });

  it('lets a short call go before the rest of a long one', () => {
    const queue = new JobQueue<string>();
    const long = Array.from({ length: 3000 }, () => '12').join(' ');
    queue.add('long', jobOf(long));
    queue.add('short', jobOf('12'));
    expect(queue.round().complete.map(([owner]) => owner)).toEqual(['short']);
    let rounds = 1;
    for (let done = false; !done; rounds++) done = queue.round().complete.length > 0;
    expect(rounds).toBeGreaterThan(4);
    expect(queue.isEmpty).toBe(true);
  });

  it('hands out every window once, in bounded batches', () => {
    const queue = new JobQueue<number>();
    const jobs = [2, 300, 40].map((count) => jobOf(Array.from({ length: count }, () => '128').join(' ')));
    for (const [n, job] of jobs.entries()) queue.add(n, job);
    const seen: unknown[] = [];
    while (!queue.isEmpty) {
      const { batches } = queue.round();
      for (const parts of batches) {
        expect(parts.length).toBeLessThanOrEqual(8);
        seen.push(...parts.map(({ window }) => window));
      }
    }
    expect(seen).toHaveLength(342);
    expect(new Set(seen).size).toBe(342);
  });
});

describe('the texts of a call', () => {
  it('reads a text that occurs twice once', () => {
    const job = jobOf('7', '5', ' 7 ');
    expect(job.windows.map(({ owners }) => owners)).toEqual([[0, 2], [1]]);
    job.add(job.windows[0]!, Float32Array.of(-1));
    expect([...job.answer().vectors]).toEqual([-1, 0, -1]);
  });
});
