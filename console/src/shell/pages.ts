import { text } from '../text/en.ts';

/** The groups of the navigation, in their order. A group without a page that the key may see is not shown. */
export const pageGroups = ['match', 'learn', 'behaviour', 'operate', 'admin'] as const;

/** The pages of the navigation, each with its group and the scopes of which one is enough. */
export const pages = [
  { to: '/match', label: text.nav.match, icon: 'match', group: 'match', scopes: ['match'] },
  { to: '/people', label: text.nav.person, icon: 'person', group: 'match', scopes: ['read'] },
  { to: '/domains', label: text.nav.domains, icon: 'domains', group: 'match', scopes: ['read'] },
  { to: '/learning', label: text.nav.learning, icon: 'learning', group: 'learn', scopes: ['read'] },
  {
    to: '/datasets',
    label: text.nav.datasets,
    icon: 'datasets',
    group: 'behaviour',
    scopes: ['data', 'read'],
  },
  {
    to: '/models',
    label: text.nav.models,
    icon: 'models',
    group: 'behaviour',
    scopes: ['infer', 'train', 'read'],
  },
  {
    to: '/tokenizers',
    label: text.nav.tokenizers,
    icon: 'tokenizers',
    group: 'behaviour',
    scopes: ['data', 'read'],
  },
  {
    to: '/simulations',
    label: text.nav.simulations,
    icon: 'simulations',
    group: 'behaviour',
    scopes: ['infer', 'read'],
  },
  { to: '/jobs', label: text.nav.jobs, icon: 'jobs', group: 'operate', scopes: ['data', 'read'] },
  { to: '/system', label: text.nav.system, icon: 'system', group: 'operate', scopes: ['operator'] },
  {
    to: '/experiments',
    label: text.nav.experiments,
    icon: 'experiments',
    group: 'operate',
    scopes: ['operator'],
  },
  { to: '/tenants', label: text.nav.tenants, icon: 'tenants', group: 'admin', scopes: ['operator'] },
  { to: '/keys', label: text.nav.keys, icon: 'keys', group: 'admin', scopes: ['operator'] },
  { to: '/audit', label: text.nav.audit, icon: 'audit', group: 'admin', scopes: ['operator'] },
  { to: '/settings', label: text.nav.settings, icon: 'settings', group: 'admin', scopes: ['operator'] },
  // No key has both scopes: the operator's belongs to no workspace.
  { to: '/domains', label: text.nav.domains, icon: 'domains', group: 'admin', scopes: ['operator'] },
] as const;

export type Page = (typeof pages)[number];
