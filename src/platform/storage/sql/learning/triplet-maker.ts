/**
 * Makes the triplets (seeker, positive, negative) of an outcome, in the transaction that records it.
 *
 * A positive outcome is compared with up to 4 of the seeker's newest negatives; without any, with up to 4
 * drawn people. A negative outcome is compared with up to 4 of the seeker's newest positives; without any,
 * with one drawn person, at a low weight.
 *
 * There is always at least one triplet. When no other person is available, the other side stays empty. The
 * outcome still counts and is learned from.
 *
 * A triplet records the outcome that made it (candidate and label), and is withdrawn when another label
 * supersedes that outcome. Triplets of other outcomes that now contradict the candidate's label are withdrawn
 * too. An outcome left without an open triplet gets new ones.
 *
 * Pending triplets and those of an unfinished run are open. If the latter were left alone, a failing run
 * would give back triplets of labels that changed meanwhile.
 */
import type { Insertable, Kysely } from 'kysely';
import { newUlid } from '../../../../contract/new-id.ts';
import type { FeedbackBatch } from '../../learning-store.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';
import { type DrawnPerson, drawPool, eligibleTiers, readPeople } from './draw-candidates.ts';
import { unfinishedRun } from './read-runs.ts';
import { currentlyLabelled } from './record-outcomes.ts';

const MAX_COMPARED = 4;
/** Share of the outcome's weight for a drawn positive, which may be no better than the negative. */
const DRAWN_POSITIVE_SHARE = 0.25;

/** An outcome with all that its triplets need. */
interface OutcomeToCompare {
  readonly seekerId: string;
  readonly candidateId: string;
  readonly label: string;
  /** Not 0. Above 0 the candidate is the positive. */
  readonly polarity: number;
  readonly weight: number;
}

/** The part of a feedback batch that triplets need. */
export type TripletContext = Pick<FeedbackBatch, 'tenantId' | 'domain' | 'polarities' | 'eligibility' | 'at'>;

export interface TripletMaker {
  make(outcome: OutcomeToCompare): Promise<void>;
  /**
   * Call when a new label supersedes the candidate's. Withdraws the triplets of the old label and those that
   * the new one contradicts. Outcomes left without an open triplet get new ones.
   */
  withdraw(seekerId: string, candidateId: string, polarity: number): Promise<void>;
  /** Changes the weight of the outcome's open triplets. */
  reweigh(outcome: OutcomeToCompare): Promise<void>;
  /** How many triplets this maker made and has not withdrawn. A later item may contradict an earlier one. */
  standing(): number;
}

/** `call` begins the ids of its triplets; it is unique. */
export function tripletMaker(
  db: Kysely<Tables>,
  batch: TripletContext,
  call: string = newUlid(),
): TripletMaker {
  const { tenantId: tenant, domain, polarities, eligibility } = batch;
  const labels = {
    positive: Object.keys(polarities).filter((label) => polarities[label]! > 0),
    negative: Object.keys(polarities).filter((label) => polarities[label]! < 0),
  };
  // One random id a call, with a counter: an id for every triplet would cost more than its insert.
  let made = 0;
  const newId = () => `tri_${call}_${String(++made).padStart(6, '0')}`;
  const standing = new Set<string>();
  let pool: Promise<readonly DrawnPerson[]> | null = null;
  const seekers = new Map<string, Promise<DrawnPerson | null>>();
  const seekerNamed = (userId: string) => {
    const known =
      seekers.get(userId) ?? readPeople(db, tenant, domain, [userId]).then(([one]) => one ?? null);
    seekers.set(userId, known);
    return known;
  };

  const make = async (outcome: OutcomeToCompare): Promise<void> => {
    const opposite = outcome.polarity > 0 ? labels.negative : labels.positive;
    const labelledOpposites = await newestDecided(db, batch, outcome.seekerId, opposite);
    const drawn = labelledOpposites.length > 0 ? [] : await draw(outcome);
    const others = labelledOpposites.length > 0 ? labelledOpposites : drawn.length > 0 ? drawn : [''];
    const share = labelledOpposites.length === 0 && outcome.polarity < 0 ? DRAWN_POSITIVE_SHARE : 1;
    const rows = others.map((other) => rowOf(batch, newId(), outcome, other, share));
    await insertTriplets(db, rows);
    for (const { triplet_id } of rows) standing.add(triplet_id);
  };

  const draw = async (outcome: OutcomeToCompare): Promise<readonly string[]> => {
    pool ??= drawPool(db, tenant, domain);
    const { seekerId, candidateId } = outcome;
    const tiers = eligibleTiers(eligibility, seekerId, await seekerNamed(seekerId), await pool);
    const all = tiers.at(-1)!.map(({ userId }) => userId);
    const labelled = await labelledAmong(db, batch, seekerId, all);
    const wanted = outcome.polarity > 0 ? MAX_COMPARED : 1;
    for (const tier of tiers) {
      const free = tier.filter(({ userId }) => userId !== candidateId && !labelled.has(userId));
      if (free.length > 0) return free.slice(0, wanted).map(({ userId }) => userId);
    }
    return [];
  };

  return {
    make,
    async withdraw(seekerId, candidateId, polarity) {
      const { withdrawn, orphaned } = await withdrawTriplets(db, batch, seekerId, candidateId, polarity);
      for (const { triplet_id } of withdrawn) standing.delete(triplet_id);
      for (const outcome of orphaned) {
        const left = polarities[outcome.label];
        if (left !== undefined) await make({ ...outcome, polarity: left });
      }
    },
    reweigh: (outcome) => reweighTriplets(db, batch, outcome),
    standing: () => standing.size,
  };
}

function rowOf(
  { tenantId, domain, at }: TripletContext,
  tripletId: string,
  { seekerId, candidateId, label, polarity, weight }: OutcomeToCompare,
  other: string,
  share: number,
): Insertable<Tables['triplets']> {
  return {
    tenant_id: tenantId,
    domain,
    triplet_id: tripletId,
    seeker_id: seekerId,
    positive_id: polarity > 0 ? candidateId : other,
    negative_id: polarity > 0 ? other : candidateId,
    weight: Math.abs(polarity) * weight * share,
    state: 'pending',
    run_id: null,
    created_at: at,
    candidate_id: candidateId,
    label,
  };
}

async function insertTriplets(
  db: Kysely<Tables>,
  rows: readonly Insertable<Tables['triplets']>[],
): Promise<void> {
  for (const chunk of inChunks(rows, 100)) {
    await db
      .insertInto('triplets')
      .values([...chunk])
      .execute();
  }
}

async function newestDecided(
  db: Kysely<Tables>,
  { tenantId, domain }: TripletContext,
  seekerId: string,
  labels: readonly string[],
): Promise<readonly string[]> {
  if (labels.length === 0) return [];
  const newest = await currentlyLabelled(db, tenantId, domain, seekerId, labels)
    .orderBy('at', 'desc')
    .orderBy('candidate_id')
    .limit(MAX_COMPARED)
    .execute();
  return newest.map((row) => row.candidate_id);
}

/** Includes candidates whose label was superseded, because they were labelled once. */
async function labelledAmong(
  db: Kysely<Tables>,
  { tenantId, domain }: TripletContext,
  seekerId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const labelled = await db
    .selectFrom('outcomes')
    .select('candidate_id')
    .where('tenant_id', '=', tenantId)
    .where('seeker_id', '=', seekerId)
    .where('domain', '=', domain)
    .where('candidate_id', 'in', [...userIds])
    .execute();
  return new Set(labelled.map((row) => row.candidate_id));
}

type RecordedOutcome = Omit<OutcomeToCompare, 'polarity'>;

interface Withdrawal {
  readonly withdrawn: readonly Pick<Tables['triplets'], 'triplet_id'>[];
  /** Current outcomes that the withdrawal left without an open triplet. */
  readonly orphaned: readonly RecordedOutcome[];
}

async function withdrawTriplets(
  db: Kysely<Tables>,
  batch: TripletContext,
  seekerId: string,
  candidateId: string,
  polarity: number,
): Promise<Withdrawal> {
  const chosen = await openWith(db, batch, seekerId, 'positive_id', candidateId);
  const refused = await openWith(db, batch, seekerId, 'negative_id', candidateId);
  const own = [...chosen, ...refused].filter((triplet) => triplet.candidate_id === candidateId);
  const contradicted = (polarity > 0 ? refused : chosen).filter(
    (triplet) => triplet.candidate_id !== candidateId,
  );
  const withdrawn = [...own, ...contradicted];
  await changeTriplets(db, batch, withdrawn, { state: 'withdrawn', run_id: null });
  const outcomes = new Map(contradicted.map((triplet) => [triplet.candidate_id, triplet]));
  const orphaned: RecordedOutcome[] = [];
  for (const { candidate_id, label } of outcomes.values()) {
    const weight = await weightOfOrphan(db, batch, seekerId, candidate_id, label);
    if (weight !== null) orphaned.push({ seekerId, candidateId: candidate_id, label, weight });
  }
  return { withdrawn, orphaned };
}

type Part = 'positive_id' | 'negative_id';

/**
 * Selects by the pair alone, so that SQLite uses the index over pairs. The other conditions are checked
 * afterwards.
 */
async function openWith(
  db: Kysely<Tables>,
  { tenantId, domain }: Pick<TripletContext, 'tenantId' | 'domain'>,
  seekerId: string,
  part: Part,
  userId: string,
) {
  const triplets = await db
    .selectFrom('triplets')
    .select(['triplet_id', 'domain', 'state', 'run_id', 'candidate_id', 'label', 'weight'])
    .where('tenant_id', '=', tenantId)
    .where('seeker_id', '=', seekerId)
    .where(part, '=', userId)
    .execute();
  const ofDomain = triplets.filter((triplet) => triplet.domain === domain && triplet.state !== 'withdrawn');
  const isTaken = ofDomain.some(({ state }) => state === 'used');
  const run = isTaken ? await unfinishedRun(db, tenantId, domain) : null;
  return ofDomain.filter(({ state, run_id }) => state === 'pending' || run_id === run?.runId);
}

async function changeTriplets(
  db: Kysely<Tables>,
  { tenantId, domain }: TripletContext,
  triplets: readonly Pick<Tables['triplets'], 'triplet_id'>[],
  change: Pick<Tables['triplets'], 'state' | 'run_id'> | Pick<Tables['triplets'], 'weight'>,
): Promise<void> {
  for (const chunk of inChunks(triplets, 500)) {
    await db
      .updateTable('triplets')
      .set(change)
      .where('tenant_id', '=', tenantId)
      .where('domain', '=', domain)
      .where(
        'triplet_id',
        'in',
        chunk.map((triplet) => triplet.triplet_id),
      )
      .execute();
  }
}

/** The outcome's weight if it is current and has no open triplet, else null. */
async function weightOfOrphan(
  db: Kysely<Tables>,
  batch: TripletContext,
  seekerId: string,
  candidateId: string,
  label: string,
): Promise<number | null> {
  const outcome = await currentOutcome(db, batch, seekerId, candidateId);
  if (outcome === null || outcome.label !== label) return null;
  const left = await openWith(db, batch, seekerId, partOf(batch, label), candidateId);
  return left.some((triplet) => triplet.candidate_id === candidateId) ? null : outcome.weight;
}

/** The side that the outcome's candidate has in its triplets. */
function partOf({ polarities }: TripletContext, label: string): Part {
  return (polarities[label] ?? 0) > 0 ? 'positive_id' : 'negative_id';
}

async function reweighTriplets(
  db: Kysely<Tables>,
  batch: TripletContext,
  { seekerId, candidateId, label, weight }: OutcomeToCompare,
): Promise<void> {
  const standing = await currentOutcome(db, batch, seekerId, candidateId);
  if (standing === null || standing.weight === weight) return;
  const open = await openWith(db, batch, seekerId, partOf(batch, label), candidateId);
  const made = open.filter((triplet) => triplet.candidate_id === candidateId);
  // Grouped by weight, because drawn triplets weigh less than labelled ones.
  for (const [before, triplets] of Map.groupBy(made, (triplet) => triplet.weight)) {
    await changeTriplets(db, batch, triplets, { weight: (before / standing.weight) * weight });
  }
}

/** The pair's current label. */
export async function currentOutcome(
  db: Kysely<Tables>,
  { tenantId, domain }: Pick<TripletContext, 'tenantId' | 'domain'>,
  seekerId: string,
  candidateId: string,
): Promise<{ readonly label: string; readonly weight: number } | null> {
  const outcomes = await db
    .selectFrom('outcomes')
    .select(['label', 'weight', 'is_current'])
    .where('tenant_id', '=', tenantId)
    .where('seeker_id', '=', seekerId)
    .where('domain', '=', domain)
    .where('candidate_id', '=', candidateId)
    .execute();
  return outcomes.find((outcome) => outcome.is_current === 1) ?? null;
}
