/** The settings that select events for histories, from the form of the request. */
import type { EventSettings } from '../../../contract/adaptation.ts';
import { LEAST_VALUE } from '../histories/collect-histories.ts';

export function eventSettings({ kinds, least_value, repeats, least_events }: EventSettings) {
  return { kinds: kinds ?? null, minValue: least_value ?? LEAST_VALUE, repeats, minEvents: least_events };
}
