/**
 * POST /feedback: validates every item, records the valid ones in one transaction, and may start a run in it.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { FeedbackRequest, FeedbackSummary } from '../../../contract/feedback.ts';
import type { ActiveDomain, DomainFor } from '../../../domains/active-domain.ts';
import type { BlockStore } from '../../../platform/storage/block-store.ts';
import type { AnsweredClaim } from '../../../platform/storage/idempotency-store.ts';
import type { FeedbackBatch, LearningStore } from '../../../platform/storage/learning-store.ts';
import { type RunMaker, UNLESS_FAILED_WITHIN_MS } from '../runs/run-maker.ts';
import { confirmationOf, describeShownFault } from './seen-matches.ts';
import { describeFault, validateItems } from './validate-items.ts';

export interface FeedbackDependencies {
  readonly learning: LearningStore;
  readonly blocks: Pick<BlockStore, 'among'>;
  readonly domainFor: DomainFor;
  readonly makeRun: RunMaker;
  /** Wakes the worker after a job was added. */
  readonly wake: () => void;
  /** Epoch ms. */
  readonly clock: () => number;
}

export async function takeFeedback(
  deps: FeedbackDependencies,
  tenant: TenantId,
  { domain, items, shown }: FeedbackRequest,
  { keyId, claims }: { readonly keyId: string | null; readonly claims: ReadonlyMap<number, AnsweredClaim> },
): Promise<FeedbackSummary> {
  const active = await deps.domainFor(tenant, domain);
  const named = items.flatMap(({ seeker_id, candidate_id }) => [seeker_id, candidate_id]);
  const blocked = await deps.blocks.among(tenant, named);
  const { sound, errors } = validateItems(items, active.labels, blocked);
  if (sound.length === 0 && shown === undefined) {
    const pending = await deps.learning.pendingTriplets(tenant, domain);
    return { accepted: 0, triplets_generated: 0, triplets_pending_train: pending, errors: [...errors] };
  }
  const confirmed = (shown ?? []).map(confirmationOf);
  const claimed = sound.map((item) => {
    const claim = claims.get(item.index);
    return claim === undefined ? item : { ...item, claim };
  });
  const batch = { ...(await batchOf(deps, tenant, active, claimed, confirmed)), keyId };
  const result = await deps.learning.recordFeedback(batch);
  if (result.startedRunId !== null) deps.wake();
  const found = result.faults.map(({ index, fault }) => describeFault(items[index]!, domain, index, fault));
  const ofShown = result.shownFaults.map((fault) => describeShownFault(shown![fault.index]!, domain, fault));
  return {
    accepted: result.accepted,
    triplets_generated: result.tripletsGenerated,
    triplets_pending_train: result.pending,
    ...(shown !== undefined && { shown_confirmed: shown.length - ofShown.length }),
    errors: [...[...errors, ...found].sort((a, b) => a.index - b.index), ...ofShown],
  };
}

async function batchOf(
  { makeRun, clock }: FeedbackDependencies,
  tenant: TenantId,
  { definition, labels, threshold }: ActiveDomain,
  items: FeedbackBatch['items'],
  shown: NonNullable<FeedbackBatch['shown']>,
): Promise<FeedbackBatch> {
  const nowMs = clock();
  const { domain, candidates, sides, reciprocal } = definition;
  return {
    tenantId: tenant,
    domain,
    items,
    shown,
    polarities: labels,
    eligibility: { candidates, sides, mutual: reciprocal !== 'off' },
    at: new Date(nowMs).toISOString(),
    automatic: {
      ...(await makeRun({ owner: tenant, domain, tier: 'tenant', forced: false })),
      threshold,
      unlessFailedSince: new Date(nowMs - UNLESS_FAILED_WITHIN_MS).toISOString(),
    },
  };
}
