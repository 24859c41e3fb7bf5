/**
 * One call of POST /feedback, in one transaction: outcomes, their triplets, and the run that they start. Items are
 * taken in their order, each on what the ones before it left. The transaction of the writer excludes every other, so
 * the counts that are given back are those of that very moment.
 */
import type { Kysely } from 'kysely';
import type { FeedbackBatch, FeedbackFault, FeedbackRecord, FeedbackResult } from '../learning-store.ts';
import { knownUsers } from './known-users.ts';
import { standingOutcome, tripletMaker } from './make-triplets.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { recordsOfShown } from './shown-matches.ts';
import type { Tables } from './tables.ts';
import { countPending, startAutomaticRun } from './training-runs.ts';

export async function recordFeedback(db: Kysely<Tables>, batch: FeedbackBatch): Promise<FeedbackResult> {
  const { tenantId, domain, items, automatic } = batch;
  const faults = await faultsOf(db, batch);
  const sound = items.filter(({ index }) => !faults.has(index));
  const triplets = tripletMaker(db, batch);
  for (const item of sound) await recordOne(db, batch, triplets, item);
  const waiting = await countPending(db, tenantId, domain);
  const startedRunId =
    automatic === null || waiting < automatic.threshold ? null : await startAutomaticRun(db, automatic);
  return {
    accepted: sound.length,
    faults: [...faults].map(([index, fault]) => ({ index, fault })),
    tripletsGenerated: triplets.standing(),
    pending: startedRunId === null ? waiting : await countPending(db, tenantId, domain),
    startedRunId,
  };
}

async function recordOne(
  db: Kysely<Tables>,
  batch: FeedbackBatch,
  triplets: ReturnType<typeof tripletMaker>,
  item: FeedbackRecord,
): Promise<void> {
  const { tenantId, domain, at, polarities } = batch;
  const { seekerId, candidateId, label, weight, matchId } = item;
  const polarity = polarities[label]!;
  const outcome = { seekerId, candidateId, label, weight, polarity };
  const standing = (await standingOutcome(db, batch, seekerId, candidateId))?.label;
  if (standing === label) await triplets.reweigh(outcome);
  await recordOutcomes(db, tenantId, domain, [{ seekerId, candidateId, label, weight, matchId, at }]);
  if (standing === label) return;
  // Somebody who stood as drawn may be labelled now, too: what that contradicts goes.
  await triplets.withdraw(seekerId, candidateId, polarity);
  await triplets.make(outcome);
}

/** By index. A seeker is known by a row in any domain, as in /match; a candidate must have one in this domain. */
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
