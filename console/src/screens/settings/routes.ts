import { GearIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: ({ find }: Record<string, unknown>): { find?: string } =>
    typeof find === 'string' && find !== '' ? { find } : {},
  component: lazyRouteComponent(() => import('./settings-screen.tsx'), 'SettingsScreen'),
  staticData: {
    scopes: ['operator'],
    page: { label: text.admin.settings, icon: GearIcon, group: 'admin' },
  },
});
