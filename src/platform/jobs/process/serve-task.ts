/**
 * The process of one task. It runs at low priority and exits when its worker is gone. It ignores signals to
 * the process group, because its worker sends the stop message.
 */
import { constants } from 'node:os';
import { explainDiskFault } from '../../../contract/disk-fault.ts';
import { ApiError } from '../../../contract/errors.ts';
import { actByDefault, serviceActing } from '../../storage/acting.ts';
import { StoreOutage } from '../../storage/store-outage.ts';
import { lowerPriority } from '../../threads/lower-priority.ts';
import { watchProcess } from '../../threads/watch-process.ts';
import { inTrace } from '../../tracing/in-trace.ts';
import type { TraceHeaders } from '../../tracing/tracer.ts';
import type { Task, TaskContext, TaskResult, TaskStop } from '../task.ts';
import type { FromTask, ToTask } from './task-protocol.ts';

/** How often the memory of the process is looked at. */
const LOOK_EVERY_MS = 250;

export interface OpenedTasks {
  readonly tasks: readonly Task[];
  close(): Promise<void>;
}

/** `open` gets the `setup` of the worker. Resolves when the task is done and the process may exit. */
export async function serveTask(open: (setup: unknown) => Promise<OpenedTasks>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // Without its worker, no result can be stored.
  process.once('disconnect', () => process.exit(1));
  const { job, setup, rssLimitBytes, trace } = await firstMessage();
  const watch = watchProcess({ rssLimitBytes, lookEveryMs: LOOK_EVERY_MS });
  try {
    await carryOut(await open(setup), job, trace);
  } catch (error) {
    await send(failure(error));
  }
  await watch.end();
  process.exit(0);
}

async function carryOut(
  { tasks, close }: OpenedTasks,
  job: Extract<ToTask, { kind: 'run' }>['job'],
  trace: TraceHeaders | undefined,
): Promise<void> {
  actByDefault(serviceActing(job.kind));
  try {
    const ended = nextMessage('ended');
    const { afterwards, ...result } = await inTrace(
      () => ({ name: `task ${job.kind}` }),
      trace,
      () => runTask(tasks, job),
    );
    await send({ kind: 'done', result, hasMore: afterwards !== undefined });
    await ended;
    await afterwards?.();
  } finally {
    await close();
  }
}

function runTask(tasks: readonly Task[], job: TaskContext['job']): Promise<TaskResult> {
  const task = tasks.find(({ kind }) => kind === job.kind);
  if (task === undefined) throw new Error(`no task does «${job.kind}»`);
  if (task.priority === 'lowest') lowerPriority(constants.priority.PRIORITY_LOW);
  const controller = new AbortController();
  const waiting = new Map<number, { resolve(): void; reject(error: Error): void }>();
  let lastId = 0;
  process.on('message', (message: ToTask) => {
    if (message.kind === 'stop') controller.abort(message.reason satisfies TaskStop);
    if (message.kind !== 'kept') return;
    const waiter = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === null) waiter?.resolve();
    else waiter?.reject(new Error(message.error));
  });
  return task.run({
    job,
    signal: controller.signal,
    progress: (progress, detail) => void send({ kind: 'progress', progress, detail }),
    checkpoint: (state, changes = []) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        send({ kind: 'checkpoint', id, state, changes }).catch(reject);
      }),
  });
}

function firstMessage(): Promise<Extract<ToTask, { kind: 'run' }>> {
  return nextMessage('run');
}

function nextMessage<Kind extends ToTask['kind']>(kind: Kind): Promise<Extract<ToTask, { kind: Kind }>> {
  return new Promise((resolve) => {
    const receive = (message: ToTask) => {
      if (message.kind !== kind) return;
      process.off('message', receive);
      resolve(message as Extract<ToTask, { kind: Kind }>);
    };
    process.on('message', receive);
  });
}

/** Resolves when the message is sent. */
function send(message: FromTask): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send!(message, undefined, undefined, (error: Error | null) =>
      error === null ? resolve() : reject(error),
    );
  });
}

function failure(thrown: unknown): FromTask {
  const error = explainDiskFault(thrown);
  return {
    kind: 'failed',
    api:
      error instanceof ApiError ? { code: error.code, message: error.message, details: error.details } : null,
    isOutage: error instanceof StoreOutage,
    text: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
  };
}
