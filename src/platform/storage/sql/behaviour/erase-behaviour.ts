/** Erases a person, with the sessions that were merged with them, or a session, from datasets and their files. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { sessionKey, sessionOfMark } from '../../../../contract/session-key.ts';
import type { ErasureOptions } from '../../store.ts';
import { eraseFromFiles } from '../people/file-erasures.ts';
import type { Tables } from '../tables.generated.ts';
import { eraseFromDatasets, type MarkedDatasets } from './dataset-erasures.ts';
import { eraseWaitingSession, forgetMergesOfPerson, sessionsOfPerson } from './session-merges.ts';

export const nowhere: MarkedDatasets = { versions: 0, datasetIds: [], pendingEvents: 0, models: [] };

/** `reader`: the id of a person, or the mark of a session (`contract/session-key.ts`). */
export async function eraseBehaviour(
  db: Kysely<Tables>,
  tenant: TenantId,
  reader: string,
  { datasetsWithout = [], sessionsWithout = {}, nowMs }: ErasureOptions & { readonly nowMs: number },
): Promise<MarkedDatasets> {
  const erase = async (id: string, without: readonly string[]) => {
    const marked = await eraseFromDatasets(db, tenant, id, without);
    await eraseFromFiles(db, tenant, id, marked.datasetIds, nowMs);
    return marked;
  };
  const sessionId = sessionOfMark(reader);
  const waiting = sessionId === null ? 0 : await eraseWaitingSession(db, tenant, sessionId);
  let all = await erase(reader, datasetsWithout);
  for (const merged of await sessionsOfPerson(db, tenant, reader, null)) {
    const key = sessionKey(merged);
    all = together(all, await erase(key, sessionsWithout[key] ?? []));
  }
  await forgetMergesOfPerson(db, tenant, reader);
  return { ...all, pendingEvents: all.pendingEvents + waiting };
}

function together(a: MarkedDatasets, b: MarkedDatasets): MarkedDatasets {
  const datasetIds = [...new Set([...a.datasetIds, ...b.datasetIds])];
  return {
    versions: datasetIds.length,
    datasetIds,
    pendingEvents: a.pendingEvents + b.pendingEvents,
    models: [...new Set([...a.models, ...b.models])],
  };
}
