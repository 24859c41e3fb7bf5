/** Part of the composition root: the services of behaviour, as the server takes them. */
import type { IdIndexes } from '../behaviour/datasets/ids/read-id-index.ts';
import { createDeletionService } from '../behaviour/sequence-models/deletion/create-deletion-service.ts';
import type { Encoders } from '../engines/encoders/active-encoders.ts';
import type { ServerDependencies } from '../outside/http/server-dependencies.ts';
import type { ArtifactStore } from '../platform/artifacts/artifact-store.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Store } from '../platform/storage/store.ts';
import { openDatasetAppends, openDatasetService, openDatasetStatistics } from './open-datasets.ts';
import { openModels } from './open-models.ts';
import { encodeBy } from './open-new-items.ts';
import { openTokenizers } from './open-tokenizers.ts';

interface BehaviourDependencies {
  readonly settings: Settings;
  readonly store: Store;
  readonly artifacts: ArtifactStore;
  readonly datasetIds: IdIndexes;
  readonly encoders: Encoders;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly onNotice: (notice: string) => void;
  /** Makes workers look for jobs at once. */
  readonly wake: () => void;
}

type BehaviourServices = Pick<
  ServerDependencies,
  | 'tokenizers'
  | 'datasets'
  | 'datasetStatistics'
  | 'datasetAppends'
  | 'deletions'
  | 'models'
  | 'modelAliases'
  | 'modelExperiments'
  | 'refits'
  | 'refitSchedules'
  | 'modelItems'
  | 'modelExports'
  | 'batches'
  | 'segments'
  | 'inference'
  | 'itemVectors'
  | 'trending'
  | 'simulations'
>;

export interface Behaviour {
  readonly services: BehaviourServices;
  /** Loaded models, and their memory. */
  readonly modelStats: () => { readonly models: number; readonly memoryBytes: number };
}

/** Registers in `opened` how each part is closed. */
export function openBehaviour(
  { settings, store, artifacts, datasetIds, encoders, clock, onNotice, wake }: BehaviourDependencies,
  opened: AsyncDisposableStack,
): Behaviour {
  const tokenizers = openTokenizers(
    { settings, store, artifacts, encoders: async () => encoders, clock, onNotice },
    wake,
  );
  opened.defer(() => tokenizers.close());
  const models = openModels({ settings, store, artifacts, clock, encode: encodeBy(encoders) }, wake);
  opened.defer(() => models.close());
  const statistics = openDatasetStatistics({ settings, store, artifacts });
  opened.defer(() => statistics.close());
  const { aliases, items, exports, experiments, serving, forget, close: _, ...ofModels } = models;
  return {
    services: {
      tokenizers: tokenizers.service,
      datasets: openDatasetService({ settings, store, artifacts, clock }, wake),
      datasetStatistics: statistics.service,
      datasetAppends: openDatasetAppends({ store, clock }, datasetIds, statistics.keepIds, wake),
      deletions: createDeletionService({ deletions: store.deletions, artifacts, forgetModel: forget }),
      modelAliases: aliases,
      modelExperiments: experiments,
      modelItems: items,
      modelExports: exports,
      ...ofModels,
    },
    modelStats: () => serving.stats(),
  };
}
