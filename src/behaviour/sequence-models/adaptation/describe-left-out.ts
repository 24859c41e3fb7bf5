/** The events of a dataset that are no history, in words for a model's card. */
import { counted } from '../../../contract/errors.ts';
import type { LeftOutEvents } from '../histories/collect-histories.ts';

/** A sentence; '' where nothing was left out. */
export function describeLeftOut({ impossibleTimes, negativeValues }: LeftOutEvents): string {
  const parts = [
    negativeValues === 0 ? '' : `${events(negativeValues)} with a value below 0 (least_value takes them in)`,
    impossibleTimes === 0 ? '' : `${events(impossibleTimes)} whose time cannot be`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `No history: ${parts.join(', and ')}.`;
}

function events(count: number): string {
  return counted(count, 'event');
}
