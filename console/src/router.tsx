import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { parseMatchSearch } from './screens/match/match-search.ts';
import { parseModelSearch } from './screens/model/model-search.ts';
import { screens } from './screens.ts';
import { NotFound } from './shell/not-found.tsx';
import { RouteError } from './shell/route-error.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: RouteError });
const getParentRoute = () => root;

const optionalText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const home = createRoute({
  getParentRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/match', replace: true });
  },
});

export const matchRoute = createRoute({
  getParentRoute,
  path: '/match',
  validateSearch: parseMatchSearch,
  component: lazyRouteComponent(screens.match, 'MatchScreen'),
});

const peopleRoute = createRoute({
  getParentRoute,
  path: '/people',
  component: lazyRouteComponent(screens.people, 'PeopleScreen'),
});

export const personRoute = createRoute({
  getParentRoute,
  path: '/people/$userId',
  validateSearch: (raw: Record<string, unknown>): { domain?: string } => {
    const domain = optionalText(raw.domain);
    return domain === undefined ? {} : { domain };
  },
  component: lazyRouteComponent(screens.person, 'PersonScreen'),
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
    personRoute,
    jobsRoute,
    datasetsRoute,
    datasetRoute,
    modelsRoute,
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
