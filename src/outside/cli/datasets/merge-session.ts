/** `datasets merge-session`: the request of POST /v1/datasets/{id}/session-merges, of one session. */
import { mergeSessions } from '../../../behaviour/datasets/appends/merge-sessions.ts';
import { MergeSessionsRequest } from '../../../contract/session-merge.ts';
import type { CliActions } from '../cli-actions.ts';
import type { DataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { findDataset } from './find-datasets.ts';

export interface MergeSessionOptions extends DataOptions {
  readonly session: string;
  readonly person: string;
}

export async function mergeSession(
  actions: CliActions,
  id: string,
  { session, person, ...options }: MergeSessionOptions,
): Promise<void> {
  const request = MergeSessionsRequest.safeParse({
    merges: [{ session_id: session, person_id: person }],
  });
  if (!request.success)
    throw new UsageError(`The session or the person: ${request.error.issues[0]!.message}.`);
  await withStoreAndAccounts(actions, options, async (opened) => {
    const { tenantId } = (await findDataset(opened, id)).dataset;
    const { datasets, appends } = opened.store;
    const parts = { datasets, appends, clock: actions.clock };
    const merged = await mergeSessions(parts, tenantId, id, request.data);
    if (options.json) return printJson(merged);
    printLines(
      merged.merged === 1
        ? `What session «${session}» did without a person is what «${person}» did.`
        : `Session «${session}» was merged with «${person}» before.`,
    );
  });
}
