import { plural } from './plural.ts';

const percent = (value: number) => `${(value * 100).toFixed(1)} %`;

export const simulationsText = {
  title: 'Simulations',
  lead: 'What people would take next under a policy, rolled out step by step.',
  empty: 'No simulations yet',
  emptyLead: 'Simulate which items people would take from a model, step by step.',
  create: 'New simulation',
  policies: {
    model: 'Offers of the model',
    popular: 'Most popular items',
    random: 'Random items',
  } as Readonly<Record<string, string>>,
  candidates: (count: number) => `${plural(count, 'given item', 'given items')}`,
  steps: (count: number) => plural(count, 'step', 'steps'),
  step: (step: number) => `Step ${step}`,
  outcome: 'Outcome',
  people: (histories: number, judged: number) =>
    `${plural(histories, 'history', 'histories')}; ${judged === 0 ? 'none' : judged.toLocaleString('en')} with a known continuation.`,
  singleItems: 'The model learned baskets; here each step is one item.',
  coverage: 'Coverage',
  coverageHint: 'Share of the catalogue that was taken at least once.',
  gini: 'Unevenness (Gini)',
  giniHint: '0: every item is taken equally often. 100 %: one item is taken always.',
  repeats: 'Repeats',
  repeatsHint: 'Share of takes of an item that the person had before.',
  hits: 'Hits by step',
  hitsLead: 'Share of people who took the item that they really took next.',
  top: 'Most taken items',
  topLead: 'Share of all takes; at most 20 items.',
  none: 'no cases',
  share: (value: number, low: number | null, high: number | null) =>
    low === null || high === null
      ? percent(value)
      : `${percent(value)} (${percent(low)} to ${percent(high)})`,
} as const;
