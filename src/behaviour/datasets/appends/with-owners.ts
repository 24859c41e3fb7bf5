/** A snapshot in which the events of anonymous sessions are those of the people they were merged with. */
import { isSessionKey, sessionOfKey } from '../../../contract/session-key.ts';
import type { Snapshot } from '../snapshot/read-snapshot.ts';

/** The person of each of these sessions that was merged. */
export type OwnersOf = (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export function withOwners(snapshot: Snapshot, ownersOf: OwnersOf): Snapshot {
  const read = snapshot.events as (...columns: readonly unknown[]) => AsyncIterable<object>;
  const events = (...columns: readonly unknown[]) => owned(read(...columns), ownersOf);
  return { ...snapshot, events: events as Snapshot['events'] };
}

async function* owned<Batch extends object>(
  batches: AsyncIterable<Batch>,
  ownersOf: OwnersOf,
): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    const { personIds } = batch as { readonly personIds?: readonly string[] };
    const keys = [...new Set(personIds?.filter(isSessionKey))];
    if (keys.length === 0) yield batch;
    else {
      const owners = await ownersOf(keys.map(sessionOfKey));
      const personOf = (id: string) => (isSessionKey(id) ? (owners.get(sessionOfKey(id)) ?? id) : id);
      yield { ...batch, personIds: personIds!.map(personOf) };
    }
  }
}
