import { FileTextIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';
import { parseDomainSearch } from './domain-search.ts';

export const domainsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/domains',
  validateSearch: parseDomainSearch,
  component: lazyRouteComponent(() => import('./domain-screen.tsx'), 'DomainScreen'),
  staticData: {
    scopes: ['read', 'operator'],
    page: { label: text.domain.title, icon: FileTextIcon, group: 'match', operatorGroup: 'admin' },
  },
});
