/** Part of the composition root: the streams of events that a server answers with. */
import { createEventStreams, type EventStreams } from '../outside/events/event-streams.ts';
import type { Store } from '../platform/storage/store.ts';

export function openEvents(store: Store, clock: () => number): EventStreams {
  const { activity, profiles, learning, accounts } = store;
  return createEventStreams({
    ...{ activity, profiles, learning, clock },
    domainsOf: async (tenant) => ((await accounts.tenant(tenant))?.domains ?? []).map(({ domain }) => domain),
  });
}
