import { PaperPlaneIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';

interface WebhooksSearch {
  /** Whose deliveries are open. */
  readonly webhook?: string;
  /** Whether the form of a new one is open. */
  readonly create?: true;
}

export const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  validateSearch: ({ webhook, create }: Record<string, unknown>): WebhooksSearch => ({
    ...(typeof webhook === 'string' && webhook !== '' && { webhook }),
    ...(create === true && { create }),
  }),
  component: lazyRouteComponent(() => import('./webhooks-screen.tsx'), 'WebhooksScreen'),
  staticData: {
    scopes: ['export', 'data'],
    page: { label: text.webhooks.title, icon: PaperPlaneIcon, group: 'operate' },
    actions: [{ label: text.palette.actions.addWebhook, scopes: ['export'], search: { create: true } }],
  },
});
