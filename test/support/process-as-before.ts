/**
 * Runs around every test file that shares its process with other files, and fails a file that changes the
 * process. Such a file belongs to the project `isolated` of vitest.config.ts.
 */
import { getPriority } from 'node:os';
import { afterAll } from 'vitest';

const smallest = Float64Array.of(Number.MIN_VALUE);
const priority = getPriority();

afterAll(() => {
  if (getPriority() !== priority) throw new Error('The test file changes the priority of its process.');
  if (!(smallest[0]! > 0))
    throw new Error(
      'The test file runs ONNX in its own thread, where denormal numbers count as 0 from then on.',
    );
});
