/** Erasures of sessions of datasets: of one by its id, and of those that were merged with a person. */
import type { TenantId } from '../../contract/brands.ts';
import { sessionKey, sessionMark } from '../../contract/session-key.ts';
import type { ErasedSession } from '../../contract/session-merge.ts';
import type { ErasureOptions } from '../../platform/storage/store.ts';
import type { ProfileDependencies } from './profile-dependencies.ts';

type Parts = Pick<ProfileDependencies, 'store' | 'datasetsWithout' | 'clock'>;

/** The datasets that certainly do not name the person, nor the sessions that were merged with them. */
export async function datasetsWithout(
  { store, datasetsWithout: find }: Parts,
  tenant: TenantId,
  userId: string,
): Promise<Pick<ErasureOptions, 'datasetsWithout' | 'sessionsWithout'>> {
  const sessionsWithout: Record<string, readonly string[]> = {};
  for (const sessionId of await store.appends.sessionsOf(tenant, userId, null)) {
    const key = sessionKey(sessionId);
    sessionsWithout[key] = (await find?.(tenant, key)) ?? [];
  }
  return { datasetsWithout: (await find?.(tenant, userId)) ?? [], sessionsWithout };
}

export async function eraseSession(
  { store, datasetsWithout: find, clock }: Parts,
  tenant: TenantId,
  sessionId: string,
): Promise<Omit<ErasedSession, 'request_id'>> {
  const mark = sessionMark(sessionId);
  const without = (await find?.(tenant, mark)) ?? [];
  const options = { datasetsWithout: without, nowMs: clock() };
  const { pendingEvents, datasetVersions, trainedModels } = await store.profiles.erase(
    tenant,
    mark,
    null,
    options,
  );
  return {
    session_id: sessionId,
    erased: { pending_events: pendingEvents, dataset_versions: datasetVersions },
    trained_models: [...trainedModels],
  };
}
