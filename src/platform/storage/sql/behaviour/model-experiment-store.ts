/** The experiments on models of the store: reads through handles, changes through `write`. */
import type { ModelExperimentStore } from '../../model-experiment-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import {
  findModelExperiment,
  pageOfModelExperiments,
  resultsOfModelExperiment,
  runningModelExperiment,
  runningModelExperiments,
} from './find-model-experiments.ts';
import { countShown } from './shown-items.ts';

export function modelExperimentStore({ db, readers, write }: SqlStoreParts): ModelExperimentStore {
  return {
    create: (experiment) => write('createModelExperiment', experiment),
    find: (tenant, experimentId) => findModelExperiment(db, tenant, experimentId),
    page: (page) => pageOfModelExperiments(db, page),
    running: async (tenant, alias) => {
      const found = await runningModelExperiment(db, tenant, alias);
      return found?.pausedAt === null ? found : null;
    },
    allRunning: () => runningModelExperiments(db, null),
    pause: (tenant, experimentId, at) => write('pauseModelExperiment', tenant, experimentId, at),
    end: (tenant, experimentId, ending) => write('endModelExperiment', tenant, experimentId, ending),
    promote: (tenant, experimentId, arm, to) =>
      write('promoteModelExperiment', tenant, experimentId, arm, to),
    addResult: (tenant, experimentId, result, decision) =>
      write('addModelExperimentResult', tenant, experimentId, result, decision),
    results: async (tenant, experimentId) =>
      (await resultsOfModelExperiment(readers, tenant, experimentId)).toReversed(),
    lastResult: async (tenant, experimentId) =>
      (await resultsOfModelExperiment(db, tenant, experimentId, 1))[0] ?? null,
    addShown: (shown) => write('addShownItems', shown),
    counts: (tenant, experimentId) => countShown(readers, tenant, experimentId),
    forgetShown: (people) => write('forgetShownItems', people),
  };
}
