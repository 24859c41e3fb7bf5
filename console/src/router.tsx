import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { parseMatchSearch } from './screens/match/match-search.ts';
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

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    matchRoute,
    peopleRoute,
    personRoute,
    jobsRoute,
    datasetsRoute,
    modelsRoute,
    tokenizersRoute,
    tokenizerRoute,
    simulationsRoute,
    simulationRoute,
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
