/** Withdraws the triplets of a seeker with candidates whose outcome is gone, and makes the missing ones. */
import type { Kysely, Selectable } from 'kysely';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';
import type { TripletContext, TripletMaker } from './triplet-maker.ts';

const PARTS = ['positive_id', 'negative_id'] as const;
const IDS_A_STATEMENT = 500;

type Named = Pick<Selectable<Tables['triplets']>, 'triplet_id' | 'candidate_id'>;

/** Returns the ids of the withdrawn triplets. */
export async function recomputeTriplets(
  db: Kysely<Tables>,
  context: TripletContext,
  maker: TripletMaker,
  seekerId: string,
  changed: readonly string[],
): Promise<readonly string[]> {
  const named = await standingWith(db, context, seekerId, changed);
  await setWithdrawn(db, context, named);
  const gone = new Set(changed);
  const others = [...new Set(named.map(({ candidate_id }) => candidate_id))].filter((id) => !gone.has(id));
  const kept = await standingWith(db, context, seekerId, others);
  const covered = new Set(kept.map(({ candidate_id }) => candidate_id));
  const missing = [...changed, ...others.filter((id) => !covered.has(id))];
  for (const outcome of await currentAmong(db, context, seekerId, missing)) {
    const polarity = context.polarities[outcome.label];
    if (polarity === undefined || polarity === 0) continue;
    const { candidate_id: candidateId, label, weight } = outcome;
    await maker.make({ seekerId, candidateId, label, weight, polarity });
  }
  return named.map(({ triplet_id }) => triplet_id);
}

/** Triplets, waiting or used, that name one of the candidates on either side. */
async function standingWith(
  db: Kysely<Tables>,
  { tenantId, domain }: TripletContext,
  seekerId: string,
  candidates: readonly string[],
): Promise<readonly Named[]> {
  const found = new Map<string, Named>();
  for (const chunk of inChunks(candidates, IDS_A_STATEMENT)) {
    // One statement a side, so that each uses its index over pairs.
    for (const part of PARTS) {
      const triplets = await db
        .selectFrom('triplets')
        .select(['triplet_id', 'candidate_id', 'state', 'domain'])
        .where('tenant_id', '=', tenantId)
        .where('seeker_id', '=', seekerId)
        .where(part, 'in', [...chunk])
        .execute();
      for (const triplet of triplets) {
        if (triplet.domain === domain && triplet.state !== 'withdrawn')
          found.set(triplet.triplet_id, triplet);
      }
    }
  }
  return [...found.values()];
}

async function setWithdrawn(
  db: Kysely<Tables>,
  { tenantId, domain }: TripletContext,
  triplets: readonly Named[],
): Promise<void> {
  for (const chunk of inChunks(triplets, IDS_A_STATEMENT)) {
    await db
      .updateTable('triplets')
      .set({ state: 'withdrawn', run_id: null })
      .where('tenant_id', '=', tenantId)
      .where('domain', '=', domain)
      .where(
        'triplet_id',
        'in',
        chunk.map(({ triplet_id }) => triplet_id),
      )
      .execute();
  }
}

async function currentAmong(
  db: Kysely<Tables>,
  { tenantId, domain }: TripletContext,
  seekerId: string,
  candidates: readonly string[],
) {
  const found: { readonly candidate_id: string; readonly label: string; readonly weight: number }[] = [];
  for (const chunk of inChunks(candidates, IDS_A_STATEMENT)) {
    const outcomes = await db
      .selectFrom('outcomes')
      .select(['candidate_id', 'label', 'weight'])
      .where('tenant_id', '=', tenantId)
      .where('seeker_id', '=', seekerId)
      .where('domain', '=', domain)
      .where('candidate_id', 'in', [...chunk])
      .where('is_current', '=', 1)
      .execute();
    found.push(...outcomes);
  }
  return found;
}
