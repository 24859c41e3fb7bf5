import { stageNames } from 'counterpart-stages';
import { describe, expect, it } from 'vitest';
import { readStage, writeStage } from './stage-form.ts';

describe('stages', () => {
  it('say nothing where all is as usual', () => {
    for (const name of stageNames)
      expect(writeStage(undefined, name, readStage(undefined, name))).toBeUndefined();
  });

  it('are a switch where nothing else is set', () => {
    expect(writeStage(undefined, 'embedding', { enabled: false })).toEqual({ embedding: false });
    expect(writeStage(undefined, 'llm_judge', { enabled: true })).toEqual({ llm_judge: true });
    expect(writeStage({ embedding: false }, 'embedding', { enabled: true })).toBeUndefined();
  });

  it('keep the options of a stage that is switched off', () => {
    const off = writeStage(undefined, 'light_ml', { enabled: false, top_k: 40 });
    expect(off).toEqual({ light_ml: { top_k: 40, enabled: false } });
    expect(readStage(off, 'light_ml')).toEqual({ enabled: false, top_k: 40 });
  });

  it('leave the other stages as they are', () => {
    const stages = writeStage({ embedding: false }, 'cross_encoder', { enabled: true, model: 'general' });
    expect(stages).toEqual({ embedding: false, cross_encoder: { model: 'general' } });
  });
});
