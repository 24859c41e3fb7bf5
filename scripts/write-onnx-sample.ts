/**
 * Trains a small transformer for a few steps and writes its inference file, with a batch and the scores that
 * it must give: for `scripts/check-onnx-file.py`. `node scripts/write-onnx-sample.ts FOLDER`
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeInferenceModel } from '../src/engines/tensor/inference/write-inference-model.ts';
import { sequentialBatch, sequentialModel } from '../src/engines/tensor/testing/sequential-model.ts';
import { compileTraining } from '../src/engines/tensor/training/compile-training.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('name a folder: node scripts/write-onnx-sample.ts FOLDER');
const shape = { items: 50, width: 32, heads: 2, blocks: 2, longest: 20, dropoutRate: 0.1 };
const { loss, scores } = sequentialModel(shape);
const trainer = await compileTraining(
  { loss, evaluation: { scores } },
  { optimizer: { learningRate: 0.01, clipNorm: 1 }, seed: 1 },
);
const history = (row: number) =>
  Array.from({ length: 6 + row }, (_, position) => 1 + ((row * 7 + position * 3) % 49));
const batch = sequentialBatch([0, 1, 2, 3, 4].map(history));
for (let step = 0; step < 20; step++) await trainer.step(batch);
const { metrics } = await trainer.evaluate(batch);
const file = writeInferenceModel({
  outputs: { scores },
  parameters: trainer.parameters(),
  metadata: { model: 'sample', items: `${shape.items}` },
  description: 'Scores of all items at each place of a history.',
});
await trainer.close();

const places = batch.places!.values.length;
const input = (name: string) => ({
  type: 'int32',
  shape: batch[name]!.shape,
  values: Array.from(batch[name]!.values, Number),
});
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'model.onnx'), file);
writeFileSync(
  join(folder, 'expected.json'),
  JSON.stringify({
    inputs: { items: input('items'), places: input('places') },
    outputs: { scores: { shape: [places, shape.items], values: [...(metrics.scores as Float32Array)] } },
  }),
);
console.log(`wrote ${file.length} bytes of model.onnx and ${places} rows of expected scores to ${folder}`);
