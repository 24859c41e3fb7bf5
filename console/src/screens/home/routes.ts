import { HomeIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';

/** The first page. A key that may see nothing of it is led to its first page of the navigation. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./home-screen.tsx'), 'HomeScreen'),
  staticData: {
    scopes: ['read', 'train', 'data', 'infer'],
    page: { label: text.nav.home, icon: HomeIcon, group: 'match' },
  },
});
