/**
 * Runs an image network. Its output is `image_embeds`, else `pooler_output`, else its only output. Outputs by
 * image patch ([1 × T × D], [1 × D × H × W]) are averaged.
 */
import { workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { Transferred } from '../../../platform/threads/answered.ts';
import { serveOneByOne } from '../../../platform/threads/serve-queue.ts';
import type { ImageAnswer, ImageRequest, ImageSetup } from './image-protocol.ts';

const { modelPath } = workerData as ImageSetup;
const session = InferenceSession.create(modelPath, { intraOpNumThreads: 1, interOpNumThreads: 1 });
// Each request rejects with this error.
session.catch(() => undefined);

serveOneByOne<ImageRequest, ImageAnswer>(async (request) => {
  const vector = await vectorOf(request);
  return new Transferred(vector, [vector.buffer]);
});

async function vectorOf({ planes, shape }: ImageRequest): Promise<ImageAnswer> {
  const network = await session;
  const input = network.inputNames.find((name) => /pixel|image|input/i.test(name)) ?? network.inputNames[0]!;
  const output = await network.run({ [input]: new Tensor('float32', planes, [...shape]) });
  const name = ['image_embeds', 'pooler_output'].find((known) => known in output) ?? network.outputNames[0]!;
  const { data, dims } = output[name]!;
  const values = Float32Array.from(data as Float32Array);
  if (dims.length === 3) return averaged(values, dims[1]!, dims[2]!, (token, d) => token * dims[2]! + d);
  if (dims.length === 4) {
    const positions = dims[2]! * dims[3]!;
    return averaged(values, positions, dims[1]!, (position, d) => d * positions + position);
  }
  return values;
}

function averaged(
  values: Float32Array,
  positions: number,
  dimension: number,
  at: (position: number, d: number) => number,
): ImageAnswer {
  const mean = new Float32Array(dimension);
  for (let d = 0; d < dimension; d++) {
    for (let position = 0; position < positions; position++) mean[d]! += values[at(position, d)]!;
    mean[d]! /= positions;
  }
  return mean;
}
