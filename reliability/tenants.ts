/**
 * Quiet workspaces beside a busy one, over HTTP: bursts of 150 matches, 300 open ones, 60 loops, 40 imports. It fails where a
 * quiet one is refused, or where the 99th percentile of its times is above twice that without the busy one plus one match or
 * import of the busy one, in three measurements in a row.
 *
 *   npm run reliability -- tenants [--quick] [--quiet 1,200] [--loads burst,open,loops,imports]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { startService, temporaryFolder } from '../test/running-service.ts';
import { percentile } from './replicas/load.ts';
import type { BusyMessage, Load } from './tenants/busy-tenant.ts';
import { quietImports, quietMatches } from './tenants/quiet-load.ts';
import { type Measured, type Verdict, verdictOf } from './tenants/verdict.ts';
import { fillWorld, makeTenants, type Tenant, type World } from './tenants/world.ts';

const ATTEMPTS = 3;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    quiet: { type: 'string', default: '1,200' },
    loads: { type: 'string', default: 'burst,open,loops,imports' },
  },
});
const size = values.quick
  ? { busyPeople: 1000, matches: 20, imports: 2 }
  : { busyPeople: 20_000, matches: 300, imports: 10 };
/**
 * Between two questions of the quiet ones, ms, and times what a match takes alone: on a slow machine, too, they ask for a
 * small part of what the server can do.
 */
const LEAST_PAUSE_MS = 50;
const PAUSE_TIMES = 2;
const SETTLE_MS = 300;

interface Busy {
  /** Returns how the load is ended, which gives its statuses. */
  start(load: Load): Promise<() => Promise<Readonly<Record<string, number>>>>;
  close(): void;
}

const folder = temporaryFolder();
try {
  const counts = values.quiet.split(',').map(Number);
  const world = await makeTenants(folder.path, Math.max(...counts), size.busyPeople);
  const server = await startService(folder.path);
  try {
    await fillWorld(server.url, world);
    const busy = startBusy(server.url, world.busy);
    if (!(await measureAll(server.url, world, busy, counts))) process.exitCode = 1;
    busy.close();
  } finally {
    await server.stop();
  }
} finally {
  folder.remove();
}

function startBusy(url: string, tenant: Tenant): Busy {
  const child = fork(new URL('./tenants/busy-tenant.ts', import.meta.url));
  const tell = async (message: BusyMessage) => {
    const answered = once(child, 'message');
    child.send(message);
    return (await answered)[0] as Readonly<Record<string, number>>;
  };
  return {
    start: async (load) => {
      await tell({ load, url, tenant });
      return () => tell({ stop: true });
    },
    close: () => child.disconnect(),
  };
}

async function measureAll(
  url: string,
  world: World,
  busy: Busy,
  counts: readonly number[],
): Promise<boolean> {
  const began = performance.now();
  const rows: (readonly (string | number)[])[] = [];
  let isSound = true;
  for (const load of values.loads.split(',') as Load[]) {
    for (const count of counts) {
      const row = await measureUntilSound(url, { ...world, quiet: world.quiet.slice(0, count) }, busy, load);
      rows.push([load, count, ...row.cells]);
      isSound &&= row.holds;
    }
  }
  printTable(
    [
      ...[
        'busy one',
        'quiet',
        'asked',
        'alone: p50',
        'p99',
        'beside: p50',
        'p99',
        'bound',
        'one of the busy',
      ],
      ...['refused', 'answers of the busy one', 'tries', ''],
    ],
    rows,
  );
  console.log(
    `Times in ms. Bound: twice the p99 alone, plus one match or import of the busy one. ` +
      `${((performance.now() - began) / 1000).toFixed(0)} s, load of the machine ${loadavg()[0]!.toFixed(1)}`,
  );
  return isSound;
}

async function measureUntilSound(url: string, world: World, busy: Busy, load: Load) {
  for (let attempt = 1; ; attempt++) {
    const { alone, beside, verdict, busyMs, statuses } = await measure(url, world, busy, load);
    if (!verdict.holds && attempt < ATTEMPTS) continue;
    const whole = (ms: number) => ms.toFixed(0);
    const cells = [
      beside.tookMs.length + beside.refused.length,
      ...[0.5, 0.99].map((share) => whole(percentile(alone.tookMs, share))),
      ...[verdict.p50Ms, verdict.p99Ms, verdict.boundMs, busyMs].map(whole),
      beside.refused.length,
      Object.entries(statuses)
        .map(([status, answers]) => `${status}: ${answers}`)
        .join(', '),
      attempt,
      verdict.holds ? '' : 'BROKEN',
    ];
    return { holds: verdict.holds, cells };
  }
}

interface Measurement {
  readonly alone: Measured;
  readonly beside: Measured;
  readonly verdict: Verdict;
  readonly busyMs: number;
  readonly statuses: Readonly<Record<string, number>>;
}

async function measure(url: string, world: World, busy: Busy, load: Load): Promise<Measurement> {
  const warm = await quietMatches(url, world.quiet, LEAST_PAUSE_MS, size.matches / 4);
  const everyMs = Math.max(LEAST_PAUSE_MS, PAUSE_TIMES * percentile(warm.tookMs, 0.5));
  const quiet = (tenants: readonly Tenant[], matches = size.matches, imports = size.imports) =>
    load === 'imports' ? quietImports(url, tenants, imports) : quietMatches(url, tenants, everyMs, matches);
  const alone = await quiet(world.quiet);
  const busyMs = percentile((await quiet([world.busy], size.matches / 4, 1)).tookMs, 0.99);
  const stop = await busy.start(load);
  await sleep(SETTLE_MS);
  const beside = await quiet(world.quiet);
  const statuses = await stop();
  return { alone, beside, busyMs, statuses, verdict: verdictOf(alone, beside, busyMs) };
}
