import { BarChartIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';

export const systemRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/system',
  component: lazyRouteComponent(() => import('./system-screen.tsx'), 'SystemScreen'),
  staticData: {
    scopes: ['operator'],
    page: { label: text.system.title, icon: BarChartIcon, group: 'operate' },
  },
});
