import { createRouter } from '@tanstack/react-router';
import { actions, pages, screens } from './screens.ts';
import { NotFound } from './shell/not-found.tsx';
import { rootRoute } from './shell/root-route.ts';
import { RouteError } from './shell/route-error.tsx';
import { Shell } from './shell/shell.tsx';

rootRoute.update({
  component: () => <Shell pages={pages} actions={actions} />,
  notFoundComponent: NotFound,
  errorComponent: RouteError,
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([...screens]),
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
