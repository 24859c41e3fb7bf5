/** Timings of kernels and of the plain loops that have the same results, and the table of them. */
import { loadavg } from 'node:os';
import { printTable } from '../support/measure.ts';

/** The system's processor clock ticks every few milliseconds, so each run repeats calls up to this time. */
const MIN_RUN_MS = 50;

/** Milliseconds of processor time a call. */
export interface Timing {
  readonly leastMs: number;
  readonly medianMs: number;
}

export class KernelTimings {
  readonly #runs: number;
  /** Bytes read and written a second by a memory copy. */
  readonly #bandwidth: number;
  readonly #table: (string | number)[][] = [];

  constructor(runs: number) {
    this.#runs = runs;
    const from = new Uint8Array(1 << 28).fill(1);
    const to = new Uint8Array(1 << 28).fill(2);
    this.#bandwidth = (2 * from.length) / (this.time(() => to.set(from)).leastMs / 1000);
  }

  time(act: () => unknown): Timing {
    const times = Array.from({ length: this.#runs }, () => {
      const started = processorMs();
      let calls = 0;
      let took = 0;
      for (; took < MIN_RUN_MS; took = processorMs() - started) {
        act();
        calls += 1;
      }
      return took / calls;
    }).sort((a, b) => a - b);
    return { leastMs: times[0]!, medianMs: times[times.length >>> 1]! };
  }

  /** `bytes`: those that the kernel touches. */
  add(name: string, rows: number, bytes: number, kernel: Timing, plain: Timing): void {
    const rooflineMs = (1000 * bytes) / this.#bandwidth;
    this.#table.push([
      name,
      rows.toLocaleString('en'),
      `${kernel.leastMs.toFixed(2)} (${kernel.medianMs.toFixed(2)})`,
      `${plain.leastMs.toFixed(1)} (${plain.medianMs.toFixed(1)})`,
      `${(plain.leastMs / kernel.leastMs).toFixed(1)} ×`,
      `${(bytes / 1e6).toFixed(0)} MB`,
      rooflineMs.toFixed(2),
      `${((100 * rooflineMs) / kernel.leastMs).toFixed(0)} %`,
    ]);
  }

  print(): void {
    const copied = `memory is copied at ${(this.#bandwidth / 1e9).toFixed(1)} GB/s (read and written)`;
    console.log(`one thread; ${copied}; load ${loadavg()[0]!.toFixed(1)}`);
    printTable(
      [
        'kernel',
        'rows',
        'ms: least (median)',
        'plain loop, ms',
        'plain / kernel',
        'touches',
        'roofline, ms',
        'of the roofline',
      ],
      this.#table,
    );
  }
}

export function assertSameResult(name: string, kernel: number, plain: number): void {
  if (kernel !== plain) throw new Error(`${name}: the kernel says ${kernel}, the plain loop ${plain}`);
}

/** Processor time of this thread: other processes affect caches and bandwidth, but not the count. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
