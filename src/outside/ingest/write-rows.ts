/**
 * Writes rows of one kind. Each row gets its outcome, in order. An error that is not the rows' fault throws. The same
 * rows may then be written again: stored rows stay as they are.
 */

import type { AppendService } from '../../behaviour/datasets/appends/create-append-service.ts';
import type { TenantId } from '../../contract/brands.ts';
import type { DatasetEvent } from '../../contract/dataset.ts';
import { ApiError } from '../../contract/errors.ts';
import type { FeedbackRequest } from '../../contract/feedback.ts';
import type { AppendContextRequest } from '../../contract/user.ts';
import type { LearnService } from '../../matching/learn/learn-service.ts';
import type { ProfileService, UpsertCall } from '../../people/profiles/profile-service.ts';
import type { AnsweredClaim } from '../../platform/storage/idempotency-store.ts';
import { faultOf, type RowOutcome } from './row-outcome.ts';

export async function writePeople(
  profiles: Pick<ProfileService, 'upsertMany'>,
  tenant: TenantId,
  calls: readonly UpsertCall[],
): Promise<readonly RowOutcome[]> {
  const results = await profiles.upsertMany(tenant, calls);
  return results.map((result) => {
    if (!(result instanceof Error)) return 'stored';
    const isRepeated = result instanceof ApiError && result.code === 'idempotency_in_progress';
    return isRepeated ? 'repeated' : faultOf(result);
  });
}

export async function writeContext(
  profiles: Pick<ProfileService, 'append'>,
  tenant: TenantId,
  rows: readonly AppendContextRequest[],
): Promise<readonly RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (const row of rows) {
    try {
      const { deduplicated } = await profiles.append(tenant, row);
      outcomes.push(deduplicated === true ? 'repeated' : 'stored');
    } catch (error) {
      outcomes.push(faultOf(error));
    }
  }
  return outcomes;
}

export interface FeedbackRow {
  readonly item: FeedbackRequest['items'][number];
  /** A key under which the item is taken once. */
  readonly claim: AnsweredClaim;
}

export async function writeFeedback(
  learn: Pick<LearnService, 'feedback'>,
  {
    tenant,
    domain,
    keyId,
  }: { readonly tenant: TenantId; readonly domain: string; readonly keyId: string | null },
  rows: readonly FeedbackRow[],
): Promise<readonly RowOutcome[]> {
  const items = rows.map(({ item }) => item);
  const claims = new Map(rows.map(({ claim }, index) => [index, claim]));
  try {
    const { errors } = await learn.feedback(tenant, { domain, items }, keyId, claims);
    const faults = new Map(errors.map(({ index, code, message }) => [index, { code, message }]));
    return rows.map((_, index) => faults.get(index) ?? 'stored');
  } catch (error) {
    const fault = faultOf(error);
    return rows.map(() => fault);
  }
}

/** The events are taken all or none: rows with a fault are found by halves. */
export async function writeEvents(
  appends: Pick<AppendService, 'events'>,
  tenant: TenantId,
  datasetId: string,
  events: readonly DatasetEvent[],
): Promise<readonly RowOutcome[]> {
  try {
    const { appended } = await appends.events(tenant, datasetId, events);
    return events.map((_, at) => (at < appended ? 'stored' : 'repeated'));
  } catch (error) {
    if (events.length > 1 && isOfRows(error)) {
      const middle = events.length >> 1;
      const first = await writeEvents(appends, tenant, datasetId, events.slice(0, middle));
      return [...first, ...(await writeEvents(appends, tenant, datasetId, events.slice(middle)))];
    }
    const fault = isOfRows(error) ? { code: error.code, message: error.message } : faultOf(error);
    return events.map(() => fault);
  }
}

function isOfRows(error: unknown): error is ApiError {
  return error instanceof ApiError && ['conflict', 'unresolved_reference', 'erased'].includes(error.code);
}
