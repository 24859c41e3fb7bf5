/**
 * What a training run costs: 1,000 people with texts and outcomes enough for 10,000 triplets, brought in
 * through the service; then, in a process of its own as in the service, everything from the store to the
 * verdict: reading the set, the fit, the gate, the files of the model. Prints seconds by part and the peak of
 * memory.
 *
 *   npm run bench -- train [TRIPLETS]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printTable, runToEnd } from './support/measure.ts';
import { bringIn } from './train/bring-in.ts';

const wanted = Number(process.argv[2] ?? 10_000);
const data = mkdtempSync(join(tmpdir(), 'counterpart-train-'));
try {
  const { triplets, outcomes, people } = await bringIn(data, wanted);
  console.log(`${people} people, ${outcomes} outcomes, ${triplets} triplets`);
  const once = fileURLToPath(new URL('train/run-once.ts', import.meta.url));
  const run = await runToEnd(process.execPath, [once, data]);
  const { parts, cpuSeconds, verdict } = JSON.parse(run.stdout) as {
    readonly parts: Readonly<Record<string, number>>;
    readonly cpuSeconds: number;
    readonly verdict: string;
  };
  printTable(
    ['part', 'seconds'],
    [
      ...Object.entries(parts).map(([part, ms]) => [part, (ms / 1000).toFixed(1)]),
      ['the whole process', run.seconds.toFixed(1)],
      ['of it processor time', cpuSeconds.toFixed(1)],
    ],
  );
  console.log(`peak memory ${run.peakMiB.toFixed(0)} MiB; ${verdict}`);
} finally {
  rmSync(data, { recursive: true, force: true });
}
