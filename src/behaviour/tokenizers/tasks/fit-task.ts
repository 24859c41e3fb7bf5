/**
 * `tokenizer_fit`: fits a tokenizer to a dataset or a source and stores its bundle. The request made the
 * tokenizer's row; the end of the job completes or fails it in one transaction. A repeated job starts from
 * the beginning.
 */

import { apiError } from '../../../contract/errors.ts';
import type { CatalogueItem, FitCatalogRequest, InteractionSequence } from '../../../contract/tokenizer.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Task, TaskContext, TaskResult } from '../../../platform/jobs/task.ts';
import type { DatasetStore } from '../../../platform/storage/dataset-store.ts';
import type { Tokenizer, TokenizerStore } from '../../../platform/storage/tokenizer-store.ts';
import { assertTrainable } from '../../datasets/access-terms.ts';
import { readSnapshot } from '../../datasets/snapshot/read-snapshot.ts';
import type { OpenSource } from '../../datasets/sources/open-source.ts';
import { sourceFormat } from '../../datasets/sources/source-format.ts';
import { writeBundle } from '../bundle/write-bundle.ts';
import { itemsOfSnapshot, itemsOfSource, sequencesOfSource } from '../catalogue/read-catalogue.ts';
import type { RecordOrFault } from '../catalogue/record-reader.ts';
import type { ContentEncoders } from '../encode-content.ts';
import { fitTokenizer, type TokenizerProblem } from '../fit/fit-tokenizer.ts';
import { storeBundle } from '../store-bundle.ts';
import { tokenizerFields } from '../tokenizer-fields.ts';
import { type FitInput, tokenizerFitKind, tokenizerIdOf } from './fit-kind.ts';

export interface FitDependencies {
  readonly tokenizers: TokenizerStore;
  readonly datasets: DatasetStore;
  readonly artifacts: ArtifactStore;
  readonly openCatalogue: OpenSource<RecordOrFault<CatalogueItem>>;
  readonly openInteractions: OpenSource<RecordOrFault<InteractionSequence>>;
  readonly encoders: ContentEncoders;
  /** Epoch ms. */
  readonly clock: () => number;
}

export function createFitTask(dependencies: FitDependencies): Task {
  return { ...tokenizerFitKind, run: (context) => runFit(dependencies, context) };
}

async function runFit(
  dependencies: FitDependencies,
  { job, signal, progress }: TaskContext,
): Promise<TaskResult> {
  const { tokenizers, artifacts, encoders, clock } = dependencies;
  const { tenantId } = job;
  const tokenizerId = tokenizerIdOf(job);
  const tokenizer = await tokenizers.get(tenantId, tokenizerId);
  if (tokenizer === null)
    throw new Error(`tokenizer ${tokenizerId} of ${tenantId}, which is to be fitted, has no row`);
  progress(0, { doing: 'reading the catalogue' });
  const problem = await problemOf(dependencies, tokenizer, job.input as FitInput, signal);
  const bundle = await fitTokenizer(encoders, problem, {
    signal,
    onProgress: (share, doing) => progress(share, { doing, items: problem.items.length }),
  });
  const readyAt = new Date(clock()).toISOString();
  const made = await storeBundle(
    artifacts,
    tenantId,
    tokenizerId,
    bundle,
    await writeBundle(bundle),
    readyAt,
  );
  return {
    result: { tokenizer: tokenizerFields({ ...tokenizer, status: 'ready', made }) },
    changes: [{ name: 'completeTokenizer', args: [tenantId, tokenizerId, made] }],
  };
}

async function problemOf(
  dependencies: FitDependencies,
  tokenizer: Tokenizer,
  input: FitInput,
  signal: AbortSignal,
): Promise<TokenizerProblem> {
  const { tokenizerId, name, datasetId, createdAt } = tokenizer;
  const common = { tokenizerId, name, datasetId, createdAt };
  return 'catalog' in input
    ? { ...common, ...(await requestedProblem(dependencies, input, signal)) }
    : { ...common, ...(await datasetProblem(dependencies, tokenizer)) };
}

/** The problem of a dataset. Its settings are chosen by its number of items. */
export async function datasetProblem(
  { datasets, artifacts }: Pick<FitDependencies, 'datasets' | 'artifacts'>,
  { tenantId, datasetId }: Pick<Tokenizer, 'tenantId' | 'datasetId'>,
): Promise<Pick<TokenizerProblem, 'items' | 'sequences' | 'hasInteractions' | 'settings'>> {
  const dataset = datasetId === null ? null : await datasets.get(tenantId, datasetId);
  if (dataset === null)
    throw apiError('dataset_not_found', 'The dataset that the tokenizer was to be fitted on is not there.');
  assertTrainable(dataset);
  const snapshot = await readSnapshot(artifacts, dataset);
  return {
    items: await itemsOfSnapshot(snapshot),
    sequences: null,
    hasInteractions: snapshot.eventCount > 0,
    settings: null,
  };
}

async function requestedProblem(
  { openCatalogue, openInteractions }: FitDependencies,
  { catalog, modalities, codebook, quantizer, collaborative_signal, progressive_masking }: FitCatalogRequest,
  signal: AbortSignal,
): Promise<Pick<TokenizerProblem, 'items' | 'sequences' | 'hasInteractions' | 'settings'>> {
  const sourceOf = ({ uri, format }: FitCatalogRequest['catalog']) => ({ uri, format: sourceFormat(format) });
  const items = await itemsOfSource(await openCatalogue(sourceOf(catalog), signal), signal);
  const sequences =
    collaborative_signal === null
      ? null
      : await sequencesOfSource(
          await openInteractions(sourceOf(collaborative_signal.interactions), signal),
          signal,
        );
  const { levels, resolution, base_size: baseSize } = codebook;
  return {
    items,
    sequences,
    hasInteractions: sequences !== null,
    settings: {
      modalities,
      layout: { levels, resolution, baseSize },
      kind: quantizer,
      progressiveMasking: progressive_masking,
      collaborativeWeight: collaborative_signal?.weight ?? null,
    },
  };
}
