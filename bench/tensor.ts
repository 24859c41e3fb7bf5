/**
 * Cost of a training step. Each case has a process of its own, so that its peak memory is known:
 *
 *   - the roof: a product of two 1024 × 1024 matrices;
 *   - SASRec (batch 128, length 50, width 64, 2 blocks, full softmax over 12,101 items). All positions are
 *     filled, or histories are as short as Beauty's. `gather` removes their padding before the softmax,
 *     which is in chunks or whole;
 *   - tables of 12 k and 100 k rows of 64, of which a step touches 2,000: sparse against dense updates;
 *   - logistic regression, 10,000 × 64 in one batch, and the same as a loop over typed arrays.
 *
 * `npm run bench -- tensor [--steps 8]`. Rates are by processor time (all threads together), which depends
 * less on other work of the machine than wall time.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { quantile } from '../src/platform/numeric/statistics.ts';
import { printTable, runToEnd } from './support/measure.ts';
import { cases } from './tensor/cases.ts';

const { values: flags } = parseArgs({
  options: {
    steps: { type: 'string', default: '8' },
    case: { type: 'string' },
    threads: { type: 'string', default: '1' },
  },
});

interface Measured {
  readonly wallMs: readonly number[];
  readonly cpuMs: readonly number[];
  readonly gflop: number;
}

if (flags.case === undefined) await measureAll();
else console.log(JSON.stringify(await measureHere(flags.case, Number(flags.threads))));

async function measureHere(name: string, threads: number): Promise<Measured> {
  const { step, gflop, close } = await cases[name]!.open(threads);
  const [wallMs, cpuMs]: [number[], number[]] = [[], []];
  await step();
  for (let round = 0; round < Number(flags.steps); round++) {
    const [wall, cpu] = [performance.now(), process.cpuUsage()];
    await step();
    const used = process.cpuUsage(cpu);
    wallMs.push(performance.now() - wall);
    cpuMs.push((used.user + used.system) / 1000);
  }
  await close();
  return { wallMs, cpuMs, gflop };
}

async function measureAll(): Promise<void> {
  const rows: (string | number)[][] = [];
  const roofs = new Map<number, number>();
  for (const [name, { threads }] of Object.entries(cases)) {
    for (const count of threads) {
      const args = [
        fileURLToPath(import.meta.url),
        '--case',
        name,
        '--threads',
        `${count}`,
        '--steps',
        flags.steps,
      ];
      const { stdout, peakMiB } = await runToEnd(process.execPath, args);
      const { wallMs, cpuMs, gflop } = JSON.parse(stdout) as Measured;
      const rate = (gflop / Math.min(...cpuMs)) * 1000;
      if (name === 'roof') roofs.set(count, rate);
      rows.push([
        name,
        count,
        Math.min(...wallMs).toFixed(1),
        quantile(wallMs, 0.5).toFixed(1),
        quantile(cpuMs, 0.5).toFixed(1),
        gflop === 0 ? '' : rate.toFixed(0),
        gflop === 0 ? '' : `${((100 * rate) / roofs.get(count)!).toFixed(0)} %`,
        peakMiB.toFixed(0),
      ]);
    }
  }
  printTable(
    ['step', 'threads', 'least ms', 'median ms', 'median CPU ms', 'GFLOP/CPU s', 'of the roof', 'peak MiB'],
    rows,
  );
}
