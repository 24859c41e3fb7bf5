/**
 * Runs around every test file: each answer of a server of this process, through a port or through `inject`,
 * is compared with docs/openapi.json. A test that provokes an answer that is not documented fails.
 */
import { afterAll, afterEach } from 'vitest';
import { watchAnswers } from './watch-answers.ts';

const watch = watchAnswers();

function failOnFaults(): void {
  const faults = watch.takeFaults();
  if (faults.length > 0)
    throw new Error(`Answers that docs/openapi.json does not describe:\n${faults.join('\n')}`);
}

afterEach(failOnFaults);
afterAll(() => {
  watch.stop();
  failOnFaults();
});
