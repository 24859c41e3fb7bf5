import { GroupIcon } from '@radix-ui/react-icons';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textOf } from '../../parts/read-unknown.ts';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';

export const segmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/segments',
  component: lazyRouteComponent(() => import('./segments-screen.tsx'), 'SegmentsScreen'),
  staticData: {
    scopes: ['read', 'data'],
    page: { label: text.data.segments, icon: GroupIcon, group: 'behaviour' },
  },
});

export const newSegmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/segments/new',
  validateSearch: (raw: Record<string, unknown>): { readonly model?: string } => {
    const model = textOf(raw.model);
    return model === undefined ? {} : { model };
  },
  component: lazyRouteComponent(() => import('./new-segments-screen.tsx'), 'NewSegmentsScreen'),
  staticData: {
    scopes: ['infer'],
    actions: [{ label: text.palette.actions.segmentPeople, scopes: ['infer'] }],
  },
});

export const segmentRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/segments/$jobId',
  component: lazyRouteComponent(() => import('./segment-run-screen.tsx'), 'SegmentRunScreen'),
  staticData: { scopes: ['read', 'data'] },
});
