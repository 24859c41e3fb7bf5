/** The embedded encoder in a thread, for texts that would block the thread that answers requests. */
import { workerData } from 'node:worker_threads';
import { Transferred } from '../../../platform/threads/answered.ts';
import { serveCalls } from '../../../platform/threads/serve-calls.ts';
import { profilePieces } from '../encode-in-parts.ts';
import type { EncodeAnswer, EncodeRequest } from '../encode-protocol.ts';
import { encodeText } from './encode-text.ts';
import { type ModelFiles, StaticModel } from './static-model.ts';

const { weights, vocabulary } = workerData as ModelFiles;
const model = new StaticModel(weights, vocabulary);

serveCalls<EncodeRequest, EncodeAnswer>(({ texts = [], profile }) => {
  const { pieces, spans } =
    profile === undefined ? { pieces: texts, spans: undefined } : profilePieces(profile);
  const { dimension } = model;
  const vectors = new Float32Array(pieces.length * dimension);
  for (const [n, piece] of pieces.entries()) vectors.set(encodeText(model, piece), n * dimension);
  return new Transferred({ vectors, dimension, ...(spans !== undefined && { spans }) }, [vectors.buffer]);
});
