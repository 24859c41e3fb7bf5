import { expect, it } from 'vitest';
import type { Store } from '../../platform/storage/store.ts';
import type { CandidateTexts } from './candidate-texts.ts';
import { pipelineStages } from './run-pipeline.ts';

const stages = pipelineStages({ store: {} as Store, texts: {} as CandidateTexts });

it('lets each stage read only columns that an earlier stage writes', () => {
  for (const [at, { name, reads }] of stages.entries()) {
    const written = stages.slice(0, at).flatMap((stage) => stage.writes);
    const unwritten = reads.filter((column) => !written.includes(column));
    expect(unwritten, name).toEqual([]);
  }
});

it('gives every column a name of its own', () => {
  const columns = new Set(stages.flatMap(({ writes }) => writes));
  expect(new Set([...columns].map(({ name }) => name)).size).toBe(columns.size);
});
