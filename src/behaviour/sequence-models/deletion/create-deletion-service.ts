/**
 * Deletes datasets, models and tokenizers for callers. The store decides and deletes in one transaction. The
 * files go afterwards. Files that a crash leaves are collected later, because nothing names them.
 */

import type { TenantId } from '../../../contract/brands.ts';
import type { DeletedDataset, DeletedFiles } from '../../../contract/deletion.ts';
import { apiError, counted } from '../../../contract/errors.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type {
  Deletion,
  DeletionStore,
  ErasedFile,
  UsedBy,
} from '../../../platform/storage/deletion-store.ts';

export interface DeletionService {
  /** Throws 404 `dataset_not_found` and 409 `conflict`. */
  dataset(tenant: TenantId, datasetId: string): Promise<Omit<DeletedDataset, 'request_id'>>;
  /** Throws 404 `model_not_found` and 409 `conflict`. */
  model(tenant: TenantId, modelId: string): Promise<Omit<DeletedFiles, 'request_id'>>;
  /** Throws 404 `tokenizer_not_found` and 409 `conflict`. */
  tokenizer(tenant: TenantId, tokenizerId: string): Promise<Omit<DeletedFiles, 'request_id'>>;
}

interface DeletionParts {
  readonly deletions: DeletionStore;
  readonly artifacts: Pick<ArtifactStore, 'removeAll'>;
  /** Called with a deleted model, before the deletion is answered. */
  readonly forgetModel?: (tenant: TenantId, modelId: string) => void;
}

const MAX_NAMED = 20;

export function createDeletionService({ deletions, artifacts, forgetModel }: DeletionParts): DeletionService {
  return {
    async dataset(tenant, id) {
      const done = await deletions.dataset(tenant, id);
      if (done.state === 'missing') throw datasetMissing(id);
      const deleted = unused('dataset', id, done);
      const { items, events, pendingItems, pendingEvents, exportJobs, files, keptFor } = deleted;
      if (keptFor.length === 0) await artifacts.removeAll(tenant, 'datasets', id);
      for (const jobId of exportJobs) await artifacts.removeAll(tenant, 'exports', jobId);
      return {
        id,
        kept_for_models: [...keptFor],
        erased: {
          items,
          events,
          exports: exportJobs.length,
          pending_items: pendingItems,
          pending_events: pendingEvents,
          ...sizeOf(files),
        },
      };
    },
    async model(tenant, id) {
      const done = await deletions.model(tenant, id);
      if (done.state === 'missing')
        throw apiError('model_not_found', `There is no model ${id} in this workspace.`, { model_id: id });
      const { files, dataset } = unused('model', id, done);
      forgetModel?.(tenant, id);
      await artifacts.removeAll(tenant, 'models', id);
      if (dataset !== null) await artifacts.removeAll(tenant, 'datasets', dataset.datasetId);
      for (const jobId of dataset?.exportJobs ?? []) await artifacts.removeAll(tenant, 'exports', jobId);
      return { id, erased: sizeOf(files) };
    },
    async tokenizer(tenant, id) {
      const done = await deletions.tokenizer(tenant, id);
      if (done.state === 'missing') throw tokenizerMissing(id);
      const { files } = unused('tokenizer', id, done);
      await artifacts.removeAll(tenant, 'tokenizers', id);
      return { id, erased: sizeOf(files) };
    },
  };
}

function unused<Erased>(
  what: string,
  id: string,
  done: Exclude<Deletion<Erased>, { readonly state: 'missing' }>,
): Extract<Deletion<Erased>, { readonly state: 'deleted' }> {
  if (done.state === 'deleted') return done;
  throw used(what, id, done.by);
}

function used(what: string, id: string, by: readonly UsedBy[]) {
  const [first] = by as [UsedBy, ...UsedBy[]];
  const more = by.length - 1;
  return apiError(
    'conflict',
    `The ${what} ${id} is used by the ${first.type} ${first.id}${more > 0 ? ` (and by ${counted(more, 'other')})` : ''}. ${remedyFor(first)}`,
    { id, used_by: by.slice(0, MAX_NAMED), total: by.length },
  );
}

function sizeOf(files: readonly ErasedFile[]) {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function datasetMissing(id: string) {
  return apiError('dataset_not_found', `There is no dataset ${id} in this workspace.`, { dataset_id: id });
}

function tokenizerMissing(id: string) {
  return apiError('tokenizer_not_found', `There is no tokenizer ${id} in this workspace.`, {
    tokenizer_id: id,
  });
}

function remedyFor({ type }: UsedBy): string {
  if (type === 'alias') return 'Move or remove the alias first.';
  if (type === 'experiment') return 'Stop the experiment first.';
  return 'Wait until that is done, cancel its job, or delete it first.';
}
