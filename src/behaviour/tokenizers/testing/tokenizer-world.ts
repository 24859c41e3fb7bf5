/** A tokenizer service for tests with its own store and artifact store. Jobs run in the test process. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { TenantId } from '../../../contract/brands.ts';
import { parseImportPrefixes } from '../../../contract/import-prefixes.ts';
import type { MadeFile } from '../../../contract/job.ts';
import { newId } from '../../../contract/new-id.ts';
import { CatalogueItem, FitTokenizerRequest, InteractionSequence } from '../../../contract/tokenizer.ts';
import type { Encoders } from '../../../engines/encoders/active-encoders.ts';
import { EmbeddedTextEncoder } from '../../../engines/encoders/embedded/embedded-text-encoder.ts';
import { descriptorImageEncoder } from '../../../engines/encoders/images/descriptor-image-encoder.ts';
import { encoderId, type TextEncoder } from '../../../engines/encoders/text-encoder.ts';
import { defaultUnpackBounds } from '../../../platform/intake/sources/unpack-bounds.ts';
import { jobError } from '../../../platform/jobs/job-failure.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import type { Job } from '../../../platform/storage/job.ts';
import type { JobEnd } from '../../../platform/storage/job-store.ts';
import type { StoreChange } from '../../../platform/storage/store-change.ts';
import type { Tokenizer } from '../../../platform/storage/tokenizer-store.ts';
import { createOpenRows } from '../../datasets/sources/open-source.ts';
import { type DatasetWorld, openDatasetWorld, TENANT } from '../../datasets/testing/dataset-world.ts';
import { recordReader } from '../catalogue/record-reader.ts';
import { createTokenizerService } from '../create-tokenizer-service.ts';
import type { ContentEncoders } from '../encode-content.ts';
import { createImageReader } from '../images/image-reader.ts';
import { createCodeAssigner } from '../open/code-assigner.ts';
import { createTokenizerOpener, type TokenizerOpener } from '../open/tokenizer-opener.ts';
import { createExportTask } from '../tasks/export-task.ts';
import { createFitTask } from '../tasks/fit-task.ts';
import type { TokenizerService } from '../tokenizer-service.ts';

export { TENANT };

export interface TokenizerWorld {
  readonly datasets: DatasetWorld;
  readonly service: TokenizerService;
  readonly opener: TokenizerOpener;
  /** The server's encoder; tests may replace it. */
  encoder: TextEncoder;
  readonly texts: ContentEncoders['texts'];
  /** Writes a file below `imports/`. */
  put(name: string, content: string | Uint8Array): void;
  /** As POST /tokenizers. Returns the tokenizer and its job after the job has ended. */
  fit(body: unknown, signal?: AbortSignal): Promise<{ readonly tokenizer: Tokenizer; readonly job: Job }>;
  /** The bundle's bytes. */
  export(tokenizerId: string): Promise<Buffer>;
  dispose(): Promise<void>;
}

export async function openTokenizerWorld(prefixes = ''): Promise<TokenizerWorld> {
  const datasets = await openDatasetWorld();
  const { store, artifacts, folder, scratchFolder, clock } = datasets;
  const sources = { importsFolder: join(folder, 'imports'), prefixes: parseImportPrefixes(prefixes) };
  const world: { encoder: TextEncoder } = { encoder: await EmbeddedTextEncoder.open() };
  const encoders: ContentEncoders = {
    texts: async () => serving(world.encoder),
    images: async () => createImageReader(descriptorImageEncoder, sources),
  };
  const opener = createTokenizerOpener({
    tokenizers: store.tokenizers,
    artifacts,
    encoders,
    codes: createCodeAssigner(),
  });
  const common = { ...store, artifacts, clock: () => clock.nowMs };
  const service = createTokenizerService({
    ...common,
    sources,
    opener,
    wake: () => {},
    newId,
  });
  const settings = { ...sources, scratchFolder, bucketAccess: null, unpackBounds: defaultUnpackBounds };
  const tasks = [
    createFitTask({
      ...common,
      openCatalogue: createOpenRows(settings, recordReader(CatalogueItem, 'item_id')),
      openInteractions: createOpenRows(settings, recordReader(InteractionSequence, 'items')),
      encoders,
    }),
    createExportTask(common),
  ];
  const work = async (signal = new AbortController().signal) => {
    const { taken } = await store.jobs.take('worker', {
      limits: { tokenizer_fit: 9, tokenizer_export: 9 },
      limit: 9,
      nowMs: clock.nowMs,
      leaseMs: 60_000,
    });
    for (const job of taken) await runTask(datasets, tasks, job, signal);
  };
  const ended = async (jobId: string) => (await store.jobs.get(TENANT, jobId))!;
  return Object.assign(world, {
    datasets,
    service,
    opener,
    texts: encoders.texts,
    put: (name: string, content: string | Uint8Array) => {
      const path = join(sources.importsFolder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    },
    fit: async (body: unknown, signal?: AbortSignal) => {
      const accepted = await service.fit(TENANT, FitTokenizerRequest.parse(body), null);
      if (accepted.state !== 'accepted') throw new Error('expected a new job');
      await work(signal);
      const job = await ended(accepted.job.jobId);
      return { job, tokenizer: (await store.tokenizers.get(TENANT as TenantId, job.resource!.id))! };
    },
    export: async (tokenizerId: string) => {
      const accepted = await service.export(TENANT, tokenizerId, 'tar.gz', null);
      if (accepted.state !== 'accepted') throw new Error('expected a new job');
      await work();
      const { result, error } = await ended(accepted.job.jobId);
      if (result === null) throw new Error(error?.message ?? 'the export has not ended');
      return buffer(artifacts.read((result as unknown as MadeFile).file.key));
    },
    dispose: async () => {
      await opener.close();
      await world.encoder.close();
      await datasets.dispose();
    },
  });
}

function serving(encoder: TextEncoder): Encoders {
  const active = async () => ({
    serving: { encoderId: encoderId(encoder.identity), encoder, problem: null },
    target: null,
  });
  return { active, opened: active, close: async () => {} };
}

async function runTask(
  { store, clock }: DatasetWorld,
  tasks: readonly Task[],
  job: Job,
  signal: AbortSignal,
): Promise<void> {
  const task = tasks.find(({ kind }) => kind === job.kind)!;
  const finish = (end: JobEnd, changes: readonly StoreChange[]) =>
    store.jobs.finish('worker', [{ jobId: job.jobId, end, changes, nowMs: clock.nowMs }]);
  try {
    const done = await task.run({ job, signal, progress: () => {}, checkpoint: async () => {} });
    await finish({ status: 'succeeded', result: done.result }, done.changes ?? []);
  } catch (error) {
    const end = signal.aborted
      ? ({ status: 'cancelled' } as const)
      : ({ status: 'failed', error: jobError(error) } as const);
    await finish(end, task.onEnd?.(job, end) ?? []);
  }
}
