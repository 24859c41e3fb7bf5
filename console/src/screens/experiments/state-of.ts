import type { wire } from 'counterpart-client';
import { text } from '../../text/en.ts';

/** The state of an experiment in words. */
export function stateOf({ ended_by }: Pick<wire.ExperimentSummary, 'ended_by'>): string {
  return ended_by === null ? text.experiments.running : text.experiments.endedBy[ended_by];
}
