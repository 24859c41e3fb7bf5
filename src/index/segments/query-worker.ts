/** A worker thread of the index: keeps the segments that it was told of, and answers queries over them, one at a time. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import type { WorkerAnswer, WorkerRequest } from './query-protocol.ts';
import { OpenSegment, runQuery } from './run-query.ts';

/** What was let go is given back to the system when memory is next collected: in a thread that makes no garbage, never. */
const COLLECT_AFTER_MS = 1000;

const segments = new Map<number, OpenSegment>();
const port = parentPort!;
let willCollect = false;

port.on('message', (request: WorkerRequest) => {
  switch (request.kind) {
    case 'attach':
      segments.set(request.segment.key, new OpenSegment(request.segment));
      return;
    case 'detach':
      segments.delete(request.key);
      if (!willCollect) setTimeout(collect, COLLECT_AFTER_MS).unref();
      willCollect = true;
      return;
    case 'query':
      port.postMessage(answer(request));
  }
});

/** Some milliseconds: the thread's own heap is small. */
function collect(): void {
  willCollect = false;
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

function answer({ id, query, segments: tasks }: WorkerRequest & { readonly kind: 'query' }): WorkerAnswer {
  try {
    return { id, part: runQuery(query, tasks, (key) => segments.get(key)!) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
