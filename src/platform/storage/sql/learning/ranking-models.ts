/** Trained models: the record of each, and which of them serves. Changes run in the caller's transaction. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import {
  EVERY_DOMAIN,
  type NewRankingModel,
  SHARED_OWNER,
  type StoredRankingModel,
} from '../../learning-store.ts';
import { raiseCounter } from '../counters.ts';
import type { Tables } from '../tables.generated.ts';
import { announceRun } from '../webhooks/announcements.ts';
import { erasedFrom } from './erased-from-models.ts';

export async function keepRankingModel(db: Kysely<Tables>, model: NewRankingModel): Promise<void> {
  await db
    .insertInto('model_heads')
    .values({
      tenant_id: model.tenantId,
      domain: model.domain,
      tier: model.tier,
      version: model.version,
      run_id: model.runId,
      card: JSON.stringify(model.card),
      files: JSON.stringify(model.files),
      created_at: model.createdAt,
      deployed_at: null,
      in_force: 0,
    })
    .execute();
}

/** Replaces the files without the erased people. Processes that have the model in memory read it again. */
export async function replaceRankingModel(
  db: Kysely<Tables>,
  owner: TenantId,
  version: string,
  { card, files }: Pick<NewRankingModel, 'card' | 'files'>,
): Promise<void> {
  await db
    .updateTable('model_heads')
    .set({ card: JSON.stringify(card), files: JSON.stringify(files) })
    .where('tenant_id', '=', owner)
    .where('version', '=', version)
    .execute();
  await raiseCounter(db, 'models', 1);
}

/** False when the run left no model. */
export async function putInForce(
  db: Kysely<Tables>,
  owner: TenantId,
  runId: string,
  at: string,
): Promise<boolean> {
  const model = await db
    .selectFrom('model_heads')
    .select(['domain', 'tier', 'version'])
    .where('tenant_id', '=', owner)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (model === undefined) return false;
  await db
    .updateTable('model_heads')
    .set({ in_force: 0 })
    .where('tenant_id', '=', owner)
    .where('domain', '=', model.domain)
    .where('tier', '=', model.tier)
    .where('in_force', '=', 1)
    .execute();
  await db
    .updateTable('model_heads')
    .set({ in_force: 1, deployed_at: at })
    .where('tenant_id', '=', owner)
    .where('version', '=', model.version)
    .execute();
  await raiseCounter(db, 'models', 1);
  return true;
}

export async function deployRun(
  db: Kysely<Tables>,
  owner: TenantId,
  runId: string,
  at: string,
): Promise<'deployed' | 'no_model'> {
  if (!(await putInForce(db, owner, runId, at))) return 'no_model';
  const run = await db
    .selectFrom('training_runs')
    .select(['domain', 'version', 'reason'])
    .where('tenant_id', '=', owner)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  if (run !== undefined) await announceRun(db, owner, runId, 'deployed', run, at, true);
  return 'deployed';
}

/** False when no model of the owner served in the domain. */
export async function withdrawModel(db: Kysely<Tables>, owner: TenantId, domain: string): Promise<boolean> {
  const withdrawn = await db
    .updateTable('model_heads')
    .set({ in_force: 0 })
    .where('tenant_id', '=', owner)
    .where('domain', '=', domain)
    .where('in_force', '=', 1)
    .returning('version')
    .execute();
  if (withdrawn.length > 0) await raiseCounter(db, 'models', 1);
  return withdrawn.length > 0;
}

export async function findRankingModel(
  db: Kysely<Tables>,
  owner: TenantId,
  version: string,
): Promise<StoredRankingModel | null> {
  const stored = await db
    .selectFrom('model_heads')
    .selectAll()
    .where('tenant_id', '=', owner)
    .where('version', '=', version)
    .executeTakeFirst();
  return stored === undefined ? null : (await decodeModels(db, [stored]))[0]!;
}

/** The last deployed first. */
export async function deployedModels(
  db: Kysely<Tables>,
  owner: TenantId,
  domain: string,
  tier: StoredRankingModel['tier'],
  limit: number,
): Promise<readonly StoredRankingModel[]> {
  const stored = await db
    .selectFrom('model_heads')
    .selectAll()
    .where('tenant_id', '=', owner)
    .where('domain', '=', domain)
    .where('tier', '=', tier)
    .where('deployed_at', 'is not', null)
    .orderBy('deployed_at', 'desc')
    .orderBy('run_id', 'desc')
    .limit(limit)
    .execute();
  return decodeModels(db, stored);
}

/** The most specific tier first. */
export async function rankingModelsInForce(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
): Promise<readonly StoredRankingModel[]> {
  const stored = await db
    .selectFrom('model_heads')
    .selectAll()
    .where('tenant_id', 'in', [tenant, SHARED_OWNER])
    .where('domain', 'in', [domain, EVERY_DOMAIN])
    .where('in_force', '=', 1)
    .execute();
  const models = await decodeModels(db, stored);
  return models.sort((a, b) => tierOrder[a.tier] - tierOrder[b.tier]);
}

const tierOrder = { tenant: 0, domain: 1, general: 2 } as const satisfies Record<
  StoredRankingModel['tier'],
  number
>;

async function decodeModels(
  db: Kysely<Tables>,
  stored: readonly Tables['model_heads'][],
): Promise<StoredRankingModel[]> {
  const erased = await erasedFrom(
    db,
    stored.map((model) => model.run_id),
  );
  return stored.map((model) => decodeModel(model, erased.get(model.run_id) ?? []));
}

function decodeModel(stored: Tables['model_heads'], erased: readonly string[]): StoredRankingModel {
  return {
    tenantId: tenantId(stored.tenant_id),
    domain: stored.domain,
    tier: stored.tier,
    version: stored.version,
    runId: stored.run_id,
    card: JSON.parse(stored.card),
    files: JSON.parse(stored.files),
    createdAt: stored.created_at,
    deployedAt: stored.deployed_at,
    inForce: stored.in_force === 1,
    erased,
  };
}
