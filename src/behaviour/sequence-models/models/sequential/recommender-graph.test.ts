import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeInferenceModel } from '../../../../engines/tensor/inference/write-inference-model.ts';
import {
  type InferenceSession,
  openSession,
  ortTensor,
} from '../../../../engines/tensor/onnx/open-session.ts';
import { randomNormal } from '../../../../platform/numeric/random-streams.ts';
import { inferenceGraph } from './recommender-graph.ts';

const shape = { width: 16, heads: 2, blocks: 2, historyLength: 8, dropoutRate: 0.3 };
const vectors = ortTensor('float32', Float32Array.from(randomNormal(1, 'vectors', 30 * 16)), [30, 16]);

let session: InferenceSession;
beforeAll(async () => {
  const { state } = inferenceGraph(shape);
  const parameters = new Map(
    state.graph.parameters.map((tensor) => {
      const dimensions = tensor.shape.map(Number);
      const size = dimensions.reduce((product, one) => product * one, 1);
      return [tensor.name, Float32Array.from(randomNormal(2, tensor.name, size))] as const;
    }),
  );
  session = await openSession(writeInferenceModel({ outputs: { state }, parameters }));
});
afterAll(() => session.release());

/** Rows have one length; returns the state at position `at` of each row. */
async function statesAt(
  rows: readonly (readonly number[])[],
  positions: readonly (readonly number[])[],
  at: number,
) {
  const T = rows[0]!.length;
  const tensor = (values: readonly (readonly number[])[]) =>
    ortTensor('int32', Int32Array.from(values.flat()), [rows.length, T]);
  const { state } = await session.run({
    items: tensor(rows),
    positions: tensor(positions),
    places: ortTensor(
      'int32',
      Int32Array.from(rows, (_, row) => row * T + at),
      [rows.length],
    ),
    vectors,
  });
  return Float32Array.from(state!.data as Float32Array);
}

const fromEnd = (length: number) => Array.from({ length }, (_, index) => length - 1 - index);

describe('the network', () => {
  it('does not let a later item change the state at an earlier position, bit for bit', async () => {
    const positions = [fromEnd(6)];
    for (let at = 0; at < 5; at++) {
      const one = await statesAt([[3, 1, 4, 1, 5, 9]], positions, at);
      const items = [3, 1, 4, 1, 5, 9].map((item, index) => (index > at ? item + 11 : item));
      expect(await statesAt([items], positions, at)).toEqual(one);
      expect(await statesAt([items], positions, 5)).not.toEqual(
        await statesAt([[3, 1, 4, 1, 5, 9]], positions, 5),
      );
    }
  });

  it('does not depend on the padding', async () => {
    const alone = await statesAt([[7, 8, 9]], [fromEnd(3)], 2);
    for (const filler of [0, 29]) {
      const padded = await statesAt([[7, 8, 9, filler, filler, filler]], [[2, 1, 0, 0, 0, 0]], 2);
      for (const [at, value] of padded.entries()) expect(value).toBeCloseTo(alone[at]!, 4);
    }
    const [zeros, others] = [0, 29].map((filler) => statesAt([[7, 8, 9, filler]], [[2, 1, 0, 0]], 2));
    expect(await zeros).toEqual(await others);
  });
});
