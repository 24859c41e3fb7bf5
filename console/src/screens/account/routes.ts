import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

/** `to`: the page that a sign-in was on its way to, when the workspace is still to be chosen. */
export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } =>
    typeof to === 'string' && to.startsWith('/console/') ? { to } : {},
  component: lazyRouteComponent(() => import('./account-screen.tsx'), 'AccountScreen'),
});
