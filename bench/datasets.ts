/**
 * Throughput of `counterpart` dataset imports and exports, start-up and all checks included: events a second
 * of wall time and of processor time, and peak memory. Runs on ML-1M if it is present, and on generated logs.
 * `npm run bench -- datasets [--events 1000000,20000000] [--folder /var/tmp]`
 */
import { createWriteStream, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { publicDatasetFolder, publicDatasets } from './converters/public-datasets.ts';
import { generateLog } from './datasets/generate-events.ts';
import { openBenchFolder } from './support/bench-folder.ts';
import { type Finished, printTable, runToEnd } from './support/measure.ts';

const { values: flags } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000,20000000' },
    folder: { type: 'string', default: tmpdir() },
    'only-generated': { type: 'boolean', default: false },
    'no-gzip': { type: 'boolean', default: false },
  },
});
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
using folder = openBenchFolder(undefined, { parent: flags.folder });
const data = join(folder.path, 'data');
const rows: (readonly (string | number)[])[] = [];

await run('tenants', 'create', 'bench', '--email', 'bench@example.com');
const ml1m = flags['only-generated'] ? null : publicDatasetFolder('ml-1m');
if (ml1m === null) console.log('ML-1M is left out; COUNTERPART_TEST_DATA names the folder that has it.');
else
  await measure('ML-1M', (file) =>
    pipeline(Readable.from(publicDatasets['ml-1m'](ml1m)), createWriteStream(file)),
  );
for (const events of flags.events.split(',').map(Number))
  await measure(`generated ${events}`, (file) => generateLog(file, events));
printTable(
  [
    'data',
    'step',
    'events',
    'MB',
    'seconds',
    'events/s',
    'processor s',
    'events/processor s',
    'peak MiB',
    'load before',
  ],
  rows,
);

async function measure(name: string, write: (file: string) => Promise<void>): Promise<void> {
  const file = join(folder.path, 'log.jsonl');
  const output = join(folder.path, 'out.jsonl');
  await write(file);
  let load = loadavg()[0]!;
  const imported = await run('datasets', 'import', file, '--tenant', 'bench', '--name', name, '--json');
  const { id, event_count: events } = JSON.parse(imported.stdout) as { id: string; event_count: number };
  printRow(name, 'import', events, file, imported, load);
  for (const gzip of flags['no-gzip'] ? [[]] : [[], ['--gzip']]) {
    load = loadavg()[0]!;
    const exported = await run('datasets', 'export', id, '--output', output, '--json', ...gzip);
    printRow(name, gzip.length === 0 ? 'export' : 'export, gzip', events, output, exported, load);
  }
}

function printRow(
  name: string,
  step: string,
  events: number,
  file: string,
  done: Finished,
  load: number,
): void {
  rows.push([
    name,
    step,
    events,
    (statSync(file).size / 1e6).toFixed(0),
    done.seconds.toFixed(1),
    Math.round(events / done.seconds),
    done.processorSeconds.toFixed(1),
    Math.round(events / done.processorSeconds),
    done.peakMiB.toFixed(0),
    load.toFixed(1),
  ]);
}

function run(...args: readonly string[]): Promise<Finished> {
  return runToEnd(process.execPath, [main, ...args, '--data', data]);
}
