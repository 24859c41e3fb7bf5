/** Entries of the changes that a job makes in the transaction that begins or ends it (`store-change.ts`). */
import type { Kysely } from 'kysely';
import type { NewAuditEntry } from '../../audit-store.ts';
import type { StoreChange } from '../../store-change.ts';
import { findDataset } from '../behaviour/datasets.ts';
import type { Tables } from '../tables.generated.ts';
import { auditEntry } from './audit-entry.ts';

export async function entriesOfChanges(
  db: Kysely<Tables>,
  changes: readonly StoreChange[],
): Promise<readonly NewAuditEntry[]> {
  const entries: NewAuditEntry[] = [];
  for (const change of changes) {
    if (change.name === 'endRun') entries.push(...(await endOfRun(db, change.args)));
    if (change.name === 'moveModelAlias') entries.push(...(await moveOfAlias(db, change.args)));
    if (change.name === 'recordAttempt') entries.push(...(await endOfWebhook(db, change.args)));
    if (change.name === 'dropDataset') entries.push(...(await dropOfDataset(db, change.args)));
  }
  return entries;
}

type ArgumentsOf<Name extends StoreChange['name']> = Extract<StoreChange, { name: Name }>['args'];

const results = { deployed: 'done', rejected: 'rejected', failed: 'failed', cancelled: 'cancelled' } as const;

/** No entry where the run had ended before, which its time tells. */
async function endOfRun(
  db: Kysely<Tables>,
  [owner, runId, { status, finishedAt }]: ArgumentsOf<'endRun'>,
): Promise<readonly NewAuditEntry[]> {
  const run = await db
    .selectFrom('training_runs')
    .select(['domain', 'tier', 'version'])
    .where('tenant_id', '=', owner)
    .where('run_id', '=', runId)
    .where('ended', '=', status)
    .where('finished_at', '=', finishedAt)
    .executeTakeFirst();
  if (run === undefined) return [];
  const ended = auditEntry(owner, 'training.end', ['run', runId], { ...run, status });
  return [{ ...ended, result: results[status] }];
}

/** No entry where another move came first. */
async function moveOfAlias(
  db: Kysely<Tables>,
  [owner, name, { modelId, movedAt }]: ArgumentsOf<'moveModelAlias'>,
): Promise<readonly NewAuditEntry[]> {
  const move = await db
    .selectFrom('model_alias_moves')
    .select('move')
    .where('tenant_id', '=', owner)
    .where('name', '=', name)
    .where('model_id', '=', modelId)
    .where('moved_at', '=', movedAt)
    .executeTakeFirst();
  return move === undefined ? [] : [auditEntry(owner, 'alias.move', ['alias', name], { model_id: modelId })];
}

/** Only where the answer switches the webhook off. */
async function endOfWebhook(
  db: Kysely<Tables>,
  [owner, deliveryId, { disables }]: ArgumentsOf<'recordAttempt'>,
): Promise<readonly NewAuditEntry[]> {
  if (disables === undefined) return [];
  const delivery = await db
    .selectFrom('webhook_deliveries')
    .select('webhook_id')
    .where('tenant_id', '=', owner)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst();
  if (delivery === undefined) return [];
  const target = ['webhook', delivery.webhook_id] as const;
  return [auditEntry(owner, 'webhook.change', target, { enabled: false, because: disables })];
}

/** No entry where the dataset was ready, and stayed. */
async function dropOfDataset(
  db: Kysely<Tables>,
  [owner, datasetId]: ArgumentsOf<'dropDataset'>,
): Promise<readonly NewAuditEntry[]> {
  const isThere = (await findDataset(db, owner, datasetId)) !== null;
  return isThere ? [] : [auditEntry(owner, 'dataset.delete', ['dataset', datasetId])];
}
