/**
 * One call of POST /feedback in one transaction: outcomes, their triplets, confirmations of seen candidates,
 * and the run that they start. Items are processed in order, each on the state that the earlier ones left.
 * The writer runs one transaction at a time, so the returned counts are exact.
 */
import type { Kysely } from 'kysely';
import type { FeedbackBatch, FeedbackFault, FeedbackRecord, FeedbackResult } from '../../learning-store.ts';
import { claimsInUse, keepAnswers } from '../idempotency/answered-keys.ts';
import { confirmShown } from '../matches/confirm-shown.ts';
import { recordsOfShown } from '../matches/shown-matches.ts';
import { knownUsers } from '../people/known-users.ts';
import type { Tables } from '../tables.generated.ts';
import { mutualAnnouncer } from '../webhooks/announce-mutual.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { countPending, startAutomaticRun } from './training-runs.ts';
import { currentOutcome, tripletMaker } from './triplet-maker.ts';

export async function recordFeedback(db: Kysely<Tables>, batch: FeedbackBatch): Promise<FeedbackResult> {
  const { tenantId, domain, items, shown = [], automatic } = batch;
  const faults = await faultsOf(db, batch);
  const claims = items.flatMap(({ index, claim }) =>
    claim === undefined || faults.has(index) ? [] : [{ ...claim, tenant: tenantId, index }],
  );
  const inUse = new Set([...(await claimsInUse(db, claims))].map(({ index }) => index));
  const sound = items.filter(({ index }) => !faults.has(index) && !inUse.has(index));
  const triplets = tripletMaker(db, batch);
  const announceMutual = await mutualAnnouncer(db, batch);
  for (const item of sound) {
    const standing = await recordOne(db, batch, triplets, item);
    await announceMutual(item, standing);
  }
  await keepAnswers(
    db,
    claims.filter(({ index }) => !inUse.has(index)),
  );
  const shownFaults = await confirmShown(db, batch, shown);
  const waiting = await countPending(db, tenantId, domain);
  const startedRunId =
    automatic === null || waiting < automatic.threshold ? null : await startAutomaticRun(db, automatic);
  return {
    accepted: sound.length,
    faults: [...faults].map(([index, fault]) => ({ index, fault })),
    shownFaults,
    tripletsGenerated: triplets.standing(),
    pending: startedRunId === null ? waiting : await countPending(db, tenantId, domain),
    startedRunId,
  };
}

/** Returns the label that the outcome replaces; null: it is the first of the pair. */
async function recordOne(
  db: Kysely<Tables>,
  batch: FeedbackBatch,
  triplets: ReturnType<typeof tripletMaker>,
  item: FeedbackRecord,
): Promise<string | null> {
  const { tenantId, domain, at, polarities, keyId = null } = batch;
  const { seekerId, candidateId, label, weight, matchId } = item;
  const polarity = polarities[label]!;
  const outcome = { seekerId, candidateId, label, weight, polarity };
  const standing = (await currentOutcome(db, batch, seekerId, candidateId))?.label ?? null;
  if (standing === label) await triplets.reweigh(outcome);
  await recordOutcomes(db, tenantId, domain, [{ seekerId, candidateId, label, weight, matchId, at, keyId }]);
  if (standing === label) return standing;
  // The candidate may be in triplets as a drawn person. The new label may contradict those.
  await triplets.withdraw(seekerId, candidateId, polarity);
  await triplets.make(outcome);
  return standing;
}

/**
 * Faults by item index. A seeker needs a row in any domain, as in /match; a candidate needs one in this
 * domain.
 */
async function faultsOf(
  db: Kysely<Tables>,
  { tenantId, domain, items }: FeedbackBatch,
): Promise<ReadonlyMap<number, FeedbackFault>> {
  const seekers = await knownUsers(
    db,
    tenantId,
    null,
    items.map(({ seekerId }) => seekerId),
  );
  const candidates = await knownUsers(
    db,
    tenantId,
    domain,
    items.map(({ candidateId }) => candidateId),
  );
  const naming = items.filter(({ matchId }) => matchId !== null);
  const shown = await recordsOfShown(db, tenantId, domain, naming);
  const faults = new Map<number, FeedbackFault>();
  for (const item of items) {
    if (!seekers.has(item.seekerId)) faults.set(item.index, 'unknown_seeker');
    else if (!candidates.has(item.candidateId)) faults.set(item.index, 'unknown_candidate');
    else if (item.matchId !== null && !shown.has(item)) faults.set(item.index, 'unknown_match');
  }
  return faults;
}
