import { ShuffleIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';
import { parseMatchSearch } from './match-search.ts';

export const matchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/match',
  validateSearch: parseMatchSearch,
  component: lazyRouteComponent(() => import('./match-screen.tsx'), 'MatchScreen'),
  staticData: {
    scopes: ['match'],
    page: { label: text.match.page, icon: ShuffleIcon, group: 'match' },
    actions: [{ label: text.palette.actions.matchText, scopes: ['match', 'read'], search: { mode: 'text' } }],
  },
});
