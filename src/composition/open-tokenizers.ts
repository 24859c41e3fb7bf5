/**
 * A part of the composition root: tokenizers for the server, for the worker, for models and for the
 * operator's commands.
 */

import { createTokenizerService } from '../behaviour/tokenizers/create-tokenizer-service.ts';
import type { ContentEncoders } from '../behaviour/tokenizers/encode-content.ts';
import type { FittedTokenizer } from '../behaviour/tokenizers/fitted-tokenizer.ts';
import {
  createTokenizerOpener,
  type TokenizerOpener,
} from '../behaviour/tokenizers/open/tokenizer-opener.ts';
import { bundleCollection } from '../behaviour/tokenizers/tasks/collect-bundles.ts';
import { tokenizerExportKind } from '../behaviour/tokenizers/tasks/export-kind.ts';
import { tokenizerFitKind } from '../behaviour/tokenizers/tasks/fit-kind.ts';
import type { TokenizerService } from '../behaviour/tokenizers/tokenizer-service.ts';
import type { TenantId } from '../contract/brands.ts';
import { apiError } from '../contract/errors.ts';
import { newId } from '../contract/new-id.ts';
import type { Encoders } from '../engines/encoders/active-encoders.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Schedule } from '../platform/jobs/schedule.ts';
import type { Task } from '../platform/jobs/task.ts';
import type { Store } from '../platform/storage/store.ts';
import { openSourceSettings, sourceSettings } from './open-datasets.ts';

interface TokenizerDependencies {
  readonly settings: Settings;
  readonly store: Pick<Store, 'datasets' | 'jobs' | 'tokenizers'>;
  readonly artifacts: ArtifactStore;
  readonly encoders: () => Promise<Encoders>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Reports faults to the operator that callers do not see. */
  readonly onNotice: (notice: string) => void;
}

export interface OpenTokenizers {
  readonly service: TokenizerService;
  readonly opener: TokenizerOpener;
  close(): Promise<void>;
}

export function openTokenizers(dependencies: TokenizerDependencies, wake: () => void): OpenTokenizers {
  const { settings, store, clock } = dependencies;
  const encoders = contentEncoders(dependencies);
  const opener = openOpener(dependencies, encoders, 'thread');
  const service = createTokenizerService({
    tokenizers: store.tokenizers,
    datasets: store.datasets,
    jobs: store.jobs,
    sources: sourceSettings(settings),
    opener,
    wake,
    clock,
    newId,
  });
  return {
    service,
    opener,
    close: async () => {
      await opener.close();
      await encoders.close();
    },
  };
}

/** The code of fits and of columnar files is loaded with the first job. */
export function tokenizerTasks(dependencies: TokenizerDependencies): readonly Task[] {
  const { settings, store, artifacts, clock } = dependencies;
  const common = { tokenizers: store.tokenizers, datasets: store.datasets, artifacts, clock };
  return [
    {
      ...tokenizerFitKind,
      run: async (context) => {
        const [{ createFitTask }, { createOpenRows }, { recordReader }, contract] = await Promise.all([
          import('../behaviour/tokenizers/tasks/fit-task.ts'),
          import('../behaviour/datasets/sources/open-source.ts'),
          import('../behaviour/tokenizers/catalogue/record-reader.ts'),
          import('../contract/tokenizer.ts'),
        ]);
        const sources = openSourceSettings(settings);
        const encoders = contentEncoders(dependencies);
        try {
          return await createFitTask({
            ...common,
            openCatalogue: createOpenRows(sources, recordReader(contract.CatalogueItem, 'item_id')),
            openInteractions: createOpenRows(sources, recordReader(contract.InteractionSequence, 'items')),
            encoders,
          }).run(context);
        } finally {
          await encoders.close();
        }
      },
    },
    {
      ...tokenizerExportKind,
      run: async (context) => {
        const { createExportTask } = await import('../behaviour/tokenizers/tasks/export-task.ts');
        return createExportTask(common).run(context);
      },
    },
  ];
}

export function tokenizerSchedules({ store, artifacts, clock }: TokenizerDependencies): readonly Schedule[] {
  return [bundleCollection({ tokenizers: store.tokenizers, artifacts, clock })];
}

/** For jobs that train models: these run in their own process, where coding may block the thread. */
export interface TokenizersInJobs {
  /** null: the tokenizer does not exist or is not ready. */
  open(tenant: TenantId, tokenizerId: string): Promise<FittedTokenizer | null>;
  /** Like POST /tokenizers with `dataset_id`, but synchronous: the tokenizer is ready under the given id. */
  fit(wanted: {
    readonly tenantId: TenantId;
    readonly tokenizerId: string;
    readonly name: string;
    readonly datasetId: string;
    readonly signal: AbortSignal;
    /** 0..1 */
    readonly onProgress: (share: number) => void;
  }): Promise<FittedTokenizer>;
  close(): Promise<void>;
}

export function openTokenizersInJobs(dependencies: TokenizerDependencies): TokenizersInJobs {
  const { store, artifacts, clock } = dependencies;
  const encoders = contentEncoders(dependencies);
  const opener = openOpener(dependencies, encoders, 'inline');
  return {
    open: async (tenant, tokenizerId) => {
      const found = await store.tokenizers.get(tenant, tokenizerId);
      return found?.status === 'ready' ? opener.open(tenant, tokenizerId) : null;
    },
    fit: async (wanted) => {
      const { addFittedTokenizer } = await import('../behaviour/tokenizers/add-fitted-tokenizer.ts');
      await addFittedTokenizer({ ...store, artifacts, encoders, clock }, wanted);
      return opener.open(wanted.tenantId, wanted.tokenizerId);
    },
    close: async () => {
      await opener.close();
      await encoders.close();
    },
  };
}

/** The thread and the reader of bundles start with the first tokenizer. */
function openOpener(
  { store, artifacts }: TokenizerDependencies,
  encoders: ContentEncoders,
  where: 'thread' | 'inline',
): TokenizerOpener {
  let opened: Promise<TokenizerOpener> | undefined;
  const open = async () => {
    const codes =
      where === 'thread'
        ? (await import('../behaviour/tokenizers/open/code-client.ts')).createCodeClient()
        : (await import('../behaviour/tokenizers/open/code-assigner.ts')).createCodeAssigner();
    return createTokenizerOpener({ tokenizers: store.tokenizers, artifacts, encoders, codes });
  };
  return {
    open: async (tenant, tokenizerId) => {
      opened ??= open();
      return (await opened).open(tenant, tokenizerId);
    },
    close: async () => {
      await (await opened)?.close();
    },
  };
}

/** Images are rare: their decoder is loaded when the first one is read. */
function contentEncoders({ settings, encoders, onNotice }: TokenizerDependencies) {
  let images: ReturnType<ContentEncoders['images']> | undefined;
  const openImages = async () => {
    const [{ openImageEncoder }, { createImageReader }] = await Promise.all([
      import('../engines/encoders/images/open-image-encoder.ts'),
      import('../behaviour/tokenizers/images/image-reader.ts'),
    ]);
    return createImageReader(await openImageEncoder(settings.imageEncoder), sourceSettings(settings));
  };
  const opened: ContentEncoders & { close(): Promise<void> } = {
    texts: encoders,
    images: () => {
      images ??= openImages().catch((error: unknown) => {
        // The next call tries again.
        images = undefined;
        onNotice(`the image encoder ${settings.imageEncoder} cannot be opened: ${(error as Error).message}`);
        throw apiError(
          'dependency_unavailable',
          'The image encoder cannot be opened; the log of the service says why. Try again when the operator has mended it.',
          { retry_after_ms: 5000 },
        );
      });
      return images;
    },
    close: async () => {
      await (await images?.catch(() => null))?.close();
    },
  };
  return opened;
}
