/**
 * A program for `killed-run.test.ts`: it trains, writes a checkpoint after every step, and prints the number
 * of steps, until it is killed.
 */
import { compileTraining } from '../training/compile-training.ts';
import { sequentialBatch, sequentialModel } from './sequential-model.ts';

export async function openSmallRun() {
  const { loss } = sequentialModel({
    items: 30,
    width: 8,
    heads: 2,
    blocks: 1,
    longest: 8,
    dropoutRate: 0.2,
  });
  return compileTraining({ loss }, { optimizer: { learningRate: 0.01, clipNorm: 1 }, seed: 11 });
}

export function smallBatch(step: number) {
  return sequentialBatch(
    [0, 1, 2].map((row) =>
      Array.from({ length: 5 + row }, (_, at) => 1 + ((step * 7 + row * 5 + at * 3) % 29)),
    ),
  );
}

if (process.argv[2] === 'run') {
  const trainer = await openSmallRun();
  for (;;) {
    await trainer.step(smallBatch(trainer.steps));
    await trainer.saveCheckpoint(process.argv[3]!);
    process.stdout.write(`${trainer.steps}\n`);
  }
}
