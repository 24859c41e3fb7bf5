import { accountRoute } from './screens/account/routes.ts';
import {
  newDatasetRoute,
  newExperimentRoute,
  newModelRoute,
  newSimulationRoute,
  newTokenizerRoute,
} from './screens/act/routes.ts';
import { activityRoute, recordRoute } from './screens/activity/routes.ts';
import { auditRoute } from './screens/audit/routes.ts';
import { datasetsRoute, modelsRoute } from './screens/data/routes.ts';
import { datasetRoute } from './screens/dataset/routes.ts';
import { domainsRoute } from './screens/domain/routes.ts';
import { experimentRoute, experimentsRoute } from './screens/experiments/routes.ts';
import { homeRoute } from './screens/home/routes.ts';
import { importRoute } from './screens/import/routes.ts';
import { jobsRoute } from './screens/jobs/routes.ts';
import { keysRoute } from './screens/keys/routes.ts';
import { learningRoute, runRoute } from './screens/learning/routes.ts';
import { matchRoute } from './screens/match/routes.ts';
import { modelRoute } from './screens/model/routes.ts';
import { modelExperimentRoute, newModelExperimentRoute } from './screens/model-experiments/routes.ts';
import { peopleRoute } from './screens/people/routes.ts';
import { personRoute } from './screens/person/routes.ts';
import { newSegmentsRoute, segmentRunRoute, segmentsRoute } from './screens/segments/routes.ts';
import { settingsRoute } from './screens/settings/routes.ts';
import { simulationRoute, simulationsRoute } from './screens/simulations/routes.ts';
import { systemRoute } from './screens/system/routes.ts';
import { tenantRoute, tenantsRoute } from './screens/tenants/routes.ts';
import { tokenizerRoute, tokenizersRoute } from './screens/tokenizers/routes.ts';
import { webhooksRoute } from './screens/webhooks/routes.ts';
import type { Action, Page } from './shell/pages.ts';

/** Every screen. The navigation shows the screens of a group in this order. */
export const screens = [
  homeRoute,
  matchRoute,
  activityRoute,
  recordRoute,
  peopleRoute,
  importRoute,
  personRoute,
  learningRoute,
  runRoute,
  datasetsRoute,
  newDatasetRoute,
  datasetRoute,
  modelsRoute,
  newModelRoute,
  modelRoute,
  newModelExperimentRoute,
  modelExperimentRoute,
  tokenizersRoute,
  newTokenizerRoute,
  tokenizerRoute,
  simulationsRoute,
  newSimulationRoute,
  simulationRoute,
  segmentsRoute,
  newSegmentsRoute,
  segmentRunRoute,
  jobsRoute,
  webhooksRoute,
  systemRoute,
  experimentsRoute,
  newExperimentRoute,
  experimentRoute,
  tenantsRoute,
  tenantRoute,
  keysRoute,
  auditRoute,
  settingsRoute,
  domainsRoute,
  accountRoute,
] as const;

/** The entries of the navigation. */
export const pages: readonly Page[] = screens.flatMap(({ options }) =>
  'path' in options && options.staticData?.page
    ? [{ to: options.path, scopes: options.staticData.scopes ?? [], ...options.staticData.page }]
    : [],
);

/** The actions of the screens, for the palette. */
export const actions: readonly Action[] = screens.flatMap(({ options }) =>
  'path' in options
    ? (options.staticData?.actions ?? []).map((action) => ({ to: options.path, ...action }))
    : [],
);

/**
 * Loads the code of all screens, so that a page change works while the connection is lost. A failure shows
 * when a screen is opened.
 */
export function loadScreens(): void {
  for (const { options } of screens) options.component?.preload?.()?.catch(() => {});
}
