/**
 * Mixed load for half an hour on a world that does not grow. Prints the slope of the memory that is alive
 * after a collection of garbage. It fails where the interval of the slope lies wholly above the limit that it
 * prints, and on a 5xx other than 503.
 *
 *   npm run reliability -- soak [--quick] [--seed N] [--minutes N]
 */
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import {
  type RunningService,
  startService,
  temporaryFolder,
  tenantWithKey,
} from '../test/running-service.ts';
import type { LiveMemory } from './soak/live-memory.ts';
import { fillStore, steadyLoad } from './soak/steady-load.ts';
import { theilSen } from './soak/theil-sen.ts';

const MIB = 2 ** 20;
/** Code is compiled and caches fill in this share of the time, whose memory does not count. */
const WARM_UP = 0.4;
const SAMPLE_MS = 2000;
/** MiB a minute. Two minutes are too short to tell what warms up from what grows, so there it is wide. */
const LIMITS = { quick: { heap: 5, buffers: 5 }, full: { heap: 1, buffers: 1, resident: 5 } };

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string' },
  },
});
const minutes = Number(values.minutes ?? (values.quick ? 2 : 30));
const limits: Readonly<Partial<LiveMemory>> = values.quick ? LIMITS.quick : LIMITS.full;

interface Sample extends LiveMemory {
  readonly atMinutes: number;
}

const preload = join(import.meta.dirname, 'soak/live-memory.ts');
const folder = temporaryFolder();
try {
  const key = await tenantWithKey(folder.path, 'soaked', 'dating');
  const service = await startService(folder.path, [], { preload });
  try {
    if (!(await soak(service, key))) process.exitCode = 1;
  } finally {
    await service.stop();
  }
} finally {
  folder.remove();
}

async function soak(service: RunningService, key: string): Promise<boolean> {
  const target = { url: service.url, key, random: new SeededRandom(Number(values.seed)) };
  if (!values.quick) await fillStore(target);
  const samples: Sample[] = [];
  const began = performance.now();
  const isOver = () => performance.now() - began > minutes * 60_000;
  const sampling = async () => {
    while (!isOver()) {
      samples.push(await sample(service, (performance.now() - began) / 60_000));
      await sleep(SAMPLE_MS);
    }
  };
  const [statuses] = await Promise.all([steadyLoad(target, isOver), sampling()]);
  console.log(
    `Answers by status: ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`,
  );
  return report(samples.filter(({ atMinutes }) => atMinutes > WARM_UP * minutes));
}

async function sample({ process: child }: RunningService, atMinutes: number): Promise<Sample> {
  const answer = once(child, 'message') as Promise<[LiveMemory]>;
  child.send('sample');
  const [{ heap, buffers, resident }] = await answer;
  return { atMinutes, heap: heap / MIB, buffers: buffers / MIB, resident: resident / MIB };
}

function report(samples: readonly Sample[]): boolean {
  const at = samples.map(({ atMinutes }) => atMinutes);
  const rows = (['heap', 'buffers', 'resident'] as const).map((name) => {
    const sizes = samples.map((each) => each[name]);
    const slope = theilSen(at, sizes);
    const limit = limits[name];
    const grows = limit !== undefined && slope.low > limit;
    return { name, first: sizes[0]!, last: sizes.at(-1)!, ...slope, limit, grows };
  });
  printTable(
    ['memory', 'first, MiB', 'last, MiB', 'slope, MiB a minute', '95 % interval', 'limit', ''],
    rows.map(({ name, first, last, slope, low, high, limit, grows }) => [
      ...[
        name,
        first.toFixed(0),
        last.toFixed(0),
        slope.toFixed(2),
        `${low.toFixed(2)} to ${high.toFixed(2)}`,
      ],
      limit?.toFixed(0) ?? 'none',
      grows ? 'GROWS' : '',
    ]),
  );
  console.log(
    `${samples.length} samples of the last ${((1 - WARM_UP) * minutes).toFixed(1)} minutes, ` +
      `seed ${values.seed}, load of the machine ${loadavg()[0]!.toFixed(1)}`,
  );
  return rows.every(({ grows }) => !grows);
}
