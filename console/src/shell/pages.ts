import { text } from '../text/en.ts';

/** The pages of the navigation, each with the scopes of which one is enough. */
export const pages = [
  { to: '/match', label: text.nav.match, icon: 'match', scopes: ['match'] },
  { to: '/people', label: text.nav.person, icon: 'person', scopes: ['read'] },
  { to: '/jobs', label: text.nav.jobs, icon: 'jobs', scopes: ['data', 'read'] },
  { to: '/datasets', label: text.nav.datasets, icon: 'datasets', scopes: ['data', 'read'] },
  { to: '/models', label: text.nav.models, icon: 'models', scopes: ['infer', 'train', 'read'] },
  { to: '/tokenizers', label: text.nav.tokenizers, icon: 'tokenizers', scopes: ['data', 'read'] },
  { to: '/simulations', label: text.nav.simulations, icon: 'simulations', scopes: ['infer', 'read'] },
] as const;

export type Page = (typeof pages)[number];
