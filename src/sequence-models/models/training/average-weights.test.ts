import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Trainer } from '../../../tensor/training/trainer.ts';
import { averageWeights } from './average-weights.ts';

/** The weight `w` equals the number of steps; `t` is constant. */
function counting(): Trainer & { steps: number } {
  const state = {
    steps: 0,
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
