/**
 * Applies changes that come as data (`store-change.ts`), each by the operation of its name, in the caller's
 * transaction.
 */
import type { Kysely } from 'kysely';
import type { StoreChange } from '../store-change.ts';
import { dropAppended, isNewestVersion } from './behaviour/appended-rows.ts';
import { completeDataset, createDataset, dropDataset } from './behaviour/datasets.ts';
import { completeModel, createModel, failModel } from './behaviour/models.ts';
import { moveModelAlias } from './behaviour/move-model-alias.ts';
import { createSimulation, endSimulation } from './behaviour/simulations.ts';
import { completeTokenizer, createTokenizer, failTokenizer } from './behaviour/tokenizers.ts';
import { endRun } from './learning/end-run.ts';
import { createMatchBatch } from './matches/change-match-batches.ts';
import { settleErasures } from './people/file-erasures.ts';
import { forgetRowsToRead, listRowsToRead } from './people/rows-to-read.ts';
import type { Tables } from './tables.generated.ts';
import { recordAttempt } from './webhooks/change-deliveries.ts';

type ChangeName = StoreChange['name'];
type Operation<Name extends ChangeName> = (
  db: Kysely<Tables>,
  ...args: Extract<StoreChange, { name: Name }>['args']
) => Promise<unknown>;

const operations: { readonly [Name in ChangeName]?: Operation<Name> } = {
  createDataset,
  completeDataset,
  dropDataset,
  takeAppended: dropAppended,
  createMatchBatch,
  settleErasures,
  forgetRowsToRead,
  endFullReading: forgetRowsToRead,
  createModel,
  completeModel,
  failModel,
  moveModelAlias,
  createSimulation,
  endSimulation,
  endRun,
  createTokenizer,
  completeTokenizer,
  failTokenizer,
  recordAttempt,
};

/** Whether the data that the changes were made from is unchanged. */
export async function areCurrent(db: Kysely<Tables>, changes: readonly StoreChange[]): Promise<boolean> {
  for (const change of changes) {
    if (change.name === 'takeAppended') {
      const [tenant, name, , base] = change.args;
      if (!(await isNewestVersion(db, tenant, name, base))) return false;
    }
    if (change.name === 'endFullReading') {
      const [tenant, domain] = change.args;
      if ((await listRowsToRead(db, tenant, domain, 1)).length > 0) return false;
    }
  }
  return true;
}

/** Applies the changes in order. */
export async function carryOutChanges(db: Kysely<Tables>, changes: readonly StoreChange[]): Promise<void> {
  for (const { name, args } of changes) {
    const operation = operations[name] as
      | ((db: Kysely<Tables>, ...args: readonly unknown[]) => Promise<unknown>)
      | undefined;
    if (operation === undefined) throw new Error(`no operation carries out the change «${name}»`);
    await operation(db, ...args);
  }
}
