import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

export const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people/$userId',
  validateSearch: ({ domain, reach }: Record<string, unknown>): { domain?: string; reach?: boolean } => ({
    ...(typeof domain === 'string' && domain !== '' && { domain }),
    ...(reach === true && { reach }),
  }),
  component: lazyRouteComponent(() => import('./person-screen.tsx'), 'PersonScreen'),
  staticData: { scopes: ['read'] },
});
