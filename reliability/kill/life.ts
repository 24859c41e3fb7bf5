/** One life of the server: load until a moment that the seed chooses, and the kill. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { Ledger } from './ledger.ts';
import type { KillableServer } from './service.ts';
import type { Work } from './work/work.ts';

export interface Life {
  readonly server: KillableServer;
  readonly client: Client;
  readonly ledger: Ledger;
  readonly work: readonly Work[];
  readonly life: number;
}

export interface Killed {
  /** Kinds of the running jobs and trainings, `backup`, `stop`, `snapshot of an index`. */
  readonly during: readonly string[];
}

/** The states that a kill waits for, in turn. A kill that waits for nothing comes at any moment. */
const targets = [
  'any',
  'dataset_import',
  'stop',
  'model_adaptation',
  'backup',
  'training',
  'tokenizer_fit',
  'any',
  'dataset_snapshot',
  'stop',
  'simulation',
] as const;

/** A life begins with as many answers, so that it has something to lose on a busy machine as well. */
const LEAST_ANSWERS = 60;
const SPREAD_MS = 2500;
/** A kill waits no longer for its target. */
const PATIENCE_MS = 12_000;
const WATCH_EVERY_MS = 30;
/** A server that stops is killed within this time. */
const STOP_SPREAD_MS = 600;
/** Work counts on over all lives, so that every id is new. */
const steps = new Map<string, number>();

export async function liveAndDie({ server, client, ledger, work, life }: Life): Promise<Killed> {
  let isOver = false;
  const load = work.map(async (each) => {
    while (!isOver) {
      const n = steps.get(each.name) ?? 0;
      steps.set(each.name, n + 1);
      await each.step(client, ledger, n);
      await sleep(client.random.uniform() * each.everyMs);
    }
  });
  const backups = server.keepBackingUp(() => isOver);
  await untilAnswers(ledger);
  await sleep(client.random.uniform() * SPREAD_MS);
  const target = targets[(life - 1) % targets.length]!;
  let running = await untilTarget(target, client, server);
  if (target === 'stop') {
    server.askToStop();
    await sleep(client.random.uniform() * STOP_SPREAD_MS);
    running = server.isStopped() ? ['after a stop'] : ['stop'];
  }
  isOver = true;
  await server.kill();
  await Promise.all([...load, backups]);
  return { during: [...running, ...(server.wasSavingIndex() ? ['snapshot of an index'] : [])] };
}

export const killedWork = ({ during }: Killed) =>
  during.length === 0 ? 'in no job' : `during ${during.join(', ')}`;

async function untilAnswers(ledger: Ledger): Promise<void> {
  const enough = ledger.acknowledged() + LEAST_ANSWERS;
  const endMs = performance.now() + PATIENCE_MS;
  while (ledger.acknowledged() < enough && performance.now() < endMs) await sleep(WATCH_EVERY_MS);
}

async function untilTarget(
  target: string,
  client: Client,
  server: KillableServer,
): Promise<readonly string[]> {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const running = await runningWork(client, server);
    const isThere = target === 'any' || target === 'stop' || running.includes(target);
    if (isThere || performance.now() > endMs) return running;
    await sleep(WATCH_EVERY_MS);
  }
}

async function runningWork(client: Client, server: KillableServer): Promise<readonly string[]> {
  const [jobs, runs] = await Promise.all([
    client.send('GET', '/jobs?status=running&limit=100'),
    client.send('GET', '/train/runs?domain=dating&limit=5'),
  ]);
  const kinds: string[] = (jobs.body?.data ?? []).map(({ kind }: { kind: string }) => kind);
  const isTraining = (runs.body?.data ?? []).some(({ status }: { status: string }) =>
    ['running', 'evaluating'].includes(status),
  );
  return [
    ...new Set(kinds),
    ...(isTraining ? ['training'] : []),
    ...(server.isBackingUp() ? ['backup'] : []),
  ];
}
