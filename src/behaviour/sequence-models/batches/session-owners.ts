/** The people with whom the sessions of a dataset were merged. */
import { isSessionKey, sessionOfKey } from '../../../contract/session-key.ts';
import type { AppendStore } from '../../../platform/storage/append-store.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import { withOwners } from '../../datasets/appends/with-owners.ts';
import type { Snapshot } from '../../datasets/snapshot/read-snapshot.ts';

const MERGES_A_PAGE = 10_000;

/** By the id of the session. */
export async function sessionOwners(
  appends: Pick<AppendStore, 'mergesOf'>,
  { tenantId, name }: Pick<Dataset, 'tenantId' | 'name'>,
): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>();
  for (let after: string | null = null; ; ) {
    const page = await appends.mergesOf(tenantId, name, { after, limit: MERGES_A_PAGE });
    for (const { sessionId, personId } of page) owners.set(sessionId, personId);
    if (page.length < MERGES_A_PAGE) return owners;
    after = page.at(-1)!.sessionId;
  }
}

/** The snapshot as its people have it now. */
export function ownedSnapshot(snapshot: Snapshot, owners: ReadonlyMap<string, string>): Snapshot {
  return owners.size === 0 ? snapshot : withOwners(snapshot, async () => owners);
}

/** The person of a merged session; any other reader is the same. */
export function ownerOf(owners: ReadonlyMap<string, string>, reader: string): string {
  return isSessionKey(reader) ? (owners.get(sessionOfKey(reader)) ?? reader) : reader;
}
