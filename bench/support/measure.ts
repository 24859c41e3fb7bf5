/** Shared by benchmarks: tables, and child processes with their peak memory. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import Table from 'cli-table3';
import { recordTable } from './record-run.ts';

/** Prints the table; in a bench, the record of the run keeps it too. */
export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  recordTable(head, rows);
  console.log(formatTable(head, rows));
}

export function formatTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const table = new Table({ head: [...head], style: { head: [], border: [] } });
  for (const row of rows) table.push(row.map(String));
  return table.toString();
}

/** Peak resident memory of a running process in MiB (Linux); NaN elsewhere. */
export function peakMemoryMiB(child: Pick<ChildProcess, 'pid'>): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Processor time that a running process has used so far (Linux, where a tick is 10 ms); NaN elsewhere. */
export function processorSeconds(child: Pick<ChildProcess, 'pid'>): number {
  try {
    const afterName = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    return (Number(afterName[11]) + Number(afterName[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  readonly peakMiB: number;
  /** Last measurement, at most a tenth of a second before the end. */
  readonly processorSeconds: number;
}

/** Runs to the end. Throws an error with the output when it fails. */
export async function runToEnd(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<Finished> {
  const started = performance.now();
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  let peakMiB = 0;
  let processor = 0;
  child.stdout!.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    stderr += chunk;
  });
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, peakMemoryMiB(child) || 0);
    processor = processorSeconds(child) || processor;
  }, 100);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearInterval(watch);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${stdout}\n${stderr}`);
  return {
    stdout,
    stderr,
    seconds: (performance.now() - started) / 1000,
    peakMiB,
    processorSeconds: processor,
  };
}
