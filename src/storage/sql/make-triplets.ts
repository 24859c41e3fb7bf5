/**
 * From an outcome to the triplets (seeker, positive, negative) that it makes, in the transaction that records it.
 *
 *   a positive   with up to 4 of the seeker's negatives, the newest; none there: with up to 4 people drawn
 *   a negative   with up to 4 of the seeker's positives, the newest; none there: with one person drawn, at low weight
 *
 * Always at least one. Where there is nobody else to stand on the other side, that side stays empty: the outcome counts
 * and is learned from all the same, and a comparison that nobody made is not made up.
 *
 * A triplet knows the outcome that made it (candidate and label), so that it goes when another label supersedes that
 * one. What others made with the candidate in a part that it plays no longer goes too, and an outcome that is left
 * without any triplet gets one again.
 */
import type { Kysely } from 'kysely';
import { newUlid } from '../../contract/new-id.ts';
import type { FeedbackBatch } from '../learning-store.ts';
import { type DrawnPerson, drawPool, eligibleTiers, readPeople } from './draw-candidates.ts';
import { inChunks } from './in-chunks.ts';
import type { Tables, TripletTable } from './tables.ts';

const COUNTERPARTS = 4;
/** Of the outcome's weight, for a person who was drawn to stand as the positive: they may be no better. */
const DRAWN_POSITIVE_SHARE = 0.25;

/** An outcome with all that its triplets need. */
interface MakingOutcome {
  readonly seekerId: string;
  readonly candidateId: string;
  readonly label: string;
  /** Not 0; above 0 the candidate is the positive. */
  readonly polarity: number;
  readonly weight: number;
}

export interface TripletMaker {
  make(outcome: MakingOutcome): Promise<void>;
  /**
   * The candidate's label is superseded: the triplets that it made go, and those that it now contradicts. Outcomes that
   * are left without any get new ones.
   */
  withdraw(seekerId: string, candidateId: string, polarity: number): Promise<void>;
  /** Another weight for what the outcome made and no run has taken. */
  reweigh(outcome: MakingOutcome): Promise<void>;
  /** How many triplets this maker made and has not withdrawn again: a later item may contradict an earlier one. */
  standing(): number;
}

export function tripletMaker(db: Kysely<Tables>, batch: FeedbackBatch): TripletMaker {
  const { tenantId: tenant, domain, polarities, eligibility } = batch;
  const labels = {
    positive: Object.keys(polarities).filter((label) => polarities[label]! > 0),
    negative: Object.keys(polarities).filter((label) => polarities[label]! < 0),
  };
  // One random id a call and a count: an id of its own for every triplet cost more than writing it.
  const call = newUlid();
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

  const make = async (outcome: MakingOutcome): Promise<void> => {
    const opposite = outcome.polarity > 0 ? labels.negative : labels.positive;
    const decided = await newestDecided(db, batch, outcome.seekerId, opposite);
    const drawn = decided.length > 0 ? [] : await draw(outcome);
    const others = decided.length > 0 ? decided : drawn.length > 0 ? drawn : [''];
    const share = decided.length === 0 && outcome.polarity < 0 ? DRAWN_POSITIVE_SHARE : 1;
    const rows = others.map((other) => rowOf(batch, newId(), outcome, other, share));
    await insertTriplets(db, rows);
    for (const { triplet_id } of rows) standing.add(triplet_id);
  };

  const draw = async (outcome: MakingOutcome): Promise<readonly string[]> => {
    pool ??= drawPool(db, tenant, domain);
    const { seekerId, candidateId } = outcome;
    const tiers = eligibleTiers(eligibility, seekerId, await seekerNamed(seekerId), await pool);
    const everybody = tiers.at(-1)!.map(({ userId }) => userId);
    const labelled = await labelledAmong(db, batch, seekerId, everybody);
    const wanted = outcome.polarity > 0 ? COUNTERPARTS : 1;
    for (const tier of tiers) {
      const free = tier.filter(({ userId }) => userId !== candidateId && !labelled.has(userId));
      if (free.length > 0) return free.slice(0, wanted).map(({ userId }) => userId);
    }
    return [];
  };

  return {
    make,
    async withdraw(seekerId, candidateId, polarity) {
      const { withdrawn, bereft } = await withdrawTriplets(db, batch, seekerId, candidateId, polarity);
      for (const { triplet_id } of withdrawn) standing.delete(triplet_id);
      for (const maker of bereft) {
        const left = polarities[maker.label];
        if (left !== undefined) await make({ ...maker, polarity: left });
      }
    },
    reweigh: (outcome) => reweighTriplets(db, batch, outcome),
    standing: () => standing.size,
  };
}

function rowOf(
  { tenantId, domain, at }: FeedbackBatch,
  tripletId: string,
  { seekerId, candidateId, label, polarity, weight }: MakingOutcome,
  other: string,
  share: number,
): TripletTable {
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

async function insertTriplets(db: Kysely<Tables>, rows: readonly TripletTable[]): Promise<void> {
  for (const chunk of inChunks(rows, 100)) {
    await db
      .insertInto('triplets')
      .values([...chunk])
      .execute();
  }
}

async function newestDecided(
  db: Kysely<Tables>,
  { tenantId, domain }: FeedbackBatch,
  seekerId: string,
  labels: readonly string[],
): Promise<readonly string[]> {
  if (labels.length === 0) return [];
  const newest = await db
    .selectFrom('outcomes')
    .select('candidate_id')
    .where('tenant_id', '=', tenantId)
    .where('seeker_id', '=', seekerId)
    .where('domain', '=', domain)
    .where('is_current', '=', 1)
    .where('label', 'in', [...labels])
    .orderBy('at', 'desc')
    .orderBy('candidate_id')
    .limit(COUNTERPARTS)
    .execute();
  return newest.map((row) => row.candidate_id);
}

/** Also those whose label was superseded: they were labelled once. */
async function labelledAmong(
  db: Kysely<Tables>,
  { tenantId, domain }: FeedbackBatch,
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

type Maker = Omit<MakingOutcome, 'polarity'>;

interface Withdrawal {
  readonly withdrawn: readonly Pick<TripletTable, 'triplet_id'>[];
  /** The standing outcomes that are left without a pending triplet because of it. */
  readonly bereft: readonly Maker[];
}

async function withdrawTriplets(
  db: Kysely<Tables>,
  batch: FeedbackBatch,
  seekerId: string,
  candidateId: string,
  polarity: number,
): Promise<Withdrawal> {
  const chosen = await pendingWith(db, batch, seekerId, 'positive_id', candidateId);
  const refused = await pendingWith(db, batch, seekerId, 'negative_id', candidateId);
  const own = [...chosen, ...refused].filter((triplet) => triplet.candidate_id === candidateId);
  const contradicted = (polarity > 0 ? refused : chosen).filter(
    (triplet) => triplet.candidate_id !== candidateId,
  );
  const withdrawn = [...own, ...contradicted];
  await changeTriplets(db, batch, withdrawn, { state: 'withdrawn' });
  const makers = new Map(contradicted.map((triplet) => [triplet.candidate_id, triplet]));
  const bereft: Maker[] = [];
  for (const { candidate_id, label } of makers.values()) {
    const weight = await weightOfBereft(db, batch, seekerId, candidate_id, label);
    if (weight !== null) bereft.push({ seekerId, candidateId: candidate_id, label, weight });
  }
  return { withdrawn, bereft };
}

type Part = 'positive_id' | 'negative_id';

/** Asked for by the pair alone, so that the index over pairs is read; whatever else must hold is looked at here. */
async function pendingWith(
  db: Kysely<Tables>,
  { tenantId, domain }: Pick<FeedbackBatch, 'tenantId' | 'domain'>,
  seekerId: string,
  part: Part,
  userId: string,
) {
  const triplets = await db
    .selectFrom('triplets')
    .select(['triplet_id', 'domain', 'state', 'candidate_id', 'label', 'weight'])
    .where('tenant_id', '=', tenantId)
    .where('seeker_id', '=', seekerId)
    .where(part, '=', userId)
    .execute();
  return triplets.filter((triplet) => triplet.domain === domain && triplet.state === 'pending');
}

async function changeTriplets(
  db: Kysely<Tables>,
  { tenantId, domain }: FeedbackBatch,
  triplets: readonly Pick<TripletTable, 'triplet_id'>[],
  change: Pick<TripletTable, 'state'> | Pick<TripletTable, 'weight'>,
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

/** The outcome's weight, where it stands and has no pending triplet; else null. */
async function weightOfBereft(
  db: Kysely<Tables>,
  batch: FeedbackBatch,
  seekerId: string,
  candidateId: string,
  label: string,
): Promise<number | null> {
  const outcome = await standingOutcome(db, batch, seekerId, candidateId);
  if (outcome === null || outcome.label !== label) return null;
  const left = await pendingWith(db, batch, seekerId, partOf(batch, label), candidateId);
  return left.some((triplet) => triplet.candidate_id === candidateId) ? null : outcome.weight;
}

/** The part that the candidate of an outcome plays in the triplets that it makes. */
function partOf({ polarities }: FeedbackBatch, label: string): Part {
  return (polarities[label] ?? 0) > 0 ? 'positive_id' : 'negative_id';
}

async function reweighTriplets(
  db: Kysely<Tables>,
  batch: FeedbackBatch,
  { seekerId, candidateId, label, weight }: MakingOutcome,
): Promise<void> {
  const standing = await standingOutcome(db, batch, seekerId, candidateId);
  if (standing === null || standing.weight === weight) return;
  const pending = await pendingWith(db, batch, seekerId, partOf(batch, label), candidateId);
  const made = pending.filter((triplet) => triplet.candidate_id === candidateId);
  // By weight: what was drawn has less than what was decided.
  for (const [before, triplets] of Map.groupBy(made, (triplet) => triplet.weight)) {
    await changeTriplets(db, batch, triplets, { weight: (before / standing.weight) * weight });
  }
}

/** The label of a pair that counts now. */
export async function standingOutcome(
  db: Kysely<Tables>,
  { tenantId, domain }: Pick<FeedbackBatch, 'tenantId' | 'domain'>,
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
