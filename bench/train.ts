/**
 * Cost of a training run: people with texts, and outcomes for 10,000 triplets, written through the service.
 * The run has a process of its own, as in the service. It reads the training set, fits on one part, applies
 * the deployment gate, fits on everything with the same settings and encodes the model's files. In the second
 * table no sum of terms tells which people suit each other, so the cross encoder is trained to its end and
 * kept. Prints seconds by part and peak memory.
 *
 *   npm run bench -- train [TRIPLETS] [PEOPLE] [FOLDER]
 *
 * A folder that is named is kept, and its people and outcomes are used again.
 */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBenchFolder } from './support/bench-folder.ts';
import { printTable, runToEnd } from './support/measure.ts';
import { writeSimulatedTenant } from './train/write-simulated-tenant.ts';

const [, , wanted = '10000', people = '1000', kept] = process.argv;
const once = fileURLToPath(new URL('train/run-once.ts', import.meta.url));
using folder = openBenchFolder(kept);
if (!existsSync(join(folder.path, 'counterpart.sqlite'))) {
  const made = await writeSimulatedTenant(folder.path, Number(wanted), Number(people));
  console.log(`${made.people} people, ${made.outcomes} outcomes, ${made.triplets} triplets`);
}
await measure('outcomes of terms and tastes', []);
await measure('outcomes that only fields together explain', ['interaction']);

async function measure(name: string, labels: readonly string[]): Promise<void> {
  const loadBefore = loadavg()[0]!.toFixed(1);
  const run = await runToEnd(process.execPath, [once, folder.path, ...labels]);
  const { parts, cpuSeconds, verdict } = JSON.parse(run.stdout) as {
    readonly parts: Readonly<Record<string, number>>;
    readonly cpuSeconds: number;
    readonly verdict: string;
  };
  printTable(
    [name, 'seconds'],
    [
      ...Object.entries(parts).map(([part, ms]) => [part, (ms / 1000).toFixed(1)]),
      ['the whole process', run.seconds.toFixed(1)],
      ['of that, processor time', cpuSeconds.toFixed(1)],
    ],
  );
  console.log(`load before ${loadBefore}; peak memory ${run.peakMiB.toFixed(0)} MiB; ${verdict}`);
}
