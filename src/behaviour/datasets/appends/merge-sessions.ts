/** Says that the events of anonymous sessions of a dataset are those of people. */
import { personBlocked } from '../../../contract/blocked.ts';
import type { TenantId } from '../../../contract/brands.ts';
import { apiError, counted } from '../../../contract/errors.ts';
import type { MergedSessions, MergeSessionsRequest } from '../../../contract/session-merge.ts';
import type { AppendStore } from '../../../platform/storage/append-store.ts';
import { type AppendParts, newestVersion } from './append-rows.ts';

export interface MergeSessionsParts extends Pick<AppendParts, 'datasets'> {
  readonly appends: Pick<AppendStore, 'mergeSessions'>;
  /** Epoch ms. */
  readonly clock: () => number;
}

const MOST_NAMED = 100;

/** All merges or none. Throws 404 `dataset_not_found`, 409 `conflict`, `erased`. */
export async function mergeSessions(
  { datasets, appends, clock }: MergeSessionsParts,
  tenant: TenantId,
  datasetId: string,
  { merges }: MergeSessionsRequest,
): Promise<Omit<MergedSessions, 'request_id'>> {
  const { tenantId, name } = await newestVersion(datasets, tenant, datasetId);
  const result = await appends.mergeSessions({
    ...{ tenantId, name, at: new Date(clock()).toISOString() },
    merges: merges.map(({ session_id, person_id }) => ({ sessionId: session_id, personId: person_id })),
  });
  switch (result.state) {
    case 'merged':
      return { merged: result.merged, repeated: result.repeated };
    case 'conflict':
      throw otherPeoples(datasetId, result.sessionIds);
    case 'blocked': {
      const [blocked] = result.personIds;
      const at = merges.findIndex(({ person_id }) => person_id === blocked);
      throw personBlocked(blocked!, `merges[${at}].person_id`);
    }
    default:
      return result satisfies never;
  }
}

function otherPeoples(datasetId: string, sessionIds: readonly string[]) {
  const ids = [...new Set(sessionIds)];
  const more = ids.length - 1;
  return apiError(
    'conflict',
    `The session «${ids[0]}» was merged with another person before${more > 0 ? ` (and ${counted(more, 'more session')})` : ''}. A session stays whose it is; give what another person does a session of its own. Nothing of this request was kept.`,
    { dataset_id: datasetId, session_ids: ids.slice(0, MOST_NAMED), total: ids.length },
  );
}
