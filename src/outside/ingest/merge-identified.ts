/**
 * Merges the sessions of people who were identified, in the datasets that the mapping writes to. A device of
 * several people stays with the first: the later ones are stored, and its anonymous events are not theirs. A
 * repeated message merges too: the first time may have ended between person and merge.
 */
import type { TenantId } from '../../contract/brands.ts';
import { ApiError } from '../../contract/errors.ts';
import { datasetNamed } from './dataset-named.ts';
import type { MessageMapping } from './message-mapping.ts';
import type { MessageParts } from './message-parts.ts';
import type { TakenMessage } from './taken-message.ts';

export async function mergeIdentified(
  parts: Pick<MessageParts, 'store' | 'appends'>,
  tenant: TenantId,
  { track }: MessageMapping,
  all: readonly TakenMessage[],
): Promise<void> {
  const merges = all.flatMap(({ message, outcome }) => {
    if (message?.type !== 'identify' || (outcome !== 'stored' && outcome !== 'repeated')) return [];
    const { userId, anonymousId } = message;
    return userId === null || anonymousId === null ? [] : [{ person_id: userId, session_id: anonymousId }];
  });
  if (merges.length === 0) return;
  const named = [...track.values()].flatMap((rule) => (rule.into === 'events' ? [rule.dataset] : []));
  for (const dataset of new Set(named)) await mergeIn(parts, tenant, dataset, merges);
}

async function mergeIn(
  { store, appends }: Pick<MessageParts, 'store' | 'appends'>,
  tenant: TenantId,
  named: string,
  merges: readonly { readonly person_id: string; readonly session_id: string }[],
): Promise<void> {
  for (const merge of merges)
    try {
      const datasetId = await datasetNamed(store.datasets, tenant, named);
      await appends.mergeSessions(tenant, datasetId, { merges: [merge] });
    } catch (error) {
      if (!(error instanceof ApiError && isOfRow.has(error.code))) throw error;
    }
}

const isOfRow: ReadonlySet<string> = new Set(['conflict', 'erased', 'dataset_not_found']);
