/** A real service with its own process and data folder, for tests that kill it or send it requests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export { temporaryFolder } from '../src/platform/testing/temporary-folder.ts';
export { newOperatorKey, tenantWithKey } from './service/testing/tenant-with-key.ts';

const repository = join(dirname(fileURLToPath(import.meta.url)), '..');
const main = join(repository, 'src/main.ts');

export interface RunningService {
  readonly url: string;
  readonly process: ChildProcess;
  /** Its output so far, with the logs. */
  output(): string;
  /**
   * Sends the signal and waits for the end; the exit code, or the signal's name. An answer that
   * docs/openapi.json does not describe is an error.
   */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

interface ServiceOptions {
  readonly group?: boolean;
  readonly preload?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The environment without settings of Counterpart that the developer has set. */
export const ownEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(COUNTERPART_|HOST$|PORT$|PUBLIC_URL$|DATABASE_URL$|SMTP_URL$|LLM_|LOG_LEVEL$|TEXT_ENCODER$)/.test(
        name,
      ),
  ),
);

/**
 * Starts `counterpart serve` on a free port and waits until it is ready. `group`: in a process group of its
 * own, so that the server and its child processes can be killed at once. `preload`: a module that the server
 * loads first, and that exchanges messages with this process over IPC. `environment`: variables beside the
 * own ones.
 */
export async function startService(
  data: string,
  args: readonly string[] = [],
  { group = false, preload, environment = {} }: ServiceOptions = {},
): Promise<RunningService> {
  const watching = join(repository, 'test/support/watch-served-answers.ts');
  const preloads = [watching, ...(preload === undefined ? [] : [preload])];
  const loaded = preloads.flatMap((module) => ['--import', pathToFileURL(module).href]);
  const child = spawn(process.execPath, [...loaded, main, 'serve', '--data', data, '--port', '0', ...args], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe', ...(preload === undefined ? [] : ['ipc' as const])],
    env: { ...ownEnvironment, ...environment },
    detached: group,
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      output += text;
    });
  }
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const url = await Promise.race([
    listening(() => output),
    ended.then(([code]) => {
      throw new Error(`serve ended with ${code}:\n${output}`);
    }),
  ]);
  return {
    url,
    process: child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code, killedBy] = await ended;
      const undocumented = new Set(output.match(/^undocumented answer: .*$/gm));
      if (undocumented.size > 0) throw new Error([...undocumented].join('\n'));
      return code ?? killedBy;
    },
  };
}

/** The address in the line that the server writes when it listens. */
async function listening(output: () => string): Promise<string> {
  for (;;) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
    if (
      url !== undefined &&
      (await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      ))
    )
      return url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
