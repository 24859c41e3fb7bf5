import { ActivityLogIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';
import { parseActivitySearch } from './activity-search.ts';

export const activityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity',
  validateSearch: parseActivitySearch,
  component: lazyRouteComponent(() => import('./activity-screen.tsx'), 'ActivityScreen'),
  staticData: {
    scopes: ['read'],
    page: { label: text.activity.title, icon: ActivityLogIcon, group: 'match' },
  },
});

export const recordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity/$matchId',
  component: lazyRouteComponent(() => import('./record-screen.tsx'), 'RecordScreen'),
  staticData: { scopes: ['read'] },
});
