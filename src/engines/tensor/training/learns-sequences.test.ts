import { expect, test } from 'vitest';
import { writeInferenceModel } from '../inference/write-inference-model.ts';
import { openSession, ortTensor } from '../onnx/open-session.ts';
import { sequentialBatch, sequentialModel } from '../testing/sequential-model.ts';
import { compileTraining } from './compile-training.ts';

const PERIOD = 7;
const model = { items: PERIOD + 1, width: 16, heads: 2, blocks: 1, longest: 12, dropoutRate: 0.1 };

/** A periodic sequence of items 1 … 7. */
function history(start: number, length: number): readonly number[] {
  return Array.from({ length }, (_, position) => ((start + position * 3) % PERIOD) + 1);
}

test.each(['whole', 16] as const)(
  'a transformer learns a repeated pattern to hit rate 1 (softmax: %s)',
  async (softmax) => {
    const { loss, scores } = sequentialModel({ ...model, softmax });
    const optimizer = {
      learningRate: 0.01,
      warmUpSteps: 10,
      decay: 'linear',
      totalSteps: 120,
      clipNorm: 1,
    } as const;
    const trainer = await compileTraining({ loss, evaluation: { scores } }, { optimizer, seed: 4 });
    for (let step = 0; step < 120; step++)
      await trainer.step(sequentialBatch([0, 1, 2, 3, 4].map((row) => history(step + row * 2, 4 + row))));
    const unseen = sequentialBatch([history(3, 9), history(6, 5)]);
    const { metrics, loss: left } = await trainer.evaluate(unseen);
    expect(hits(metrics.scores as Float32Array, unseen.targets!.values as Int32Array)).toBe(1);
    expect(left).toBeLessThan(0.2);

    const file = writeInferenceModel({ outputs: { scores }, parameters: trainer.parameters() });
    const session = await openSession(file);
    const { items, places } = unseen;
    const results = await session.run({
      items: ortTensor('int32', items!.values, items!.shape),
      places: ortTensor('int32', places!.values, places!.shape),
    });
    expect(results.scores!.data).toEqual(metrics.scores);
    await session.release();
    await trainer.close();
  },
);

/** The share of rows whose target has the highest score, 0..1. */
function hits(scores: Float32Array, targets: Int32Array): number {
  const width = scores.length / targets.length;
  const right = targets.filter((target, row) => {
    const own = scores.subarray(row * width, (row + 1) * width);
    return own.indexOf(Math.max(...own)) === target;
  });
  return right.length / targets.length;
}

test('a later item does not change earlier scores', async () => {
  const { loss, scores } = sequentialModel({ ...model, blocks: 2, dropoutRate: 0 });
  const trainer = await compileTraining(
    { loss, evaluation: { scores } },
    { optimizer: { learningRate: 0.01 }, seed: 4 },
  );
  for (let step = 0; step < 5; step++)
    await trainer.step(sequentialBatch([history(step, 8), history(step + 1, 6)]));
  const [one, other] = [sequentialBatch([[1, 2, 3, 4, 5]]), sequentialBatch([[1, 2, 7, 6, 5]])];
  const [a, b] = [await trainer.evaluate(one), await trainer.evaluate(other)];
  const [first, second] = [a.metrics.scores as Float32Array, b.metrics.scores as Float32Array];
  expect(second.subarray(0, 2 * model.items)).toEqual(first.subarray(0, 2 * model.items));
  expect(second.subarray(2 * model.items)).not.toEqual(first.subarray(2 * model.items));
  await trainer.close();
});
