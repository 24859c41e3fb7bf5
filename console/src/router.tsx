import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { parseAuditSearch } from './screens/audit/audit-search.ts';
import { parseDomainSearch } from './screens/domain/domain-search.ts';
import { parseLearningSearch } from './screens/learning/learning-search.ts';
import { parseMatchSearch } from './screens/match/match-search.ts';
import { parseModelSearch } from './screens/model/model-search.ts';
import { parsePeopleSearch } from './screens/people/people-search.ts';
import { screens } from './screens.ts';
import { Home } from './shell/home.tsx';
import { NotFound } from './shell/not-found.tsx';
import { RouteError } from './shell/route-error.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: RouteError });
const getParentRoute = () => root;

const optionalText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const home = createRoute({ getParentRoute, path: '/', component: Home });

export const matchRoute = createRoute({
  getParentRoute,
  path: '/match',
  validateSearch: parseMatchSearch,
  component: lazyRouteComponent(screens.match, 'MatchScreen'),
});

const peopleRoute = createRoute({
  getParentRoute,
  path: '/people',
  validateSearch: parsePeopleSearch,
  component: lazyRouteComponent(screens.people, 'PeopleScreen'),
});

const importRoute = createRoute({
  getParentRoute,
  path: '/import',
  validateSearch: (raw: Record<string, unknown>): { domain?: string } => {
    const domain = optionalText(raw.domain);
    return domain === undefined ? {} : { domain };
  },
  component: lazyRouteComponent(screens.import, 'ImportScreen'),
});

export const personRoute = createRoute({
  getParentRoute,
  path: '/people/$userId',
  validateSearch: (raw: Record<string, unknown>): { domain?: string; reach?: boolean } => {
    const domain = optionalText(raw.domain);
    return { ...(domain !== undefined && { domain }), ...(raw.reach === true && { reach: true }) };
  },
  component: lazyRouteComponent(screens.person, 'PersonScreen'),
});

const domainsRoute = createRoute({
  getParentRoute,
  path: '/domains',
  validateSearch: parseDomainSearch,
  component: lazyRouteComponent(screens.domain, 'DomainScreen'),
});

const learningRoute = createRoute({
  getParentRoute,
  path: '/learning',
  validateSearch: parseLearningSearch,
  component: lazyRouteComponent(screens.learning, 'LearningScreen'),
});

const runRoute = createRoute({
  getParentRoute,
  path: '/learning/runs/$runId',
  component: lazyRouteComponent(screens.run, 'RunScreen'),
});

export const jobsRoute = createRoute({
  getParentRoute,
  path: '/jobs',
  validateSearch: (raw: Record<string, unknown>): { status?: string } => {
    const status = optionalText(raw.status);
    return status === undefined ? {} : { status };
  },
  component: lazyRouteComponent(screens.jobs, 'JobsScreen'),
});

const datasetsRoute = createRoute({
  getParentRoute,
  path: '/datasets',
  component: lazyRouteComponent(screens.datasets, 'DatasetsScreen'),
});

const modelsRoute = createRoute({
  getParentRoute,
  path: '/models',
  component: lazyRouteComponent(screens.models, 'ModelsScreen'),
});

const systemRoute = createRoute({
  getParentRoute,
  path: '/system',
  component: lazyRouteComponent(screens.system, 'SystemScreen'),
});

const experimentsRoute = createRoute({
  getParentRoute,
  path: '/experiments',
  component: lazyRouteComponent(screens.experiments, 'ExperimentsScreen'),
});

const experimentRoute = createRoute({
  getParentRoute,
  path: '/experiments/$experimentId',
  component: lazyRouteComponent(screens.experiment, 'ExperimentScreen'),
});

const tenantsRoute = createRoute({
  getParentRoute,
  path: '/tenants',
  component: lazyRouteComponent(screens.tenants, 'TenantsScreen'),
});

const tenantRoute = createRoute({
  getParentRoute,
  path: '/tenants/$tenantId',
  component: lazyRouteComponent(screens.tenant, 'TenantScreen'),
});

const keysRoute = createRoute({
  getParentRoute,
  path: '/keys',
  validateSearch: (raw: Record<string, unknown>): { owner?: string } => {
    const owner = optionalText(raw.owner);
    return owner === undefined ? {} : { owner };
  },
  component: lazyRouteComponent(screens.keys, 'KeysScreen'),
});

const auditRoute = createRoute({
  getParentRoute,
  path: '/audit',
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(screens.audit, 'AuditScreen'),
});

const settingsRoute = createRoute({
  getParentRoute,
  path: '/settings',
  validateSearch: (raw: Record<string, unknown>): { find?: string } => {
    const find = optionalText(raw.find);
    return find === undefined ? {} : { find };
  },
  component: lazyRouteComponent(screens.settings, 'SettingsScreen'),
});

const tokenizersRoute = createRoute({
  getParentRoute,
  path: '/tokenizers',
  component: lazyRouteComponent(screens.tokenizers, 'TokenizersScreen'),
});

const tokenizerRoute = createRoute({
  getParentRoute,
  path: '/tokenizers/$tokenizerId',
  validateSearch: (raw: Record<string, unknown>): { prefix?: string } => {
    // A single code arrives as a number.
    const prefix = optionalText(typeof raw.prefix === 'number' ? String(raw.prefix) : raw.prefix);
    return prefix === undefined ? {} : { prefix };
  },
  component: lazyRouteComponent(screens.tokenizer, 'TokenizerScreen'),
});

const simulationsRoute = createRoute({
  getParentRoute,
  path: '/simulations',
  component: lazyRouteComponent(screens.simulations, 'SimulationsScreen'),
});

const simulationRoute = createRoute({
  getParentRoute,
  path: '/simulations/$simulationId',
  component: lazyRouteComponent(screens.simulation, 'SimulationScreen'),
});

const datasetRoute = createRoute({
  getParentRoute,
  path: '/datasets/$datasetId',
  component: lazyRouteComponent(screens.dataset, 'DatasetScreen'),
});

const modelRoute = createRoute({
  getParentRoute,
  path: '/models/$modelId',
  validateSearch: parseModelSearch,
  component: lazyRouteComponent(screens.model, 'ModelScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    matchRoute,
    peopleRoute,
    importRoute,
    personRoute,
    domainsRoute,
    learningRoute,
    runRoute,
    jobsRoute,
    datasetsRoute,
    datasetRoute,
    modelsRoute,
    systemRoute,
    experimentsRoute,
    experimentRoute,
    tenantsRoute,
    tenantRoute,
    keysRoute,
    auditRoute,
    settingsRoute,
    tokenizersRoute,
    tokenizerRoute,
    simulationsRoute,
    simulationRoute,
    modelRoute,
  ]),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
