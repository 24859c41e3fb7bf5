/**
 * A change of the store as data: the name of a write operation and its arguments. The results of a job are
 * written as changes in the transaction that ends the job, whichever thread runs it.
 */

import type { TenantId } from '../../contract/brands.ts';
import type { NewDataset, SnapshotMade } from './dataset-store.ts';
import type { JobError } from './job.ts';
import type { RunEnding } from './learning-store.ts';
import type { AliasMove } from './model-alias-store.ts';
import type { ModelMade, NewModel } from './model-store.ts';
import type { NewSimulation, SimulationEnding } from './simulation-store.ts';
import type { NewTokenizer, TokenizerMade } from './tokenizer-store.ts';
import type { AttemptEnd } from './webhook-store.ts';

export type StoreChange =
  | {
      readonly name: 'endRun';
      readonly args: readonly [owner: TenantId, runId: string, ending: RunEnding];
    }
  | { readonly name: 'createDataset'; readonly args: readonly [dataset: NewDataset] }
  | {
      readonly name: 'completeDataset';
      readonly args: readonly [tenant: TenantId, datasetId: string, snapshot: SnapshotMade];
    }
  /**
   * Removes the rows that waited for a version of the name, up to the position. `base`, whose rows they
   * follow, must be the newest version; otherwise the end of the job is `stale`.
   */
  | {
      readonly name: 'takeAppended';
      readonly args: readonly [tenant: TenantId, name: string, upTo: number, base: string];
    }
  | { readonly name: 'dropDataset'; readonly args: readonly [tenant: TenantId, datasetId: string] }
  | { readonly name: 'createModel'; readonly args: readonly [model: NewModel] }
  | {
      readonly name: 'completeModel';
      readonly args: readonly [tenant: TenantId, modelId: string, made: ModelMade];
    }
  | {
      readonly name: 'failModel';
      readonly args: readonly [tenant: TenantId, modelId: string, error: JobError];
    }
  | {
      readonly name: 'moveModelAlias';
      readonly args: readonly [tenant: TenantId, name: string, to: AliasMove, from: string | null];
    }
  | {
      readonly name: 'createMatchBatch';
      readonly args: readonly [tenant: TenantId, jobId: string, domain: string];
    }
  | {
      readonly name: 'settleErasures';
      readonly args: readonly [tenant: TenantId, jobId: string, people: readonly string[]];
    }
  /** Takes all rows of the domain off the list of those to be read in full. */
  | { readonly name: 'forgetRowsToRead'; readonly args: readonly [tenant: TenantId, domain: string] }
  /** No row of the domain is left to be read in full; otherwise the end of the job is `stale`. */
  | { readonly name: 'endFullReading'; readonly args: readonly [tenant: TenantId, domain: string] }
  | { readonly name: 'createSimulation'; readonly args: readonly [simulation: NewSimulation] }
  | {
      readonly name: 'endSimulation';
      readonly args: readonly [tenant: TenantId, simulationId: string, ending: SimulationEnding];
    }
  | { readonly name: 'createTokenizer'; readonly args: readonly [tokenizer: NewTokenizer] }
  | {
      readonly name: 'completeTokenizer';
      readonly args: readonly [tenant: TenantId, tokenizerId: string, made: TokenizerMade];
    }
  | {
      readonly name: 'failTokenizer';
      readonly args: readonly [tenant: TenantId, tokenizerId: string, error: JobError];
    }
  | {
      readonly name: 'recordAttempt';
      readonly args: readonly [tenant: TenantId, deliveryId: string, end: AttemptEnd];
    };
