import type { wire } from 'counterpart-client';
import { text } from '../../text/en.ts';

/** The state of an experiment in words. */
export function stateOf({ ended_by, state }: Pick<wire.ExperimentSummary, 'ended_by' | 'state'>): string {
  if (ended_by !== null) return text.experiments.endedBy[ended_by];
  return state === 'paused' ? text.experiments.paused : text.experiments.running;
}
