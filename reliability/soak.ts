/**
 * Mixed load for half an hour on a world that does not grow, with the slope of the server's memory. It fails where the
 * interval of the slope lies wholly above the limit that it prints, and on a 5xx other than 503.
 *
 *   npm run reliability -- soak [--quick] [--seed N] [--minutes N]
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { SeededRandom } from '../src/numeric/seeded-random.ts';
import {
  type RunningService,
  startService,
  temporaryFolder,
  tenantWithKey,
} from '../test/running-service.ts';
import { steadyLoad } from './soak/steady-load.ts';
import { theilSen } from './soak/theil-sen.ts';

const MIB = 2 ** 20;
/** Code is compiled and caches fill in this share of the time, whose memory does not count. */
const WARM_UP = 0.4;
const SAMPLE_MS = 1000;
/** MiB a minute. In two minutes the collection of garbage alone makes a slope of this size. */
const LIMITS = { quick: 60, full: 2 };

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
  },
});
const minutes = Number(values.minutes ?? (values.quick ? 2 : 30));
const limit = values.quick ? LIMITS.quick : LIMITS.full;

interface Sample {
  readonly atMinutes: number;
  readonly resident: number;
  readonly heap: number;
}

const folder = temporaryFolder();
try {
  const key = await tenantWithKey(folder.path, 'soaked', 'dating');
  const service = await startService(folder.path);
  try {
    if (!(await soak(service, key))) process.exitCode = 1;
  } finally {
    await service.stop();
  }
} finally {
  folder.remove();
}

async function soak(service: RunningService, key: string): Promise<boolean> {
  const samples: Sample[] = [];
  const began = performance.now();
  const isOver = () => performance.now() - began > minutes * 60_000;
  const sampling = async () => {
    while (!isOver()) {
      samples.push(await sample(service, (performance.now() - began) / 60_000));
      await sleep(SAMPLE_MS);
    }
  };
  const target = { url: service.url, key, random: new SeededRandom(Number(values.seed)) };
  const [statuses] = await Promise.all([steadyLoad(target, isOver), sampling()]);
  console.log(
    `Answers by status: ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`,
  );
  return report(samples.filter(({ atMinutes }) => atMinutes > WARM_UP * minutes));
}

async function sample({ url, process: child }: RunningService, atMinutes: number): Promise<Sample> {
  const [, kib = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, heap = '0'] = /^\S*nodejs_heap_size_used_bytes (\S+)/m.exec(metrics) ?? [];
  return { atMinutes, resident: (Number(kib) * 1024) / MIB, heap: Number(heap) / MIB };
}

function report(samples: readonly Sample[]): boolean {
  const at = samples.map(({ atMinutes }) => atMinutes);
  const rows = (['resident', 'heap'] as const).map((name) => {
    const sizes = samples.map((each) => each[name]);
    return { name, first: sizes[0]!, last: sizes.at(-1)!, ...theilSen(at, sizes) };
  });
  printTable(
    ['memory', 'first, MiB', 'last, MiB', 'slope, MiB a minute', '95 % interval', ''],
    rows.map(({ name, first, last, slope, low, high }) => [
      ...[
        name,
        first.toFixed(0),
        last.toFixed(0),
        slope.toFixed(2),
        `${low.toFixed(2)} to ${high.toFixed(2)}`,
      ],
      low > limit ? 'GROWS' : '',
    ]),
  );
  console.log(
    `${samples.length} samples of the last ${((1 - WARM_UP) * minutes).toFixed(1)} minutes, limit ${limit} MiB a minute, ` +
      `seed ${values.seed}, load of the machine ${loadavg()[0]!.toFixed(1)}`,
  );
  return rows.every(({ low }) => low <= limit);
}
