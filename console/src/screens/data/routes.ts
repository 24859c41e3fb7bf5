import { ArchiveIcon, CubeIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';

export const datasetsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets',
  component: lazyRouteComponent(() => import('./datasets-screen.tsx'), 'DatasetsScreen'),
  staticData: {
    scopes: ['data', 'read'],
    page: { label: text.data.datasets, icon: ArchiveIcon, group: 'behaviour' },
  },
});

export const modelsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/models',
  component: lazyRouteComponent(() => import('./models-screen.tsx'), 'ModelsScreen'),
  staticData: {
    scopes: ['infer', 'train', 'read'],
    page: { label: text.data.models, icon: CubeIcon, group: 'behaviour' },
  },
});
