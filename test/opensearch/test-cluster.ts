/**
 * Two nodes of OpenSearch in a process of Java, on loopback, in a folder of their own. The archives come from Maven, into
 * the user's own repository. Benchmarks use it as well.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { findJdk } from './find-jdk.ts';

export interface TestCluster {
  /** By node. */
  readonly addresses: readonly string[];
  /** Resident memory of the process, bytes. */
  residentBytes(): number;
  /** Nodes are numbered 1 and 2. */
  stop(node: number): Promise<void>;
  start(node: number): Promise<void>;
  close(): Promise<void>;
}

/** Says why a cluster cannot be started here; null where it can. */
export function whyNoCluster(): string | null {
  if (findJdk() === null) return 'there is no JDK of version 21 or newer';
  return spawnSync('mvn', ['--version']).status === 0 ? null : 'there is no Maven (mvn)';
}

const START_MS = 150_000;

export async function startTestCluster({ heapMb }: { readonly heapMb: number }): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-opensearch-'));
  let java: ChildProcess | null = null;
  try {
    const archives = fetchArchives(join(folder, 'archives'));
    const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const started = spawn(
      findJdk()!,
      [
        ...[`-Xms${heapMb}m`, `-Xmx${heapMb}m`, '--enable-native-access=ALL-UNNAMED', '-cp', archives],
        ...[join(import.meta.dirname, 'TestCluster.java'), join(folder, 'nodes'), ...ports.map(String)],
      ],
      { stdio: ['pipe', 'pipe', 'ignore'] },
    );
    java = started;
    const lines = createInterface({ input: started.stdout });
    const addresses = ports.slice(0, 2).map((port) => `http://127.0.0.1:${port}`);
    await answered(started, lines, '{"ready":true}');
    await untilGreen(addresses[0]!);
    return {
      addresses,
      residentBytes: () => residentBytes(started.pid!),
      stop: (node) => told(started, lines, `stop ${node}`),
      start: (node) => told(started, lines, `start ${node}`),
      close: () => closed(started, folder),
    };
  } catch (error) {
    java?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The class path. */
function fetchArchives(folder: string): string {
  const pom = join(import.meta.dirname, 'pom.xml');
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${folder}`];
  const { status, stdout } = spawnSync('mvn', ['-q', '-B', '-f', pom, ...goal], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mvn could not fetch OpenSearch: ${stdout}`);
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .join(':');
}

async function told(java: ChildProcess, lines: Interface, command: string): Promise<void> {
  const done = answered(java, lines, 'done');
  java.stdin!.write(`${command}\n`);
  await done;
}

/** Other lines are the nodes' logs. */
function answered(java: ChildProcess, lines: Interface, awaited: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const last: string[] = [];
    const timer = setTimeout(() => end(new Error(`OpenSearch does not answer:\n${last.join('\n')}`)), START_MS);
    const onLine = (line: string) => {
      last.push(line);
      if (last.length > 40) last.shift();
      if (line === awaited) end();
    };
    const onExit = () => end(new Error(`OpenSearch ended:\n${last.join('\n')}`));
    const end = (error?: Error) => {
      clearTimeout(timer);
      lines.off('line', onLine);
      java.off('exit', onExit);
      if (error === undefined) resolve();
      else reject(error);
    };
    lines.on('line', onLine);
    java.on('exit', onExit);
  });
}

async function untilGreen(address: string): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    const health = await fetch(`${address}/_cluster/health`).then(
      (answer) => answer.json() as Promise<{ status: string; number_of_nodes: number }>,
      () => null,
    );
    if (health?.status === 'green' && health.number_of_nodes === 2) return;
    if (Date.now() > until) throw new Error(`the nodes are not green: ${JSON.stringify(health)}`);
    await sleep(200);
  }
}

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return 1024 * Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0);
}

async function closed(java: ChildProcess, folder: string): Promise<void> {
  const gone = new Promise((resolve) => java.once('exit', resolve));
  java.kill('SIGKILL');
  await gone;
  rmSync(folder, { recursive: true, force: true });
}
