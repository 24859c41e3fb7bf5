import { TimerIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';

export const jobsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs',
  validateSearch: ({ status, job }: Record<string, unknown>): { status?: string; job?: string } => ({
    ...(typeof status === 'string' && status !== '' && { status }),
    ...(typeof job === 'string' && job !== '' && { job }),
  }),
  component: lazyRouteComponent(() => import('./jobs-screen.tsx'), 'JobsScreen'),
  staticData: {
    scopes: ['read', 'data'],
    page: { label: text.jobs.title, icon: TimerIcon, group: 'operate' },
  },
});
