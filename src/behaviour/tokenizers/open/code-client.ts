/** A code room in a thread, begun with the first bundle. A thread that dies rejects what it owed; the next call begins another. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CodeAnswer, CodeTask } from './code-protocol.ts';
import type { CodeRoom, OpenedBundle } from './code-room.ts';

type WithoutId<Task> = Task extends unknown ? Omit<Task, 'id'> : never;

export function createCodeThread(): CodeRoom {
  let worker: Worker | null = null;
  let lastId = 0;
  const owed = new Map<number, PromiseWithResolvers<CodeAnswer>>();

  const begin = (): Worker => {
    const begun = new Worker(new URL('./code-worker.ts', import.meta.url));
    const end = (error: Error) => {
      if (worker !== begun) return;
      worker = null;
      for (const { reject } of owed.values()) reject(error);
      owed.clear();
    };
    begun.on('message', (answer: CodeAnswer) => {
      const waiting = owed.get(answer.id)!;
      owed.delete(answer.id);
      if (owed.size === 0) begun.unref();
      if ('error' in answer) waiting.reject(new Error(answer.error));
      else waiting.resolve(answer);
    });
    begun.on('error', end);
    begun.on('exit', () => end(new Error('the thread of codebooks has ended')));
    begun.unref();
    return begun;
  };

  const ask = (task: WithoutId<CodeTask>, transfer: readonly ArrayBuffer[] = []): Promise<CodeAnswer> => {
    worker ??= begin();
    const id = ++lastId;
    const waiting = Promise.withResolvers<CodeAnswer>();
    owed.set(id, waiting);
    worker.ref();
    worker.postMessage({ id, ...task } as CodeTask, [...transfer]);
    return waiting.promise;
  };

  return {
    open: async (key, bytes) =>
      ((await ask({ kind: 'open', key, bytes })) as { readonly opened: OpenedBundle }).opened,
    codesOf: async (key, vectors) => {
      const task = { kind: 'codes', key, vectors } as const;
      const answer = await ask(task, [vectors.buffer as ArrayBuffer]);
      return (answer as { readonly codes: Uint16Array | null }).codes;
    },
    forget: (key) => worker?.postMessage({ id: 0, kind: 'forget', key } satisfies CodeTask),
    close: async () => {
      const ending = worker;
      if (ending === null) return;
      const exited = once(ending, 'exit');
      await ending.terminate();
      await exited;
    },
  };
}
