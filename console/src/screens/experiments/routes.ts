import { MixerHorizontalIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';

export const experimentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments',
  component: lazyRouteComponent(() => import('./experiments-screen.tsx'), 'ExperimentsScreen'),
  staticData: {
    scopes: ['operator'],
    page: { label: text.experiments.title, icon: MixerHorizontalIcon, group: 'operate' },
  },
});

export const experimentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments/$experimentId',
  component: lazyRouteComponent(() => import('./experiment-screen.tsx'), 'ExperimentScreen'),
  staticData: { scopes: ['operator'] },
});
