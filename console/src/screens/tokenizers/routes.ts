import { LayersIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textOf } from '../../parts/read-unknown.ts';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';

export const tokenizersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tokenizers',
  component: lazyRouteComponent(() => import('./tokenizers-screen.tsx'), 'TokenizersScreen'),
  staticData: {
    scopes: ['data', 'read'],
    page: { label: text.tokenizers.title, icon: LayersIcon, group: 'behaviour' },
  },
});

export const tokenizerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tokenizers/$tokenizerId',
  validateSearch: (raw: Record<string, unknown>): { prefix?: string } => {
    // A single code arrives as a number.
    const prefix = textOf(raw.prefix);
    return prefix === undefined ? {} : { prefix };
  },
  component: lazyRouteComponent(() => import('./tokenizer-screen.tsx'), 'TokenizerScreen'),
  staticData: { scopes: ['read', 'data'] },
});
