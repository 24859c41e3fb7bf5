/**
 * Servers and workers on one PostgreSQL, each a process with a data folder of its own, but for the files in
 * common.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ownEnvironment, temporaryFolder } from '../../test/running-service.ts';
import { freePort } from '../../test/support/free-port.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const READY_CHECK_MS = 100;

interface FleetServer {
  readonly url: string;
  start(): Promise<void>;
  /** Resolves with the exit code, or the name of the signal. */
  stop(signal: NodeJS.Signals): Promise<number | string>;
}

export interface Fleet {
  readonly servers: readonly FleetServer[];
  /** Process ids of the workers: the owners of leases have them. */
  readonly workers: readonly number[];
  /** Lines of the logs that have the text. */
  logged(text: string): readonly string[];
  close(): Promise<void>;
}

/** `databaseOf`: the database's address for each server, and then for each worker. */
export async function startFleet(
  databaseOf: (process: number) => string,
  servers: number,
  workers: number,
): Promise<Fleet> {
  const folders = Array.from({ length: servers + workers }, () => temporaryFolder());
  const shared = temporaryFolder();
  mkdirSync(join(shared.path, 'artifacts'));
  for (const { path } of folders) symlinkSync(join(shared.path, 'artifacts'), join(path, 'artifacts'));
  const fleet = await Promise.all(
    folders
      .slice(0, servers)
      .map(async ({ path }, n) => makeServer(databaseOf(n), path, await freePort(), await freePort())),
  );
  // The first one creates the tables.
  for (const server of fleet) await server.start();
  const working = folders
    .slice(servers)
    .map(({ path }, n) => run(['work', '--data', path, '--database-url', databaseOf(servers + n)], path));
  return {
    servers: fleet,
    workers: working.map(({ pid }) => pid!),
    logged: (text) =>
      folders.flatMap(({ path }) => linesOf(logIn(path)).filter((line) => line.includes(text))),
    close: async () => {
      await Promise.all([
        ...fleet.map((server) => server.stop('SIGTERM')),
        ...working.map((worker) => ended(worker, 'SIGTERM')),
      ]);
      for (const folder of [...folders, shared]) folder.remove();
    },
  };
}

function makeServer(database: string, data: string, port: number, replicaPort: number): FleetServer {
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  return {
    url,
    start: async () => {
      child = run(
        [
          ...['serve', '--data', data, '--database-url', database, '--port', String(port)],
          ...['--replica-url', `http://127.0.0.1:${replicaPort}`, '--small-index-rows', '0'],
          ...['--job-workers', '0', '--stop-delay', '2', '--log-level', 'error'],
        ],
        data,
      );
      while (!(await isReady(url))) {
        if (child.exitCode !== null) throw new Error(`a server ended with ${child.exitCode}`);
        await sleep(READY_CHECK_MS);
      }
    },
    stop: async (signal) => (child === null ? 0 : ended(child, signal)),
  };
}

export async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
    async (answer) => {
      await answer.text();
      return answer.ok;
    },
    () => false,
  );
}

const logIn = (data: string) => join(data, 'log');
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n');

/** `data`: the data folder, which gets the log as well. */
function run(args: readonly string[], data: string): ChildProcess {
  const log = openSync(logIn(data), 'a');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    stdio: ['ignore', log, 'inherit'],
    env: ownEnvironment,
  });
  closeSync(log);
  return child;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
  return child.exitCode ?? child.signalCode ?? 0;
}
