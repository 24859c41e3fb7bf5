import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { parseModelSearch } from './model-search.ts';

export const modelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/models/$modelId',
  validateSearch: parseModelSearch,
  component: lazyRouteComponent(() => import('./model-screen.tsx'), 'ModelScreen'),
  staticData: { scopes: ['infer', 'train', 'read'] },
});
