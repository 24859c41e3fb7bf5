/**
 * Memory bandwidth of this machine, for the rooflines of docs/benchmarks/matching.md. Reads every 64th byte
 * of a buffer far larger than any cache, in words of WebAssembly size, on one thread and on two.
 *
 *   npm run bench -- bandwidth [--mib 1024]
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { printTable } from './support/measure.ts';

const RUNS = 7;

if (isMainThread) {
  const { values: flags } = parseArgs({ options: { mib: { type: 'string', default: '1024' } } });
  const rows: string[][] = [];
  for (const threads of [1, Math.min(2, availableParallelism())]) {
    rows.push([String(threads), (await bestOf(threads, Number(flags.mib))).toFixed(1)]);
  }
  console.log(`load ${loadavg()[0]!.toFixed(1)}`);
  printTable(['threads', 'GB a second, best of 7'], rows);
} else {
  const words = new Float64Array((workerData as { bytes: number }).bytes / 8).fill(1);
  parentPort!.on('message', () => {
    const started = performance.now();
    // One load for each cache line: the processor fetches the other seven words with it.
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let at = 0; at + 24 < words.length; at += 32) {
      a += words[at]!;
      b += words[at + 8]!;
      c += words[at + 16]!;
      d += words[at + 24]!;
    }
    parentPort!.postMessage({ ms: performance.now() - started, sum: a + b + c + d });
  });
  parentPort!.postMessage('ready');
}

async function bestOf(threads: number, mib: number): Promise<number> {
  const bytes = mib * 2 ** 20;
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL(import.meta.url), { workerData: { bytes } }),
  );
  await Promise.all(workers.map(answer));
  let best = 0;
  for (let run = 0; run < RUNS; run++) {
    const answers = workers.map(answer);
    const started = performance.now();
    for (const worker of workers) worker.postMessage('go');
    await Promise.all(answers);
    best = Math.max(best, (threads * bytes) / (performance.now() - started) / 1e6);
  }
  await Promise.all(workers.map((worker) => worker.terminate()));
  return best;
}

function answer(worker: Worker): Promise<unknown> {
  return new Promise((resolve) => worker.once('message', resolve));
}
