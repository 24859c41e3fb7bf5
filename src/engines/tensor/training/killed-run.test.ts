import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openSmallRun, smallBatch } from '../testing/run-until-killed.ts';

const program = fileURLToPath(new URL('../testing/run-until-killed.ts', import.meta.url));

/**
 * Starts the program and kills it when it has printed at least so many steps.
 */
async function killAfter(steps: number, checkpoint: string): Promise<void> {
  const child = spawn(process.execPath, [program, 'run', checkpoint], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.on('data', (output: Buffer) => {
    if (Number(output.toString().trim().split('\n').at(-1)) >= steps) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('close', resolve));
}

test('a killed process leaves a valid checkpoint, and the resumed run equals an uninterrupted one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-killed-'));
  const path = join(folder, 'run.safetensors');
  await killAfter(5, path);
  const [resumed, whole] = [await openSmallRun(), await openSmallRun()];
  await resumed.loadCheckpoint(path);
  expect(resumed.steps).toBeGreaterThanOrEqual(5);
  const end = resumed.steps + 5;
  for (const trainer of [resumed, whole])
    while (trainer.steps < end) await trainer.step(smallBatch(trainer.steps));
  expect(resumed.parameters()).toEqual(whole.parameters());
  for (const trainer of [resumed, whole]) await trainer.close();
  await rm(folder, { recursive: true });
});
