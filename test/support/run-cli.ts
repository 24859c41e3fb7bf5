/** Runs the real command line as a child process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface CliRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function startCli(
  data: string,
  args: readonly string[],
): { readonly child: ChildProcess; readonly ended: Promise<CliRun> } {
  const { COUNTERPART_DATA: _, ...environment } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: { ...environment, COUNTERPART_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text.stdout += piece;
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    text.stderr += piece;
  });
  const ended = new Promise<CliRun>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...text }));
  });
  return { child, ended };
}

export function runCli(data: string, ...args: readonly string[]): Promise<CliRun> {
  return startCli(data, args).ended;
}

/** The JSON that a command printed; a failed one throws what it said. */
export async function cliJson<T>(data: string, ...args: readonly string[]): Promise<T> {
  const run = await runCli(data, ...args, '--json');
  if (run.code !== 0) throw new Error(`counterpart ${args.join(' ')} ended with ${run.code}: ${run.stderr}`);
  return JSON.parse(run.stdout) as T;
}
