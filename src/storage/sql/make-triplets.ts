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
import { ulid } from 'ulid';
import type { FeedbackBatch } from '../learning-store.ts';
import { type DrawnPerson, drawPool, eligibleTiers, readPeople } from './draw-candidates.ts';
import { inChunks } from './in-chunks.ts';
import type { Tables, TripletTable } from './tables.ts';

const COUNTERPARTS = 4;
/** Of the outcome's weight, for a person who was drawn to stand as the positive: they may be no better. */
const DRAWN_POSITIVE_SHARE = 0.25;

/** An outcome with all that its triplets need. */
export interface MakingOutcome {
  readonly seekerId: string;
  readonly candidateId: string;
  readonly label: string;
  /** Not 0; above 0 the candidate is the positive. */
  readonly polarity: number;
  readonly weight: number;
}

export interface TripletMaker {
  /** How many were made. */
  make(outcome: MakingOutcome): Promise<number>;
  /** The candidate's label is superseded: the triplets that it made go, and those that it now contradicts. */
  withdraw(seekerId: string, candidateId: string, polarity: number): Promise<void>;
  /** Another weight for what the outcome made and no run has taken. */
  reweigh(outcome: MakingOutcome): Promise<void>;
}

export function tripletMaker(db: Kysely<Tables>, batch: FeedbackBatch): TripletMaker {
  const { tenantId: tenant, domain, polarities, eligibility } = batch;
  const labels = {
    positive: Object.keys(polarities).filter((label) => polarities[label]! > 0),
    negative: Object.keys(polarities).filter((label) => polarities[label]! < 0),
  };
  let pool: Promise<readonly DrawnPerson[]> | null = null;
  const seekers = new Map<string, Promise<DrawnPerson | null>>();
  const seekerNamed = (userId: string) => {
    const known =
      seekers.get(userId) ?? readPeople(db, tenant, domain, [userId]).then(([one]) => one ?? null);
    seekers.set(userId, known);
    return known;
  };

  const make = async (outcome: MakingOutcome): Promise<number> => {
    const opposite = outcome.polarity > 0 ? labels.negative : labels.positive;
    const decided = await newestDecided(db, batch, outcome.seekerId, opposite);
    const drawn = decided.length > 0 ? [] : await draw(outcome);
    const others = decided.length > 0 ? decided : drawn.length > 0 ? drawn : [''];
    const share = decided.length === 0 && outcome.polarity < 0 ? DRAWN_POSITIVE_SHARE : 1;
    const rows = others.map((other) => rowOf(batch, outcome, other, share));
    await insertTriplets(db, rows);
    return rows.length;
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
      const bereft = await withdrawTriplets(db, batch, seekerId, candidateId, polarity);
      for (const maker of bereft) {
        const left = polarities[maker.label];
        if (left !== undefined) await make({ ...maker, polarity: left });
      }
    },
    reweigh: (outcome) => reweighTriplets(db, batch, outcome),
  };
}

function rowOf(
  { tenantId, domain, at }: FeedbackBatch,
  { seekerId, candidateId, label, polarity, weight }: MakingOutcome,
  other: string,
  share: number,
): TripletTable {
  return {
    tenant_id: tenantId,
    domain,
    triplet_id: `tri_${ulid().toLowerCase()}`,
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

/** Gives the standing outcomes that are left without a pending triplet because of it. */
async function withdrawTriplets(
  db: Kysely<Tables>,
  { tenantId, domain }: FeedbackBatch,
  seekerId: string,
  candidateId: string,
  polarity: number,
): Promise<readonly Maker[]> {
  const contradicted = polarity > 0 ? 'negative_id' : 'positive_id';
  const withdrawn = await db
    .updateTable('triplets')
    .set({ state: 'withdrawn' })
    .where('tenant_id', '=', tenantId)
    .where('seeker_id', '=', seekerId)
    .where('domain', '=', domain)
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('candidate_id', '=', candidateId), eb(contradicted, '=', candidateId)]))
    .returning(['candidate_id', 'label'])
    .execute();
  const makers = new Set(
    withdrawn.map((row) => row.candidate_id).filter((candidate) => candidate !== candidateId),
  );
  return makers.size === 0 ? [] : outcomesWithoutTriplet(db, tenantId, domain, seekerId, [...makers]);
}

async function outcomesWithoutTriplet(
  db: Kysely<Tables>,
  tenant: string,
  domain: string,
  seekerId: string,
  candidateIds: readonly string[],
): Promise<readonly Maker[]> {
  const bereft = await db
    .selectFrom('outcomes')
    .select(['candidate_id', 'label', 'weight'])
    .where('tenant_id', '=', tenant)
    .where('seeker_id', '=', seekerId)
    .where('domain', '=', domain)
    .where('candidate_id', 'in', [...candidateIds])
    .where('is_current', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('triplets')
            .select('triplet_id')
            .where('triplets.tenant_id', '=', tenant)
            .where('triplets.seeker_id', '=', seekerId)
            .where('triplets.domain', '=', domain)
            .where('state', '=', 'pending')
            .whereRef('triplets.candidate_id', '=', 'outcomes.candidate_id'),
        ),
      ),
    )
    .execute();
  return bereft.map((row) => ({
    seekerId,
    candidateId: row.candidate_id,
    label: row.label,
    weight: row.weight,
  }));
}

async function reweighTriplets(
  db: Kysely<Tables>,
  { tenantId, domain }: FeedbackBatch,
  { seekerId, candidateId, label, weight }: MakingOutcome,
): Promise<void> {
  const standing = await db
    .selectFrom('outcomes')
    .select('weight')
    .where('tenant_id', '=', tenantId)
    .where('seeker_id', '=', seekerId)
    .where('domain', '=', domain)
    .where('candidate_id', '=', candidateId)
    .where('label', '=', label)
    .executeTakeFirst();
  if (standing === undefined || standing.weight === weight) return;
  const factor = weight / standing.weight;
  await db
    .updateTable('triplets')
    .set((eb) => ({ weight: eb('weight', '*', factor) }))
    .where('tenant_id', '=', tenantId)
    .where('seeker_id', '=', seekerId)
    .where('domain', '=', domain)
    .where('candidate_id', '=', candidateId)
    .where('label', '=', label)
    .where('state', '=', 'pending')
    .execute();
}
