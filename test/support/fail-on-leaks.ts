/**
 * Runs around every test file and fails it when it leaves a resource behind that keeps the process alive.
 * Resources are workers, child processes, servers, sockets, file watchers and timers. They are allowed if
 * they are unreferenced (`unref`) or end within the grace period.
 */
import { createHook } from 'node:async_hooks';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';

const GRACE_MS = 2000;
const LOOK_MS = 20;
const WATCHED = new Set([
  'WORKER',
  'PROCESSWRAP',
  'TCPSERVERWRAP',
  'TCPSOCKETWRAP',
  'TCPWRAP',
  'PIPESERVERWRAP',
  'FSEVENTWRAP',
  'STATWATCHER',
  'Timeout',
]);

/** Node also makes these for a test in its own callbacks, whose stacks have no file of the repository. */
const WATCHED_ANYWHERE = new Set(['WORKER', 'PROCESSWRAP', 'TCPSERVERWRAP', 'PIPESERVERWRAP']);

interface Held {
  readonly type: string;
  readonly resource: WeakRef<object>;
  /** Its stack is put into words when it is read, which takes longer than to capture it. */
  readonly made: { readonly stack?: string };
}

const repository = join(import.meta.dirname, '../..');
const held = new Map<number, Held>();

const hook = createHook({
  // No promise is watched. To track them all takes a tenth of the processor time of a test with many
  // requests.
  trackPromises: false,
  init(id, type, _trigger, resource) {
    if (!WATCHED.has(type)) return;
    const made: { stack?: string } = {};
    Error.captureStackTrace(made);
    held.set(id, { type, resource: new WeakRef(resource), made });
  },
  destroy(id) {
    held.delete(id);
  },
});
hook.enable();

afterAll(async () => {
  const until = performance.now() + GRACE_MS;
  while (leaks().length > 0 && performance.now() < until) await sleep(LOOK_MS);
  const left = leaks();
  // Files may share a process: the next one watches with a hook of its own.
  hook.disable();
  if (left.length === 0) return;
  const lines = left.map(
    ({ type, made }) => `  ${type} made ${ownFrames(made).slice(0, 4).join('\n      ')}`,
  );
  throw new Error(`The test file leaves ${left.length} open:\n${[...new Set(lines)].join('\n')}`);
});

/** Resources that keep the process alive. Timers and sockets count if code of this repository made them. */
function leaks(): readonly Held[] {
  return [...held.values()].filter(
    ({ type, resource, made }) =>
      keepsAlive(resource.deref()) && (WATCHED_ANYWHERE.has(type) || ownFrames(made).length > 0),
  );
}

function ownFrames({ stack = '' }: Held['made']): readonly string[] {
  return stack
    .split('\n')
    .filter(
      (line) =>
        line.includes(repository) &&
        !line.includes('node_modules') &&
        !/fail-on-leaks|process-of-tests/.test(line),
    )
    .map((line) => line.trim());
}

function keepsAlive(resource: object | undefined): boolean {
  if (resource === undefined) return false;
  const { hasRef } = resource as { hasRef?: () => boolean };
  return typeof hasRef !== 'function' || hasRef.call(resource);
}
