import { PlayIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';

export const simulationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/simulations',
  component: lazyRouteComponent(() => import('./simulations-screen.tsx'), 'SimulationsScreen'),
  staticData: {
    scopes: ['infer', 'read'],
    page: { label: text.simulations.title, icon: PlayIcon, group: 'behaviour' },
  },
});

export const simulationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/simulations/$simulationId',
  component: lazyRouteComponent(() => import('./simulation-screen.tsx'), 'SimulationScreen'),
  staticData: { scopes: ['infer', 'read'] },
});
