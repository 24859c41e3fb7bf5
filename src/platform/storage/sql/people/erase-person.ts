/** Erases a person: every row that names them, in the caller's transaction. */
import { type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { isSessionKey, sessionOfMark } from '../../../../contract/session-key.ts';
import type { Erasure, ErasureOptions } from '../../store.ts';
import { eraseBehaviour, nowhere } from '../behaviour/erase-behaviour.ts';
import { eraseAnswers } from '../idempotency/idempotency-people.ts';
import { inChunks } from '../in-chunks.ts';
import { eraseRejects } from '../ingest/change-messages.ts';
import { markErased } from '../learning/erased-from-models.ts';
import { eraseFromRuns } from '../learning/erased-from-runs.ts';
import { noteErasedFromWords } from '../learning/keep-word-counts.ts';
import { modelsTrainedWith } from '../learning/models-trained-with.ts';
import { eraseFromMatchBatches } from '../matches/change-match-batches.ts';
import { forgetMatches, forgetPairsWith } from '../matches/shown-matches.ts';
import { uncountPerson } from '../statistics/count-shown.ts';
import type { Tables } from '../tables.generated.ts';
import { announceErasure } from '../webhooks/announcements.ts';
import { eraseFromOutbox } from '../webhooks/erase-from-outbox.ts';
import { blockPerson } from './blocked-people.ts';
import { personMark } from './person-mark.ts';
import { removeTerms } from './person-terms.ts';
import { decodeTerms } from './terms-of.ts';
import { putChanges } from './write-profiles.ts';

/**
 * With a domain, erases the person's record, context items, and outcomes and triplets on either side there.
 * Also erases the vector of that domain and the vectors made from its row. null: everything in every domain.
 */
export async function erasePerson(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  domain: string | null,
  options: ErasureOptions & { readonly nowMs: number },
): Promise<Erasure> {
  const { block = false, nowMs } = options;
  // Reads rows that are deleted below.
  await uncountPerson(db, tenant, userId, domain);
  const records = await eraseRecords(db, tenant, userId, domain);
  const contextItems = await eraseFrom(db, 'context_items', tenant, userId, domain);
  await eraseFrom(db, 'rows_to_encode', tenant, userId, domain);
  await eraseFrom(db, 'rows_to_read', tenant, userId, domain);
  await eraseFrom(db, 'kept_documents', tenant, userId, domain);
  await eraseJobs(db, tenant, userId, domain);
  const outcomes = await eraseFrom(db, 'outcomes', tenant, userId, domain);
  await eraseFrom(db, 'replaced_outcomes', tenant, userId, domain);
  const triplets = await eraseFrom(db, 'triplets', tenant, userId, domain);
  const vectors = await eraseVectors(db, tenant, userId, domain);
  await eraseShown(db, tenant, userId, domain);
  await noteErasedFromWords(db, tenant, records);
  await markErased(db, tenant, userId, domain);
  const trainedModels = await modelsTrainedWith(db, tenant, userId, domain);
  await eraseFromRuns(db, tenant, userId, domain);
  await eraseFrom(db, 'learned_from', tenant, userId, domain);
  await eraseAnswers(db, tenant, userId);
  await eraseRejects(db, tenant, userId);
  if (block) await blockPerson(db, tenant, await personMark(db, tenant, userId), nowMs);
  await eraseFromMatchBatches(db, tenant, userId, domain);
  const datasets = domain === null ? await eraseBehaviour(db, tenant, userId, options) : nowhere;
  await eraseFromOutbox(db, tenant, userId, domain);
  const touched = [records, contextItems, outcomes, triplets, vectors];
  const erased = {
    domains: [...new Set(touched.flat())].sort(),
    records: records.length,
    contextItems: contextItems.length,
    outcomes: outcomes.length,
    triplets: triplets.length,
    vectors: vectors.length,
    pendingEvents: datasets.pendingEvents,
    datasetVersions: datasets.versions,
    trainedModels: [...trainedModels, ...datasets.models],
  };
  if (sessionOfMark(userId) === null && !isSessionKey(userId))
    await announceErasure(db, tenant, userId, domain, erased, new Date(nowMs).toISOString());
  return erased;
}

/** The domain of every row that was erased. */
type ErasedDomains = Promise<readonly string[]>;

async function eraseRecords(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  domain: string | null,
): ErasedDomains {
  const rows = await db
    .deleteFrom('profiles')
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .$if(domain !== null, (query) => query.where('domain', '=', domain!))
    .returning(['tenant_id', 'domain', 'user_id', 'terms'])
    .execute();
  for (const row of rows) await removeTerms(db, row, decodeTerms(row.terms));
  const domains = rows.map((row) => row.domain);
  if (domains.length > 0) {
    await putChanges(
      db,
      'delete',
      domains.map((erased) => ({ tenant_id: tenant, domain: erased, user_id: userId })),
    );
  }
  return domains;
}

/** The columns of each table by which a person's rows are found. */
export const personColumns = {
  profiles: ['user_id'],
  context_items: ['user_id'],
  rows_to_encode: ['user_id'],
  rows_to_read: ['user_id'],
  kept_documents: ['user_id'],
  outcomes: ['seeker_id', 'candidate_id'],
  replaced_outcomes: ['seeker_id', 'candidate_id'],
  triplets: ['seeker_id', 'positive_id', 'negative_id'],
  shown_candidates: ['candidate_id'],
  shown_pairs: ['seeker_id'],
  shadow_requests: ['user_id'],
  learned_from: ['user_id'],
  likes_to_count: ['candidate_id'],
  candidate_exposure: ['user_id'],
} as const;

async function eraseFrom(
  db: Kysely<Tables>,
  table: keyof typeof personColumns,
  tenant: TenantId,
  userId: string,
  domain: string | null,
): ErasedDomains {
  const domains: string[] = [];
  // One statement a column: with several columns at once SQLite would read all rows of the tenant.
  for (const column of personColumns[table]) {
    const erased = await db
      .deleteFrom(table)
      .where('tenant_id', '=', tenant)
      .where(sql.ref<string>(column), '=', userId)
      .$if(domain !== null, (query) => query.where('domain', '=', domain!))
      .returning('domain')
      .execute();
    for (const row of erased) domains.push(row.domain);
  }
  return domains;
}

async function eraseVectors(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  domain: string | null,
): ErasedDomains {
  const erased = await db
    .deleteFrom('heads')
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .$if(domain !== null, (query) =>
      query.where((eb) => eb.or([eb('head', '=', domain!), eb('source_domain', '=', domain!)])),
    )
    .returning('source_domain')
    .execute();
  return erased.map((row) => row.source_domain);
}

/** Erases the match answers that the person received, and the person's entries in the answers of others. */
async function eraseShown(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  domain: string | null,
): Promise<void> {
  const got = await db
    .selectFrom('shown_matches')
    .select('match_id')
    .where('tenant_id', '=', tenant)
    .where('seeker_id', '=', userId)
    .$if(domain !== null, (query) => query.where('domain', '=', domain!))
    .execute();
  for (const chunk of inChunks(got, 500)) {
    await forgetMatches(
      db,
      tenant,
      chunk.map((match) => match.match_id),
    );
  }
  // Found through the shown candidates, so before them.
  await forgetPairsWith(db, tenant, userId, domain);
  await eraseFrom(db, 'shown_candidates', tenant, userId, domain);
  await eraseFrom(db, 'shown_pairs', tenant, userId, domain);
  await eraseFrom(db, 'likes_to_count', tenant, userId, domain);
  await eraseFrom(db, 'candidate_exposure', tenant, userId, domain);
  await eraseFrom(db, 'shadow_requests', tenant, userId, domain);
}

/**
 * Erases jobs about the person, running ones too: their workers find the lease lost. With a domain, only the
 * jobs bound to that domain.
 */
async function eraseJobs(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  domain: string | null,
): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .$if(domain !== null, (query) =>
      query.where('resource_type', '=', 'domain').where('resource_id', '=', domain!),
    )
    .execute();
}
