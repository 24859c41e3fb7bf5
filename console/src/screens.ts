/** The code of the screens. Each is loaded when it is first opened, or when the page has nothing else to do. */
export const screens = {
  match: () => import('./screens/match/match-screen.tsx'),
  people: () => import('./screens/people/people-screen.tsx'),
  import: () => import('./screens/import/import-screen.tsx'),
  person: () => import('./screens/person/person-screen.tsx'),
  domain: () => import('./screens/domain/domain-screen.tsx'),
  learning: () => import('./screens/learning/learning-screen.tsx'),
  run: () => import('./screens/learning/run-screen.tsx'),
  jobs: () => import('./screens/jobs/jobs-screen.tsx'),
  datasets: () => import('./screens/data/datasets-screen.tsx'),
  system: () => import('./screens/system/system-screen.tsx'),
  experiments: () => import('./screens/experiments/experiments-screen.tsx'),
  experiment: () => import('./screens/experiments/experiment-screen.tsx'),
  tenants: () => import('./screens/tenants/tenants-screen.tsx'),
  tenant: () => import('./screens/tenants/tenant-screen.tsx'),
  keys: () => import('./screens/keys/keys-screen.tsx'),
  audit: () => import('./screens/audit/audit-screen.tsx'),
  settings: () => import('./screens/settings/settings-screen.tsx'),
  tokenizers: () => import('./screens/tokenizers/tokenizers-screen.tsx'),
  tokenizer: () => import('./screens/tokenizers/tokenizer-screen.tsx'),
  simulations: () => import('./screens/simulations/simulations-screen.tsx'),
  simulation: () => import('./screens/simulations/simulation-screen.tsx'),
  dataset: () => import('./screens/dataset/dataset-screen.tsx'),
  models: () => import('./screens/data/models-screen.tsx'),
  model: () => import('./screens/model/model-screen.tsx'),
} as const;

const PAUSE_MS = 1500;

/** Loads all of them, so that a page change works while the connection is lost. Failures show when a screen is opened. */
export function loadScreensSoon(): () => void {
  const timer = setTimeout(() => {
    for (const load of Object.values(screens)) load().catch(() => {});
  }, PAUSE_MS);
  return () => clearTimeout(timer);
}
