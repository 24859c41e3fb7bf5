/** Part of the composition root: trends of datasets for a command of the operator. */
import {
  createTrendingService,
  type TrendingService,
} from '../behaviour/sequence-models/people/create-trending-service.ts';
import { createPeopleClient } from '../behaviour/sequence-models/people/people-client.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Store } from '../platform/storage/store.ts';
import { artifactLocation } from './open-artifacts.ts';

interface TrendingRooms {
  readonly store: Store;
  readonly settings: Settings;
}

export function openTrendingHere({
  store,
  settings,
}: TrendingRooms): TrendingService & { close(): Promise<void> } {
  const people = createPeopleClient(artifactLocation(settings));
  return { ...createTrendingService({ store, people }), close: () => people.close() };
}
