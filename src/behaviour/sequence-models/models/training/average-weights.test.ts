import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Trainer } from '../../../../engines/tensor/training/trainer.ts';
import { randomUniform } from '../../../../platform/numeric/random-streams.ts';
import { averageWeights } from './average-weights.ts';

/** The weight `w` equals the number of steps; `t` is constant. */
function counting(): Trainer & { steps: number } {
  const state = {
    steps: 0,
    sparseRows: new Map(),
    onRows: () => {},
    parameters: () =>
      new Map([
        ['w', Float32Array.of(state.steps)],
        ['t', Float32Array.of(9)],
      ]),
  };
  return state as unknown as Trainer & { steps: number };
}

const rules = { steps: 40, isFixed: (name: string) => name === 't' };

it('lags behind by about half of the averaged steps, and does not average fixed parameters', () => {
  const trainer = counting();
  const averages = averageWeights(trainer, rules, null);
  for (trainer.steps = 1; trainer.steps < 1000; trainer.steps++) averages.update();
  const { w, t } = Object.fromEntries(averages.values());
  expect(trainer.steps - w![0]!).toBeGreaterThan(20);
  expect(trainer.steps - w![0]!).toBeLessThan(60);
  expect(t).toEqual(Float32Array.of(9));
});

it('resumes from the file beside a checkpoint, and keeps at most two such files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-average-'));
  const path = join(folder, 'fit.safetensors');
  const trainer = counting();
  const averages = averageWeights(trainer, rules, path);
  for (trainer.steps = 1; trainer.steps <= 90; trainer.steps++) {
    averages.update();
    if (trainer.steps % 20 === 0) averages.save();
  }
  expect((await readdir(folder)).sort()).toEqual([60, 80].map((step) => `fit.safetensors.average-${step}`));
  const resumed = averageWeights(trainer, rules, path);
  trainer.steps = 80;
  resumed.restore();
  for (trainer.steps = 81; trainer.steps <= 90; trainer.steps++) resumed.update();
  expect(resumed.values()).toEqual(averages.values());
  await rm(folder, { recursive: true });
});

/** A table of which each step changes two rows, and the same table as a dense parameter. */
function changingRows() {
  const table = new Float32Array(12);
  let listener: Parameters<Trainer['onRows']>[0] = () => {};
  const state = {
    steps: 0,
    sparseRows: new Map([['table', 6]]),
    onRows: (given: typeof listener) => {
      listener = given;
    },
    parameters: () =>
      new Map([
        ['table', table],
        ['same', table],
      ]),
    step: () => {
      const draw = randomUniform(5, `step ${state.steps}`, 6);
      const rows = [Math.floor(6 * draw[0]!), Math.floor(6 * draw[1]! ** 3)];
      listener('table', rows);
      for (const [n, row] of rows.entries()) {
        table[2 * row] = draw[2 + 2 * n]!;
        table[2 * row + 1] = draw[3 + 2 * n]!;
      }
      state.steps++;
    },
  };
  return state as unknown as Trainer & { steps: number; step: () => void };
}

it('is for rows of a sparse table what it is for a dense one, whenever it is read', () => {
  const trainer = changingRows();
  const averages = averageWeights(trainer, rules, null);
  for (let step = 1; step <= 300; step++) {
    trainer.step();
    averages.update();
    if (step % 37 !== 0 && step !== 4) continue;
    const { table, same } = Object.fromEntries(averages.values());
    for (const [at, value] of same!.entries()) expect(table![at]).toBeCloseTo(value, 5);
  }
});

it('resumes rows that lag behind to the same bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-average-'));
  const [trainer, path] = [changingRows(), join(folder, 'fit.safetensors')];
  const averages = averageWeights(trainer, rules, path);
  const run = (of: typeof trainer, average: typeof averages, to: number) => {
    while (of.steps < to) {
      of.step();
      average.update();
    }
  };
  run(trainer, averages, 50);
  averages.save();
  const values = trainer.parameters().get('table')!.slice();
  run(trainer, averages, 90);
  const [later, expected] = [changingRows(), averages.values().get('table')];
  const resumed = averageWeights(later, rules, path);
  later.parameters().get('table')!.set(values);
  later.steps = 50;
  resumed.restore();
  run(later, resumed, 90);
  expect(resumed.values().get('table')).toEqual(expected);
  await rm(folder, { recursive: true });
});
