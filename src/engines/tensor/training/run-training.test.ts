import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomNormal } from '../../../platform/numeric/random-streams.ts';
import { Graph } from '../graph/graph.ts';
import { zeros } from '../graph/initializers.ts';
import { add } from '../ops/arithmetic.ts';
import { dropout } from '../ops/dropout.ts';
import { squaredError } from '../ops/losses.ts';
import { mean } from '../ops/reduce.ts';
import { compileTraining } from './compile-training.ts';
import { type Progress, runTraining, TrainingTooLarge } from './run-training.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterpart-run-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A model that learns a mean, with dropout. */
async function openTrainer() {
  const graph = new Graph();
  const x = graph.input('x', 'float32', ['B', 4]);
  const centre = graph.parameter('centre', [4], { initializer: zeros });
  const loss = mean(squaredError(dropout(add(x, 0), 0.2), centre));
  return compileTraining({ loss }, { optimizer: { learningRate: 0.05 }, seed: 3 });
}

function batchOf(step: number) {
  return { x: { values: Float32Array.from(randomNormal(1, `x ${step}`, 32)), shape: [8, 4] } };
}

test('a run reports its progress and ends after its steps', async () => {
  const trainer = await openTrainer();
  const reports: Progress[] = [];
  let now = 0;
  const clock = () => (now += 10);
  expect(
    await runTraining({
      trainer,
      steps: 4,
      batchOf,
      clock,
      onProgress: (progress) => reports.push(progress),
    }),
  ).toBe('completed');
  expect(reports.map(({ steps, share }) => [steps, share])).toEqual([
    [1, 0.25],
    [2, 0.5],
    [3, 0.75],
    [4, 1],
  ]);
  expect(reports.map(({ msPerStep, msLeft }) => [msPerStep, msLeft])).toEqual([
    [10, 30],
    [10, 20],
    [10, 10],
    [10, 0],
  ]);
  await trainer.close();
});

test('a cancelled run saves a checkpoint, and the resumed run equals an uninterrupted one', async () => {
  const whole = await openTrainer();
  await runTraining({ trainer: whole, steps: 12, batchOf });
  const path = join(folder, 'cancelled.safetensors');
  const checkpoint = { path, everyMs: 60_000, extra: () => ({ epoch: '2' }) };
  const first = await openTrainer();
  const cancel = new AbortController();
  const onProgress = ({ steps }: Progress) => {
    if (steps === 5) cancel.abort(new Error('cancelled'));
  };
  await expect(
    runTraining({ trainer: first, steps: 12, batchOf, signal: cancel.signal, checkpoint, onProgress }),
  ).rejects.toThrow('cancelled');
  expect(first.steps).toBe(5);
  const second = await openTrainer();
  expect(await second.loadCheckpoint(path)).toEqual({ epoch: '2' });
  await runTraining({ trainer: second, steps: 12, batchOf });
  expect(second.parameters()).toEqual(whole.parameters());
  for (const trainer of [whole, first, second]) await trainer.close();
});

test('a run stops at its limits on time and memory, and when its check returns true', async () => {
  const trainer = await openTrainer();
  let now = 0;
  const clock = () => (now += 100);
  expect(await runTraining({ trainer, steps: 50, batchOf, clock, maxMs: 350 })).toBe('out of time');
  expect(trainer.steps).toBe(4);
  const check = { everySteps: 3, shouldStop: async (steps: number) => steps === 9 };
  expect(await runTraining({ trainer, steps: 50, batchOf, check })).toBe('stopped by its check');
  expect(trainer.steps).toBe(9);
  await expect(runTraining({ trainer, steps: 50, batchOf, maxMemoryBytes: 2 ** 20 })).rejects.toThrow(
    TrainingTooLarge,
  );
  await trainer.close();
});

test('a checkpoint that takes long is written less often', async () => {
  const trainer = await openTrainer();
  let now = 0;
  const savedAfter: number[] = [];
  const slow = {
    ...trainer,
    get steps() {
      return trainer.steps;
    },
    saveCheckpoint: async () => {
      savedAfter.push(trainer.steps);
      now += 500;
    },
  };
  const clock = () => (now += 100);
  const checkpoint = { path: join(folder, 'slow.safetensors'), everyMs: 900 };
  await runTraining({ trainer: slow, steps: 250, batchOf, clock, checkpoint });
  // The first save takes 600 ms of this clock, so 12 s lie between the next ones, and the last one is at the
  // end.
  expect(savedAfter).toEqual([10, 131, 250]);
  await trainer.close();
});
