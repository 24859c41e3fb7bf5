/** The settings that select events for histories, from the form of the request. */
import type { EventSettings } from '../../../contract/adaptation.ts';
import type { DeclaredEvents } from '../../../contract/dataset-events.ts';
import { LEAST_VALUE } from '../histories/collect-histories.ts';

export function eventSettings({ kinds, least_value, repeats = 'folded', least_events }: EventSettings) {
  return { kinds: kinds ?? null, minValue: least_value ?? LEAST_VALUE, repeats, minEvents: least_events };
}

/** The settings of a training on the dataset: its declaration decides on repeats unless the request does. */
export function settledEvents(requested: EventSettings, { repeats }: DeclaredEvents): EventSettings {
  return { ...requested, repeats: requested.repeats ?? (repeats ? 'kept' : 'folded') };
}
