import { ReaderIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';
import { parseAuditSearch } from './audit-search.ts';

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import('./audit-screen.tsx'), 'AuditScreen'),
  staticData: {
    scopes: ['operator'],
    page: { label: text.audit.title, icon: ReaderIcon, group: 'admin' },
  },
});
