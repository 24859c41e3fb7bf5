/**
 * A worker thread of the index: holds the segments attached to it and runs queries over them, one at a time.
 */
import { parentPort } from 'node:worker_threads';
import { OpenSegment } from '../query/block-reader.ts';
import { runQuery } from '../query/run-query.ts';
import { collectSoon } from './collect-soon.ts';
import type { WorkerAnswer, WorkerRequest } from './query-protocol.ts';

const segments = new Map<number, OpenSegment>();
const port = parentPort!;

port.on('message', (request: WorkerRequest) => {
  switch (request.kind) {
    case 'attach':
      segments.set(request.segment.key, new OpenSegment(request.segment));
      return;
    case 'detach':
      segments.delete(request.key);
      collectSoon();
      return;
    case 'query':
      port.postMessage(answer(request));
  }
});

port.postMessage({ isReady: true } satisfies WorkerAnswer);

function answer({ id, query, segments: tasks }: WorkerRequest & { readonly kind: 'query' }): WorkerAnswer {
  try {
    return { id, part: runQuery(query, tasks, (key) => segments.get(key)!) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
