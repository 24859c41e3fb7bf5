import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

export const datasetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets/$datasetId',
  component: lazyRouteComponent(() => import('./dataset-screen.tsx'), 'DatasetScreen'),
  staticData: { scopes: ['data', 'read'] },
});
