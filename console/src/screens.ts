import { auditRoute } from './screens/audit/routes.ts';
import { datasetsRoute, modelsRoute } from './screens/data/routes.ts';
import { datasetRoute } from './screens/dataset/routes.ts';
import { domainsRoute } from './screens/domain/routes.ts';
import { experimentRoute, experimentsRoute } from './screens/experiments/routes.ts';
import { importRoute } from './screens/import/routes.ts';
import { jobsRoute } from './screens/jobs/routes.ts';
import { keysRoute } from './screens/keys/routes.ts';
import { learningRoute, runRoute } from './screens/learning/routes.ts';
import { matchRoute } from './screens/match/routes.ts';
import { modelRoute } from './screens/model/routes.ts';
import { peopleRoute } from './screens/people/routes.ts';
import { personRoute } from './screens/person/routes.ts';
import { settingsRoute } from './screens/settings/routes.ts';
import { simulationRoute, simulationsRoute } from './screens/simulations/routes.ts';
import { systemRoute } from './screens/system/routes.ts';
import { tenantRoute, tenantsRoute } from './screens/tenants/routes.ts';
import { tokenizerRoute, tokenizersRoute } from './screens/tokenizers/routes.ts';
import type { Page } from './shell/pages.ts';

/** Every screen. The navigation shows the screens of a group in this order. */
export const screens = [
  matchRoute,
  peopleRoute,
  importRoute,
  personRoute,
  learningRoute,
  runRoute,
  datasetsRoute,
  datasetRoute,
  modelsRoute,
  modelRoute,
  tokenizersRoute,
  tokenizerRoute,
  simulationsRoute,
  simulationRoute,
  jobsRoute,
  systemRoute,
  experimentsRoute,
  experimentRoute,
  tenantsRoute,
  tenantRoute,
  keysRoute,
  auditRoute,
  settingsRoute,
  domainsRoute,
] as const;

/** The entries of the navigation. */
export const pages: readonly Page[] = screens.flatMap(({ options }) =>
  'path' in options && options.staticData?.page
    ? [{ to: options.path, scopes: options.staticData.scopes ?? [], ...options.staticData.page }]
    : [],
);

/**
 * Loads the code of all screens, so that a page change works while the connection is lost. A failure shows
 * when a screen is opened.
 */
export function loadScreens(): void {
  for (const { options } of screens) options.component?.preload?.()?.catch(() => {});
}
