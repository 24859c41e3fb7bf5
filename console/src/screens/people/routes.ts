import { PersonIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';
import { parsePeopleSearch } from './people-search.ts';

export const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  validateSearch: parsePeopleSearch,
  component: lazyRouteComponent(() => import('./people-screen.tsx'), 'PeopleScreen'),
  staticData: {
    scopes: ['read'],
    page: { label: text.people.title, icon: PersonIcon, group: 'match' },
  },
});
