/**
 * Two nodes of OpenSearch in a process of Java, on loopback, in a folder of their own. The archives come from
 * Maven, into the user's own repository. Benchmarks use it as well.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { findJdk } from './find-jdk.ts';

export interface TestCluster {
  /** By node. */
  readonly addresses: readonly string[];
  /** `POST /stop/1`, `POST /start/2`: stops and starts nodes. */
  readonly control: string;
  /** The process of both nodes. */
  readonly pid: number;
  close(): Promise<void>;
}

/** Says why a cluster cannot be started here; null where it can. */
export function whyNoCluster(): string | null {
  if (findJdk() === null) return 'there is no JDK of version 21 or newer';
  return spawnSync('mvn', ['--version']).status === 0 ? null : 'there is no Maven (mvn)';
}

export async function startTestCluster({ heapMb }: { readonly heapMb: number }): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-opensearch-'));
  let java: ChildProcess | null = null;
  try {
    const archives = fetchArchives(join(folder, 'archives'));
    const ports = await Promise.all(Array.from({ length: 5 }, freePort));
    const started = spawn(
      findJdk()!,
      [
        ...[`-Xms${heapMb}m`, `-Xmx${heapMb}m`, '--enable-native-access=ALL-UNNAMED', '-cp', archives],
        ...[join(import.meta.dirname, 'TestCluster.java'), join(folder, 'nodes'), ...ports.map(String)],
      ],
      { stdio: ['pipe', 'ignore', 'ignore'] },
    );
    java = started;
    const addresses = ports.slice(0, 2).map((port) => `http://127.0.0.1:${port}`);
    const control = `http://127.0.0.1:${ports[4]}`;
    await untilUp(started, addresses[0]!, control);
    return {
      addresses,
      control,
      pid: started.pid!,
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

const START_MS = 180_000;

async function untilUp(java: ChildProcess, address: string, control: string): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    if (java.exitCode !== null) throw new Error(`OpenSearch ended with ${java.exitCode}`);
    const health = await fetch(`${address}/_cluster/health`).then(
      (answer) => answer.json() as Promise<{ status: string; number_of_nodes: number }>,
      () => null,
    );
    const isControlled = await fetch(control).then(
      () => true,
      () => false,
    );
    if (isControlled && health?.status === 'green' && health.number_of_nodes === 2) return;
    if (Date.now() > until) throw new Error(`the nodes are not up: ${JSON.stringify(health)}`);
    await sleep(200);
  }
}

async function closed(java: ChildProcess, folder: string): Promise<void> {
  const gone = new Promise((resolve) => java.once('exit', resolve));
  java.kill('SIGKILL');
  await gone;
  rmSync(folder, { recursive: true, force: true });
}
