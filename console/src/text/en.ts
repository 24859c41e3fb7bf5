/**
 * All text of the console. A translation is another object of the type `Text`; texts with parts are
 * functions, so that a language orders its sentence as it likes.
 */

import { accountText } from './en-account.ts';
import { activityText } from './en-activity.ts';
import { adminText } from './en-admin.ts';
import { auditText } from './en-audit.ts';
import { datasetText } from './en-dataset.ts';
import { documentText } from './en-document.ts';
import { domainText } from './en-domain.ts';
import { errorHelp } from './en-errors.ts';
import { experimentsText } from './en-experiments.ts';
import { jobsText } from './en-jobs.ts';
import { learningText } from './en-learning.ts';
import { matchText } from './en-match.ts';
import { membersText } from './en-members.ts';
import { modelText } from './en-model.ts';
import { paletteText } from './en-palette.ts';
import { peopleText } from './en-people.ts';
import { personText } from './en-person.ts';
import { readingText } from './en-reading.ts';
import { simulationsText } from './en-simulations.ts';
import { systemText } from './en-system.ts';
import { tokenizersText } from './en-tokenizers.ts';
import { webhooksText } from './en-webhooks.ts';

export const text = {
  product: 'Counterpart',
  errorHelp,
  match: matchText,
  activity: activityText,
  person: personText,
  reading: readingText,
  document: documentText,
  people: peopleText,
  jobs: jobsText,
  domain: domainText,
  admin: adminText,
  members: membersText,
  yours: accountText,
  audit: auditText,
  webhooks: webhooksText,
  system: systemText,
  learning: learningText,
  tokenizers: tokenizersText,
  simulations: simulationsText,
  experiments: experimentsText,
  dataset: datasetText,
  model: modelText,
  palette: paletteText,
  nav: {
    label: 'Main navigation',
    home: 'Home',
    groups: {
      match: 'Match',
      learn: 'Learn',
      behaviour: 'Behaviour',
      operate: 'Operate',
      admin: 'Admin',
    },
    skip: 'Skip to the content',
    open: 'Open the menu',
    close: 'Close the menu',
  },
  account: {
    menu: 'Session and theme',
    until: (time: string) => `Signed in until ${time}`,
    scopes: 'This key may',
    memberScopes: 'You may',
    as: (email: string) => `Signed in as ${email}`,
    sessions: 'Your sessions',
    workspaces: 'Workspaces and sessions',
    operatorScopes: 'This key belongs to no workspace. It may',
    operator: 'Operator',
    theme: 'Theme',
    light: 'Light',
    dark: 'Dark',
    system: 'System',
    signOut: 'Sign out',
  },
  signIn: {
    title: 'Sign in to Counterpart',
    lead: 'Use an API key of your workspace. It is exchanged for a session of eight hours and not kept in this browser.',
    key: 'API key',
    keyHint: 'It begins with cp_ and is printed once by «counterpart keys create».',
    leadOfBoth:
      'People sign in with their account. A key of a workspace works, too. Either begins a session of eight hours.',
    byProvider: (name: string) => `Sign in with ${name}`,
    or: 'or with a key',
    submit: 'Sign in',
    checking: 'Checking your session',
    ended: 'Your session has ended. Sign in and you are back where you were.',
    linkFailed: 'This link can be used once and for a short time. Ask for a new one, or sign in with a key.',
    empty: 'Enter an API key.',
  },
  error: {
    code: 'Code',
    request: 'Request id',
    copy: 'Copy the request id',
    retry: 'Try again',
    crash: 'This part of the page failed. Reload the page; the rest of the console still works.',
    unknown: 'An unexpected error happened in the page.',
    /** By code, of errors whose own message says less. */
    messages: {
      connection: 'The service could not be reached.',
      timeout: 'The service did not answer in time.',
    } as Readonly<Record<string, string>>,
    lost: 'The connection to the service is lost. The console tries again by itself.',
    back: 'The connection is back.',
    notFoundTitle: 'There is no such page',
    notFound: 'The address may be old or misspelled.',
    home: 'Go to the first page',
    noScope: (scope: string) =>
      `This needs a key with the scope «${scope}». Sign in with another key to see it.`,
  },
  common: {
    yes: 'Yes',
    no: 'No',
    any: 'Any',
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    more: 'Show more',
    showAll: (count: number) => `Show all ${count.toLocaleString('en')}`,
    orNotStated: 'or not stated',
    count: (value: number) => value.toLocaleString('en'),
    ms: (value: number) => (value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`),
    percent: (value: number) => `${Math.round(value * 100)} %`,
  },
  data: {
    datasets: 'Datasets',
    datasetsLead: 'Items and what people did with them. Models learn from them.',
    noDatasets: 'No datasets yet',
    noDatasetsLead: 'Import items and events from a file or a location. Models of behaviour learn from them.',
    newDataset: 'Import a dataset',
    models: 'Models',
    segments: 'Segments',
    modelsLead: 'Models of behaviour: which item comes next.',
    modelState: 'State',
    modelStates: {
      ready: {
        label: 'Can serve',
        empty: 'No models yet',
        lead: 'Train one on a dataset. It then predicts which item comes next.',
      },
      training: {
        label: 'In training',
        empty: 'None is in training',
        lead: 'A training shows here until it has ended.',
      },
      failed: {
        label: 'Failed',
        empty: 'None has failed',
        lead: 'Trainings that failed, and refits that were refused, say here why.',
      },
    },
    newModel: 'Train a model',
    items: 'items',
    events: 'events',
    exportAllowed: 'Export allowed',
    exportRefused: 'Export refused',
    trainingAllowed: 'Training allowed',
    trainingRefused: 'Training refused',
    notEvaluated: 'Not evaluated yet.',
  },
} as const;

export type Text = typeof text;
