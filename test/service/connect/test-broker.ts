/** One broker of Kafka in a process of Java (KRaft), on loopback. The archives come from Maven. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';

interface TestBroker {
  readonly address: string;
  /** Kills it; its records stay. */
  stop(): Promise<void>;
  /** Again, at the same address. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const OLDEST_JAVA = 17;

/** Says why a broker cannot be started here; null where it can. */
export function whyNoBroker(): string | null {
  const java = /version "(\d+)/.exec(spawnSync('java', ['-version'], { encoding: 'utf8' }).stderr ?? '')?.[1];
  if (Number(java ?? 0) < OLDEST_JAVA) return `there is no Java of version ${OLDEST_JAVA} or newer`;
  return spawnSync('mvn', ['--version']).status === 0 ? null : 'there is no Maven (mvn)';
}

export async function startTestBroker(): Promise<TestBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-kafka-'));
  let java: ChildProcess | null = null;
  const stop = async () => {
    const running = java;
    java = null;
    if (running === null || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };
  const close = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const archives = fetchArchives(join(folder, 'archives'));
    const [port, control] = [await freePort(), await freePort()];
    const settings = join(folder, 'server.properties');
    writeFileSync(settings, settingsOf(port, control, join(folder, 'log')));
    const format = ['kafka.tools.StorageTool', 'format', '-t', 'AAAAAAAAAAAAAAAAAAAAAA', '-c', settings];
    const formatted = spawnSync('java', ['-cp', archives, ...format], { encoding: 'utf8' });
    if (formatted.status !== 0) throw new Error(`the log of the broker: ${formatted.stderr}`);
    const start = async () => {
      java = spawn('java', ['-Xmx384m', '-cp', archives, 'kafka.Kafka', settings], { stdio: 'ignore' });
      await untilUp(java, port);
    };
    await start();
    return { address: `127.0.0.1:${port}`, stop, start, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function settingsOf(port: number, control: number, log: string): string {
  return `
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${control}
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${control}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
log.dirs=${log}
num.partitions=3
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
`;
}

/** The class path. */
function fetchArchives(folder: string): string {
  const pom = join(import.meta.dirname, 'pom.xml');
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${folder}`];
  const { status, stdout } = spawnSync('mvn', ['-q', '-B', '-f', pom, ...goal], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mvn could not fetch Kafka: ${stdout}`);
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .join(':');
}

const START_MS = 120_000;

async function untilUp(java: ChildProcess, port: number): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(200)) {
    if (java.exitCode !== null) throw new Error(`the broker ended with ${java.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const isUp = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isUp) return;
  }
  throw new Error('the broker is not up');
}
