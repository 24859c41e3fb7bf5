/** Pages with a form that makes something. The first values of the form are in the address. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textOf } from '../../parts/read-unknown.ts';
import { rootRoute } from '../../shell/root-route.ts';
import { text } from '../../text/en.ts';

interface From {
  readonly dataset?: string;
  readonly base?: string;
  readonly model?: string;
}

function parseFrom(raw: Record<string, unknown>): From {
  const [dataset, base, model] = [textOf(raw.dataset), textOf(raw.base), textOf(raw.model)];
  return {
    ...(dataset !== undefined && { dataset }),
    ...(base !== undefined && { base }),
    ...(model !== undefined && { model }),
  };
}

export const newDatasetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/datasets/new',
  component: lazyRouteComponent(() => import('./new-dataset-screen.tsx'), 'NewDatasetScreen'),
  staticData: {
    scopes: ['data'],
    actions: [{ label: text.palette.actions.importDataset, scopes: ['data'] }],
  },
});

export const newModelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/models/new',
  validateSearch: parseFrom,
  component: lazyRouteComponent(() => import('./new-model-screen.tsx'), 'NewModelScreen'),
  staticData: {
    scopes: ['train'],
    actions: [{ label: text.palette.actions.trainModel, scopes: ['train'] }],
  },
});

export const newSimulationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/simulations/new',
  validateSearch: parseFrom,
  component: lazyRouteComponent(() => import('./new-simulation-screen.tsx'), 'NewSimulationScreen'),
  staticData: { scopes: ['infer'] },
});

export const newExperimentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/experiments/new',
  component: lazyRouteComponent(() => import('./new-experiment-screen.tsx'), 'NewExperimentScreen'),
  staticData: { scopes: ['operator'] },
});

export const newTokenizerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tokenizers/new',
  validateSearch: parseFrom,
  component: lazyRouteComponent(() => import('./new-tokenizer-screen.tsx'), 'NewTokenizerScreen'),
  staticData: { scopes: ['data'] },
});
