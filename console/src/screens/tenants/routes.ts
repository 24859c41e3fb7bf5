import { HomeIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';

export const tenantsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tenants',
  component: lazyRouteComponent(() => import('./tenants-screen.tsx'), 'TenantsScreen'),
  staticData: {
    scopes: ['operator'],
    page: { label: text.admin.tenants, icon: HomeIcon, group: 'admin' },
  },
});

export const tenantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tenants/$tenantId',
  component: lazyRouteComponent(() => import('./tenant-screen.tsx'), 'TenantScreen'),
  staticData: { scopes: ['operator'] },
});
