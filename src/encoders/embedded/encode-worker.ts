/** The embedded encoder in a thread, for what would hold up the one that answers requests. */
import { parentPort, workerData } from 'node:worker_threads';
import { profilePieces } from '../encode-in-parts.ts';
import type { EncodeAnswer, EncodeTask } from '../encode-protocol.ts';
import { encodeText } from './encode-text.ts';
import { type ModelFiles, StaticModel } from './static-model.ts';

const { weights, vocabulary } = workerData as ModelFiles;
const model = new StaticModel(weights, vocabulary);

parentPort!.on('message', ({ id, texts = [], profile }: EncodeTask) => {
  try {
    const { pieces, spans } =
      profile === undefined ? { pieces: texts, spans: undefined } : profilePieces(profile);
    const vectors = new Float32Array(pieces.length * model.dimension);
    for (const [n, piece] of pieces.entries()) vectors.set(encodeText(model, piece), n * model.dimension);
    const answer = { id, vectors, dimension: model.dimension, ...(spans !== undefined && { spans }) };
    parentPort!.postMessage(answer satisfies EncodeAnswer, [vectors.buffer]);
  } catch (error) {
    parentPort!.postMessage({ id, error: (error as Error).message } satisfies EncodeAnswer);
  }
});
