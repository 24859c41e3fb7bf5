import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';

/** The screen asks for two scopes at once itself. */
export const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/import',
  validateSearch: ({ domain }: Record<string, unknown>): { domain?: string } =>
    typeof domain === 'string' && domain !== '' ? { domain } : {},
  component: lazyRouteComponent(() => import('./import-screen.tsx'), 'ImportScreen'),
  staticData: { actions: [{ label: text.palette.actions.importPeople, scopes: ['read', 'write'] }] },
});
