/**
 * Cost of a training run: 1,000 people with texts, and outcomes for 10,000 triplets, written through the
 * service. The run has a process of its own, as in the service: it reads the training set, fits, applies the
 * deployment gate and encodes the model's files. Prints seconds by part and peak memory.
 *
 *   npm run bench -- train [TRIPLETS]
 */
import { fileURLToPath } from 'node:url';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable, runToEnd } from './support/measure.ts';
import { writeSimulatedTenant } from './train/write-simulated-tenant.ts';

const wanted = Number(process.argv[2] ?? 10_000);
using folder = openBenchFolder();
const { triplets, outcomes, people } = await writeSimulatedTenant(folder.path, wanted);
console.log(`${people} people, ${outcomes} outcomes, ${triplets} triplets`);
const once = fileURLToPath(new URL('train/run-once.ts', import.meta.url));
const run = await runToEnd(process.execPath, [once, folder.path]);
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
    ['of that, processor time', cpuSeconds.toFixed(1)],
  ],
);
console.log(`peak memory ${run.peakMiB.toFixed(0)} MiB; ${verdict}`);
