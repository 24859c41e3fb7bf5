/** The notes of servers in memory, with a clock that the test sets. */
import type { Replica, ReplicaStore } from '../../../platform/storage/replica-store.ts';

export interface SharedNotes extends ReplicaStore {
  nowMs: number;
  /** The next beats fail. */
  broken: boolean;
  readonly notes: Map<string, Replica & { readonly seenMs: number }>;
}

export function sharedNotes(): SharedNotes {
  const shared: SharedNotes = {
    nowMs: 0,
    broken: false,
    notes: new Map(),
    beat: async (replica, withinMs) => {
      if (shared.broken) throw new Error('the database is away');
      shared.notes.set(replica.url, { ...replica, seenMs: shared.nowMs });
      return [...shared.notes.values()]
        .filter(({ seenMs }) => seenMs >= shared.nowMs - withinMs)
        .map(({ url, state }) => ({ url, state }))
        .sort((a, b) => (a.url < b.url ? -1 : 1));
    },
    leave: async (url) => {
      shared.notes.delete(url);
    },
  };
  return shared;
}
