/** The contextual encoder's thread: ONNX Runtime blocks the thread that calls it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { Call } from '../../../platform/threads/receive-calls.ts';
import { serveQueue } from '../../../platform/threads/serve-queue.ts';
import type { EncodeAnswer, EncodeRequest } from '../encode-protocol.ts';
import { toUnitNorm } from '../to-unit-norm.ts';
import { ContextualNetwork, type ModelFiles } from './contextual-network.ts';
import { EncodeJob } from './encode-job.ts';
import { JobQueue } from './job-queue.ts';

const files = workerData as ModelFiles;
const { dimension } = files;
const opening = ContextualNetwork.open(files);
// Each request rejects with this error.
opening.catch(() => undefined);

type EncodeCall = Call<EncodeRequest, EncodeAnswer>;

serveQueue<EncodeRequest, EncodeAnswer>(async (waiting) => {
  const queue = new JobQueue<EncodeCall>();
  const taken = new Set<EncodeCall>();
  try {
    const network = await opening;
    do {
      for (const call of waiting.splice(0)) {
        taken.add(call);
        queue.add(call, new EncodeJob(call.request, dimension, network.windowsOf));
      }
      await readRound(network, queue, taken);
      // Calls that have arrived meanwhile take part in the next round.
      await nextTurn();
    } while (!queue.isEmpty);
  } catch (error) {
    for (const call of [...taken, ...waiting.splice(0)]) call.reject(error);
  }
});

async function readRound(
  network: ContextualNetwork,
  queue: JobQueue<EncodeCall>,
  taken: Set<EncodeCall>,
): Promise<void> {
  const { batches, complete } = queue.round();
  for (const windows of batches) {
    const rows = await network.run(windows.map(({ ids }) => ids));
    for (const [n, window] of windows.entries())
      window.vector = toUnitNorm(rows.slice(n * dimension, (n + 1) * dimension));
  }
  for (const [call, job] of complete) {
    const answer = job.answer();
    taken.delete(call);
    call.resolve(answer, [answer.vectors.buffer]);
  }
}
