/**
 * POST /outcomes/withdraw: takes outcomes back, part by part, and starts a run on the others. Each part is a
 * transaction of the writing thread, so the event loop is free meanwhile and other writes go in between.
 */
import type { TenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import { newUlid } from '../../../contract/new-id.ts';
import type { Withdrawal, WithdrawRequest } from '../../../contract/withdrawal.ts';
import type { DomainFor } from '../../../domains/active-domain.ts';
import type { LearningStore } from '../../../platform/storage/learning-store.ts';
import { credentialKind } from '../../../platform/storage/session-store.ts';
import type { AccountStore } from '../../../platform/storage/store.ts';
import type {
  OutcomeSelection,
  WithdrawalPart,
  WithdrawnPart,
} from '../../../platform/storage/withdrawal.ts';
import type { RunMaker } from '../runs/run-maker.ts';

interface WithdrawDependencies {
  readonly learning: LearningStore;
  readonly keys: Pick<AccountStore, 'key'>;
  readonly domainFor: DomainFor;
  readonly makeRun: RunMaker;
  /** Wakes the worker after a job was added. */
  readonly wake: () => void;
  /** Epoch ms. */
  readonly clock: () => number;
}

/** Bounds the time of a call. A caller with more repeats it. */
const MAX_WITHDRAWN_A_CALL = 20_000;
const PAIRS_A_PART = 250;
const TRIPLETS_A_PART = 5000;
const EARLIEST_MS = Date.parse('0000-01-01T00:00:00.000Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Throws 404 `domain_not_found`, 404 `not_found` for a key of another tenant, 403. */
export async function withdrawOutcomes(
  deps: WithdrawDependencies,
  tenant: TenantId,
  request: WithdrawRequest,
  most = MAX_WITHDRAWN_A_CALL,
): Promise<Omit<Withdrawal, 'request_id'>> {
  const { learning } = deps;
  const { definition, labels } = await deps.domainFor(tenant, request.domain);
  if (request.key_id !== undefined) await refuseForeignKey(deps, tenant, request.key_id);
  const selection = selectionOf(request);
  const selected = await learning.countSelected(tenant, request.domain, selection);
  if (request.dry_run || selected.outcomes === 0) return answerOf(selected.outcomes, selected.triplets);
  await freeUsed(learning, tenant, request.domain);
  const { candidates, sides, reciprocal } = definition;
  const at = new Date(deps.clock()).toISOString();
  const part: Omit<WithdrawalPart, 'run' | 'job' | 'number'> = {
    tenantId: tenant,
    domain: request.domain,
    selection,
    withdrawalId: newUlid(),
    polarities: labels,
    eligibility: { candidates, sides, mutual: reciprocal !== 'off' },
    at,
    pairs: PAIRS_A_PART,
  };
  return withdrawAll(deps, part, most);
}

async function withdrawAll(
  { learning, makeRun, wake }: WithdrawDependencies,
  part: Omit<WithdrawalPart, 'run' | 'job' | 'number'>,
  most: number,
): Promise<Omit<Withdrawal, 'request_id'>> {
  const { tenantId: owner, domain } = part;
  const total = { outcomes: 0, withdrawn: 0, recomputed: 0 };
  let done: WithdrawnPart;
  let number = 0;
  do {
    const start = await makeRun({ owner, domain, tier: 'tenant', forced: true });
    done = await learning.withdrawPart({ ...part, ...start, number: number++ });
    total.outcomes += done.outcomes;
    total.withdrawn += done.tripletsWithdrawn;
    total.recomputed += done.tripletsRecomputed;
  } while (done.more && total.outcomes < most);
  if (done.runId !== null) wake();
  const { outcomes: remaining } = done.more
    ? await learning.countSelected(owner, domain, part.selection)
    : { outcomes: 0 };
  return {
    ...answerOf(total.outcomes, total.withdrawn),
    triplets_recomputed: total.recomputed,
    remaining,
    run_id: done.runId,
  };
}

function answerOf(withdrawn: number, tripletsWithdrawn: number): Omit<Withdrawal, 'request_id'> {
  return {
    withdrawn,
    triplets_withdrawn: tripletsWithdrawn,
    triplets_recomputed: 0,
    remaining: 0,
    run_id: null,
  };
}

function selectionOf({ key_id, seeker_id, candidate_id, since, until }: WithdrawRequest): OutcomeSelection {
  return {
    ...(key_id !== undefined && { keyId: key_id }),
    ...(seeker_id !== undefined && { seekerId: seeker_id }),
    ...(candidate_id !== undefined && { candidateId: candidate_id }),
    ...(since !== undefined && { since: inUtc(since) }),
    ...(until !== undefined && { until: inUtc(until) }),
  };
}

/** Times are compared as texts, so years have four digits. An offset may lead out of them. */
function inUtc(time: string): string {
  const ms = Math.min(Math.max(Date.parse(time), EARLIEST_MS), LATEST_MS);
  return new Date(ms).toISOString();
}

async function refuseForeignKey(
  { keys }: WithdrawDependencies,
  tenant: TenantId,
  keyId: string,
): Promise<void> {
  // Members may be gone. The outcomes are selected within the tenant.
  if (credentialKind(keyId) === 'member' || (await keys.key(tenant, keyId)) !== null) return;
  throw apiError(
    'not_found',
    `You have no key «${keyId}» and never had one. GET /v1/admin/keys and «counterpart keys list» list keys.`,
  );
}

async function freeUsed(learning: LearningStore, tenant: TenantId, domain: string): Promise<void> {
  let after: string | null = '';
  while (after !== null) after = await learning.freeUsedTriplets(tenant, domain, after, TRIPLETS_A_PART);
}
