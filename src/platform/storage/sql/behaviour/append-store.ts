/** The store of rows that wait for the next version of a dataset. */
import type { AppendStore } from '../../append-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import { countPending, lastPosition, pageOfRows, rowsOfPerson } from './appended-rows.ts';
import { hasMergesSince, ownersOf, pageOfMerges, sessionsOfPerson } from './session-merges.ts';

export function appendStore({ db, write }: SqlStoreParts): AppendStore {
  return {
    append: (append) => write('appendRows', append),
    pending: (tenant, name) => countPending(db, tenant, name),
    lastPosition: (tenant, name) => lastPosition(db, tenant, name),
    page: (tenant, name, query) => pageOfRows(db, tenant, name, query),
    ofPerson: (tenant, name, personId, limit) => rowsOfPerson(db, tenant, name, personId, limit),
    mergeSessions: (merges) => write('mergeSessions', merges),
    ownersOf: (tenant, name, sessionIds) => ownersOf(db, tenant, name, sessionIds),
    mergesOf: (tenant, name, page) => pageOfMerges(db, tenant, name, page),
    sessionsOf: (tenant, personId, name) => sessionsOfPerson(db, tenant, personId, name),
    hasMergesSince: (tenant, name, since) => hasMergesSince(db, tenant, name, since),
  };
}
