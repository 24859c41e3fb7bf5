import { describe, expect, it } from 'vitest';
import { EncodeJob } from './encode-job.ts';
import { JobQueue } from './job-queue.ts';

/** A text «7 7 5» has three windows, of 7, 7 and 5 tokens; its vectors have one dimension. */
const windowsOf = (text: string) =>
  text.split(' ').map((length, n) => Array.from({ length: Number.parseInt(length, 10) }, () => n));
const jobOf = (...texts: readonly string[]) => new EncodeJob({ texts }, 1, windowsOf);

describe('the queue of windows', () => {
  it('puts windows of one length into a batch, of whichever calls', () => {
    const queue = new JobQueue<string>();
    queue.add('first', jobOf('7 5', '7'));
    queue.add('second', jobOf('5'));
    const { batches, complete } = queue.round();
    expect(batches.map((windows) => windows.map(({ ids }) => ids.length))).toEqual([
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
      for (const windows of batches) {
        expect(windows.length).toBeLessThanOrEqual(8);
        seen.push(...windows);
      }
    }
    expect(seen).toHaveLength(342);
    expect(new Set(seen).size).toBe(342);
  });
});

describe('the texts of a call', () => {
  it('reads a sentence that several texts share once', () => {
    const job = jobOf('7. 5.', '5.', ' 7. ');
    expect(job.windows.map(({ ids }) => ids.length)).toEqual([7, 5]);
    for (const [n, window] of job.windows.entries()) window.vector = Float32Array.of(n === 0 ? 1 : -1);
    expect([...job.answer().vectors]).toEqual([1, -1, 1]);
  });

  it('gives a text of any length at most 32 windows', () => {
    const asked: number[] = [];
    const counting = (_text: string, most: number) => {
      asked.push(most);
      return Array.from({ length: most }, () => [0]);
    };
    for (const text of ['One.', 'One. Two. Three.', 'A sentence. '.repeat(20_000)])
      expect(new EncodeJob({ texts: [text] }, 1, counting).windows.length).toBeLessThanOrEqual(32);
    expect(asked.slice(0, 5)).toEqual([32, 10, 10, 10, 1]);
  });
});
