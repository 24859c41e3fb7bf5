import { LockClosedIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';

export const keysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/keys',
  validateSearch: ({ owner }: Record<string, unknown>): { owner?: string } =>
    typeof owner === 'string' && owner !== '' ? { owner } : {},
  component: lazyRouteComponent(() => import('./keys-screen.tsx'), 'KeysScreen'),
  staticData: {
    scopes: ['operator'],
    page: { label: text.admin.keys, icon: LockClosedIcon, group: 'admin' },
  },
});
