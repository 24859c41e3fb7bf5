import { createRoute, createRouter } from '@tanstack/react-router';
import { pages, screens } from './screens.ts';
import { Home } from './shell/home.tsx';
import { NotFound } from './shell/not-found.tsx';
import { rootRoute } from './shell/root-route.ts';
import { RouteError } from './shell/route-error.tsx';
import { Shell } from './shell/shell.tsx';

rootRoute.update({
  component: () => <Shell pages={pages} />,
  notFoundComponent: NotFound,
  errorComponent: RouteError,
});

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: () => <Home pages={pages} />,
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([home, ...screens]),
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
