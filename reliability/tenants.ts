/**
 * Quiet workspaces beside a busy one, over HTTP: bursts of 150 matches, 300 open ones, 60 loops, 40 imports.
 * It fails where a quiet one is refused. It also fails where the 99th percentile of its times is too high in
 * three measurements in a row. The bound is twice that without the busy one, plus one match or import of the
 * busy one.
 *
 *   npm run reliability -- tenants [--quick] [--quiet 1,200] [--loads burst,open,loops,imports]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { printTable } from '../bench/support/measure.ts';
import { type RunningService, startService, temporaryFolder } from '../test/running-service.ts';
import type { BusyMessage, Load } from './tenants/busy-tenant.ts';
import { quietImports, quietMatches, type Server } from './tenants/quiet-load.ts';
import { type Measured, quantile, type Verdict, verdictOf } from './tenants/verdict.ts';
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
 * Pause between two questions of the quiet ones: at least this many ms, or PAUSE_TIMES the time of a match
 * alone. So they ask for a small part of what the server can do, on a slow machine too.
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
  const service = await startService(folder.path);
  try {
    await fillWorld(service.url, world);
    const server = { url: service.url, processorMs: processorMsOf(service) };
    const busy = startBusy(service.url, world.busy);
    if (!(await measureAll(server, world, busy, counts))) process.exitCode = 1;
    busy.close();
  } finally {
    await service.stop();
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
  server: Server,
  world: World,
  busy: Busy,
  counts: readonly number[],
): Promise<boolean> {
  const began = performance.now();
  const rows: (readonly (string | number)[])[] = [];
  let isSound = true;
  for (const load of values.loads.split(',') as Load[]) {
    for (const count of counts) {
      const row = await measureUntilSound(
        server,
        { ...world, quiet: world.quiet.slice(0, count) },
        busy,
        load,
      );
      rows.push([load, count, ...row.cells]);
      isSound &&= row.holds;
    }
  }
  printTable(
    [
      'busy one',
      'quiet',
      'asked',
      'p50 / p99 alone',
      'one of the busy',
      'p50 / p99 beside',
      'bound',
      'refused',
      'answers of the busy one',
      'tries',
      '',
    ],
    rows,
  );
  console.log(
    `Wall clock | processor time of the answering thread, ms. Bound: twice the p99 alone, plus one match or import of the busy one. ` +
      `${((performance.now() - began) / 1000).toFixed(0)} s, load of the machine ${loadavg()[0]!.toFixed(1)}`,
  );
  return isSound;
}

async function measureUntilSound(server: Server, world: World, busy: Busy, load: Load) {
  for (let attempt = 1; ; attempt++) {
    const { alone, beside, one, verdict, statuses } = await measure(server, world, busy, load);
    if (!verdict.holds && attempt < ATTEMPTS) continue;
    const { took, processor } = verdict;
    const both = (figure: (kind: 'tookMs' | 'processorMs') => string) =>
      load === 'imports' ? figure('tookMs') : `${figure('tookMs')} | ${figure('processorMs')}`;
    const bounded = { tookMs: took, processorMs: processor };
    const whole = (ms: number) => ms.toFixed(0);
    const cells = [
      beside.times.length + beside.refused.length,
      both((kind) => `${whole(quantile(alone, kind, 0.5))} / ${whole(quantile(alone, kind, 0.99))}`),
      both((kind) => whole(quantile(one, kind, 0.99))),
      both((kind) => `${whole(bounded[kind].p50)} / ${whole(bounded[kind].p99)}`),
      both((kind) => whole(bounded[kind].bound)),
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
  /** One match or import of the busy workspace, alone. */
  readonly one: Measured;
  readonly statuses: Readonly<Record<string, number>>;
}

async function measure(server: Server, world: World, busy: Busy, load: Load): Promise<Measurement> {
  const warm = await quietMatches(server, world.quiet, LEAST_PAUSE_MS, size.matches / 4);
  const everyMs = Math.max(LEAST_PAUSE_MS, PAUSE_TIMES * quantile(warm, 'tookMs', 0.5));
  const quiet = (tenants: readonly Tenant[], matches = size.matches, imports = size.imports) =>
    load === 'imports'
      ? quietImports(server, tenants, imports)
      : quietMatches(server, tenants, everyMs, matches);
  const alone = await quiet(world.quiet);
  const one = await quiet([world.busy], size.matches / 4, 1);
  const stop = await busy.start(load);
  await sleep(SETTLE_MS);
  const beside = await quiet(world.quiet);
  const statuses = await stop();
  return { alone, beside, one, statuses, verdict: verdictOf(alone, beside, one) };
}

/** Processor time of its main thread (Linux); NaN elsewhere. */
function processorMsOf({ process: { pid } }: RunningService): () => number {
  return () => {
    try {
      const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
      return Number(nanoseconds) / 1e6;
    } catch {
      return Number.NaN;
    }
  };
}
