import type { wire } from 'counterpart-client';
import { modelExperimentsText as words } from '../../text/en-model-experiments.ts';

/** The state of an experiment in words. */
export function stateOf({
  ended_by,
  state,
}: Pick<wire.ModelExperimentSummary, 'ended_by' | 'state'>): string {
  if (ended_by !== null) return words.endedBy[ended_by];
  return state === 'paused' ? words.paused : words.running;
}
