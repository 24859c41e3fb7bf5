/**
 * Sessions of cross encoders in a thread: ONNX Runtime computes on the thread that asks it. One task after the other, so
 * that a session is not closed while it is asked.
 */
import { parentPort } from 'node:worker_threads';
import { openCrossEncoder } from './cross-encoder.ts';
import type { ThreadAnswer, ThreadTask } from './cross-encoder-protocol.ts';

type Opened = ReturnType<typeof openCrossEncoder>;

const sessions = new Map<number, Opened>();
let last: Promise<void> = Promise.resolve();

parentPort!.on('message', (task: ThreadTask) => {
  last = last.then(() => carryOut(task));
});

async function carryOut(task: ThreadTask): Promise<void> {
  if ('open' in task) open(task.open, task.model);
  else if ('close' in task) await close(task.close);
  else await answer(task);
}

/** That it cannot be opened is told to whoever asks it. */
function open(encoder: number, model: Uint8Array): void {
  const opened = openCrossEncoder({ model });
  opened.catch(() => undefined);
  sessions.set(encoder, opened);
}

async function close(encoder: number): Promise<void> {
  const opened = sessions.get(encoder);
  sessions.delete(encoder);
  await opened?.then(
    (session) => session.close(),
    () => undefined,
  );
}

async function answer({ id, encoder, batch }: Extract<ThreadTask, { id: number }>): Promise<void> {
  try {
    const session = await sessions.get(encoder)!;
    parentPort!.postMessage({ id, points: await session.read(batch) } satisfies ThreadAnswer);
  } catch (error) {
    parentPort!.postMessage({ id, error: (error as Error).message } satisfies ThreadAnswer);
  }
}
