/**
 * The queue of shadow experiments and the results of their replays. Writes run in the caller's transaction.
 */
import { type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { MatchRequest } from '../../../../contract/match.ts';
import type { ShadowReplay, ShadowRequest, ShadowSummary } from '../../experiment-store.ts';
import type { Tables } from '../tables.generated.ts';

const ofExperiment = (tenant: TenantId, experimentId: string) =>
  ({ tenant_id: tenant, experiment_id: experimentId }) as const;

/** False: the queue was full; that is counted. */
export async function queueShadow(
  db: Kysely<Tables>,
  { tenantId: tenant, experimentId, requestId, request }: ShadowRequest,
  mostWaiting: number,
): Promise<boolean> {
  const { waiting } = await db
    .selectFrom('shadow_requests')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .executeTakeFirstOrThrow();
  if (Number(waiting) >= mostWaiting) {
    await db
      .updateTable('experiments')
      .set({ shadow_dropped: sql<number>`shadow_dropped + 1` })
      .where('tenant_id', '=', tenant)
      .where('experiment_id', '=', experimentId)
      .execute();
    return false;
  }
  await db
    .insertInto('shadow_requests')
    .values({
      ...ofExperiment(tenant, experimentId),
      request_id: requestId,
      domain: request.domain,
      user_id: request.user_id,
      request: JSON.stringify(request),
    })
    .execute();
  return true;
}

/** Takes the oldest request off the queue: it is replayed at most once. null: none waits. */
export async function takeShadow(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
): Promise<ShadowRequest | null> {
  const oldest = await db
    .selectFrom('shadow_requests')
    .select(['request_id', 'request'])
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .orderBy('request_id')
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return null;
  await db
    .deleteFrom('shadow_requests')
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .where('request_id', '=', oldest.request_id)
    .execute();
  const request = JSON.parse(oldest.request) as MatchRequest;
  return { tenantId: tenant, experimentId, requestId: oldest.request_id, request };
}

export async function forgetShadowQueue(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
): Promise<void> {
  await db
    .deleteFrom('shadow_requests')
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .execute();
}

export async function addReplay(db: Kysely<Tables>, replay: ShadowReplay): Promise<void> {
  const { compared } = replay;
  await db
    .insertInto('shadow_replays')
    .values({
      ...ofExperiment(replay.tenantId, replay.experimentId),
      request_id: replay.requestId,
      failed: compared === null ? 1 : 0,
      overlap: compared?.overlap ?? null,
      score_difference: compared?.scoreDifference ?? null,
      control_score: compared?.scores[0] ?? null,
      treatment_score: compared?.scores[1] ?? null,
      control_ms: compared?.ms[0] ?? null,
      treatment_ms: compared?.ms[1] ?? null,
    })
    .execute();
}

export async function summarizeShadow(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
): Promise<ShadowSummary> {
  const replays = db
    .selectFrom('shadow_replays')
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId);
  const counted = await replays
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.sum<number>('failed').as('failed'),
      fn.avg<number | null>('overlap').as('overlap'),
      fn.avg<number | null>('score_difference').as('difference'),
      fn.avg<number | null>('control_score').as('control_score'),
      fn.avg<number | null>('treatment_score').as('treatment_score'),
      fn.avg<number | null>('control_ms').as('control_ms'),
      fn.avg<number | null>('treatment_ms').as('treatment_ms'),
    ])
    .executeTakeFirstOrThrow();
  const { shadow_dropped } = await db
    .selectFrom('experiments')
    .select('shadow_dropped')
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .executeTakeFirstOrThrow();
  const failed = Number(counted.failed ?? 0);
  const compared = Number(counted.all) - failed;
  const slowest = async (column: 'control_ms' | 'treatment_ms') => {
    if (compared === 0) return null;
    const found = await replays
      .select(column)
      .where('failed', '=', 0)
      .orderBy(column)
      // The nearest rank of the 95th percentile.
      .offset(Math.ceil(0.95 * compared) - 1)
      .limit(1)
      .executeTakeFirst();
    return found === undefined ? null : Number(found[column]);
  };
  const number = (value: number | null) => (value === null ? null : Number(value));
  return {
    compared,
    failed,
    dropped: Number(shadow_dropped),
    overlap: number(counted.overlap),
    scoreDifference: number(counted.difference),
    scores: [number(counted.control_score), number(counted.treatment_score)],
    meanMs: [number(counted.control_ms), number(counted.treatment_ms)],
    p95Ms: [await slowest('control_ms'), await slowest('treatment_ms')],
  };
}
