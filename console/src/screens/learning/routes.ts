import { BarChartIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';
import { parseLearningSearch } from './learning-search.ts';

export const learningRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/learning',
  validateSearch: parseLearningSearch,
  component: lazyRouteComponent(() => import('./learning-screen.tsx'), 'LearningScreen'),
  staticData: {
    scopes: ['read'],
    page: { label: text.learning.title, icon: BarChartIcon, group: 'learn' },
    actions: [
      { label: text.palette.actions.trainRanking, scopes: ['read', 'train'], search: { view: 'runs' } },
    ],
  },
});

export const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/learning/runs/$runId',
  component: lazyRouteComponent(() => import('./run-screen.tsx'), 'RunScreen'),
  staticData: { scopes: ['read', 'train'] },
});
