import { plural } from './plural.ts';

export const tokenizersText = {
  title: 'Tokenizers',
  lead: 'Semantic IDs: each item has a code at every level, and similar items share their first codes.',
  empty: 'No tokenizers yet',
  emptyLead: 'Fit one on a dataset. Generative retrievers write its codes.',
  create: 'Fit a tokenizer',
  tree: 'Tree of codes',
  treeLead: 'A code leads to the codes below it, and at the last level to the items.',
  notReady: 'The tree can be walked when the tokenizer is ready.',
  quality: 'Quality',
  settings: 'Settings',
  measured: 'Measured at the fit',
  path: 'Path in the tree',
  top: 'Top',
  level: (depth: number, levels: number, items: number, collisions: number) =>
    `Level ${Math.min(depth + 1, levels)} of ${levels} · ${plural(items, 'item', 'items')}${collisions === 0 ? '' : ` · ${plural(collisions, 'collision', 'collisions')}`}`,
  code: 'Code',
  items: 'Items',
  collisions: 'Collisions',
  examples: 'Examples',
  omitted: (count: number) => `${plural(count, 'smaller code is', 'smaller codes are')} not shown.`,
  suffix: (value: number) => `has the codes of an earlier item; suffix ${value}`,
  nothing: 'No item has these codes.',
} as const;
