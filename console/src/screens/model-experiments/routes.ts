import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';

export const newModelExperimentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/model-experiments/new',
  component: lazyRouteComponent(
    () => import('./new-model-experiment-screen.tsx'),
    'NewModelExperimentScreen',
  ),
  staticData: { scopes: ['train'] },
});

export const modelExperimentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/model-experiments/$experimentId',
  component: lazyRouteComponent(() => import('./model-experiment-screen.tsx'), 'ModelExperimentScreen'),
  staticData: { scopes: ['infer', 'train', 'read'] },
});
