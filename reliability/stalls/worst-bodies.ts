/**
 * The worst specific bodies of operations, by operation id: at their own maxima, and with the most faults.
 * The bodies of an operation that is not listed are drawn from its schema.
 */

import { keys, type NamedBody, nested, zeros } from './any-bodies.ts';
import { longTexts } from './long-texts.ts';
import type { OperationWithBody } from './operations-with-body.ts';
import { schemaBodies } from './schema-bodies.ts';
import { person, type SmallWorld } from './small-world.ts';

const KIB = 1024;
const many = <T>(count: number, of: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => of(n));
const json = (name: string, value: unknown): NamedBody => ({ name, body: JSON.stringify(value) });
const ids = (count: number) => many(count, (n) => `nobody-${n}`);
const dating = { user_id: 'person-1', domain: 'dating' };
/** Unknown place names take the longest to look up. */
const places = (count: number) => many(count, (n) => `Nowhere ${n}, Neverland`);

const texts = longTexts(256 * KIB);
const eachText = (around: (text: string) => unknown) =>
  texts.map(({ name, text }) => json(name, around(text)));

/** Each body has its own person, so that it does not meet what another body left. */
let people = 0;
const nextPerson = () => ({ user_id: `newcomer-${++people}`, domain: 'dating' });

const linesOf = (name: string, count: number, line: () => string): NamedBody => ({
  name,
  body: many(count, line).join('\n'),
});

const withUser = (name: string, member: string): NamedBody => ({
  name,
  body: `${JSON.stringify(nextPerson()).slice(0, -1)},${member}}`,
});

const filterBodies = (word: string, someone: () => object) => [
  json('10,000 excluded users', { ...someone(), [word]: { exclude_user_ids: ids(10_000) } }),
  json('10,000 places in, 10,000 not in', {
    ...someone(),
    [word]: { location: { in: places(10_000), nin: places(10_000) } },
  }),
  json('10,000 ages in, 10,000 not in', {
    ...someone(),
    [word]: { age: { in: many(10_000, (n) => n), nin: many(10_000, (n) => n) } },
  }),
  json('20,000 bad operands', { ...someone(), [word]: { age: { in: ids(10_000), nin: ids(10_000) } } }),
  withUser('64 unknown keys of 100 KiB', `"${word}":${keys(64, `"${'x'.repeat(100 * KIB)}"`)}`),
  withUser('200,000 operands', `"${word}":{"age":${zeros(200_000)}}`),
];

const fieldBodies = (word: string) => [
  withUser('256 fields of 900 keys', `"${word}":${keys(256, keys(900))}`),
  withUser('240,000 values in a field', `"${word}":{"unknown":${zeros(240_000)}}`),
  withUser('62 levels around 7 MiB', `"${word}":${nested(62, `"${'x'.repeat(7 * 2 ** 20)}"`)}`),
];

/** They pass the same items, and want more of them the fewer places they are of. */
function rulesOf(limit: number) {
  return many(8, (n) => ({ filter: {}, min_share: 0.3 + n / 20, in_top: limit - 50 * n }));
}

/** Valid, and nearly as long as `bytes`. */
const longDefinition = (bytes: number) => {
  const phrase = (n: number) => `          - "(a|an|the) [very] good thing ${n} ... and more"`;
  const head =
    'domain: dating\nversion: 2\ntitle: x\nreciprocal: product\nscorecard: {}\nfields:\n  - name: a\n    kind: hard\n    type: enum\n    values: [x]\n    extract:';
  const rule = (n: number) =>
    `      - rule: phrases\n        values:\n         x:\n${many(100, (m) => phrase(100 * n + m)).join('\n')}`;
  const rules: string[] = [];
  while (head.length + rules.join('\n').length + rule(rules.length).length < bytes)
    rules.push(rule(rules.length));
  return [head, ...rules].join('\n');
};

const histories = { histories: many(10_000, (n) => many(23, (m) => `nobody-${n % 97}-${m}`)) };
const simulate = (world: SmallWorld) => ({ model_id: world.ranks, steps: 1, policy: 'model' });

const event = (n: number) => ({
  ...{ event_id: `e${n}`, person_id: 'p', item_id: 'i', kind: 'k', timestamp: '2024-05-01T12:00:00Z' },
});

export const ownBodies: Readonly<Record<string, (world: SmallWorld) => readonly NamedBody[]>> = {
  upsertUser: () => [
    ...fieldBodies('fields'),
    ...filterBodies('preferences', nextPerson),
    ...eachText((context) => ({ ...nextPerson(), context })),
  ],
  patchUser: () => filterBodies('preferences', () => ({})),
  // Lines of JSON. A server that reads a body line by line must not hold the loop for many of them.
  upsertUsers: () => [
    linesOf('20,000 short people', 20_000, () => JSON.stringify({ ...nextPerson(), fields: { age: 30 } })),
    linesOf('5,000 people with texts', 5000, () =>
      JSON.stringify({ ...nextPerson(), context: `I am ${people}, I live in Lisbon, and I run.` }),
    ),
    linesOf('2,000 times the same person', 2000, () => JSON.stringify({ ...dating, fields: { age: 30 } })),
    linesOf('500,000 faulty lines of a byte', 500_000, () => '0'),
    linesOf('20 people with texts of 256 KiB', 20, () =>
      JSON.stringify({ ...nextPerson(), context: texts[0]!.text }),
    ),
    linesOf('4 lines of 240,000 values', 4, () => `{"unknown":${zeros(240_000)}}`),
    linesOf('4 lines of 62 levels around 7 MiB', 4, () => nested(62, `"${'x'.repeat(7 * 2 ** 20)}"`)),
  ],
  appendContext: () => eachText((content) => ({ ...nextPerson(), source: 'chat', content })),
  checkDomain: () => [
    json('20,000 keys', { source: many(20_000, (n) => `k${n}:`).join('\n') }),
    json('250,000 levels', { source: '['.repeat(250_000) }),
    json('80,000 aliases', { source: `a: &a [x]\nb: [${many(80_000, () => '*a').join()}]` }),
    json('a definition of 256 KiB, and five texts', {
      source: longDefinition(256 * KIB),
      texts: texts.slice(0, 5).map(({ text }) => text.slice(0, 16 * KIB)),
    }),
  ],
  match: () => [
    ...filterBodies('filters', () => dating),
    json('1,000 unknown outcomes', { ...dating, filters: { exclude_outcomes: ids(1000) } }),
    ...givenCandidates('10,000 unknown candidates', ids(10_000)),
    ...givenCandidates(
      '10,000 unknown candidates beyond ASCII',
      many(10_000, (n) => `é${n}`),
    ),
    ...givenCandidates(
      '10,000 candidates, 200 known',
      many(10_000, (n) => person(n).user_id),
    ),
    withUser('402 unknown weights', `"weights":${keys(402, '1')}`),
    withUser('900 weights of 9 KiB', `"weights":${keys(900, `"${'x'.repeat(9 * KIB)}"`)}`),
    json('explained, with long lists in every filter', {
      ...dating,
      explain: true,
      filters: {
        age: { in: many(10_000, (n) => n), gte: 18, lte: 99 },
        location: { in: places(5_000) },
        gender: { nin: ['other'] },
        exclude_user_ids: many(10_000, (n) => person(n + 3).user_id),
      },
    }),
    json('the same candidate 10,000 times', {
      ...dating,
      candidate_user_ids: many(10_000, () => 'person-2'),
    }),
    json('10,000 faulty candidates', { ...dating, candidate_user_ids: many(10_000, () => '\u0001') }),
    json('explained, every stage', {
      ...{ ...dating, explain: true, limit: 100 },
      stages: { light_ml: { top_k: 10_000 }, embedding: { top_k: 10_000 }, cross_encoder: { top_k: 500 } },
    }),
  ],
  sendFeedback: () => [
    json('1,000 items of known people', { domain: 'dating', items: many(1000, feedbackItem) }),
    json('1,000 items of unknown people', {
      domain: 'dating',
      items: ids(1000).map((candidate_id) => ({ seeker_id: 'person-1', candidate_id, outcome: 'accepted' })),
    }),
    json('1,000 unknown labels of 7 KiB', {
      domain: 'dating',
      items: many(1000, (n) => ({ ...feedbackItem(n), outcome: 'x'.repeat(7 * KIB) })),
    }),
    {
      name: '1,000 items of 200 unknown keys',
      body: `{"domain":"dating","items":[${rows(1000, keys(200))}]}`,
    },
    { name: '240,000 zeros as items', body: `{"domain":"dating","items":${zeros(240_000)}}` },
    json('1,000 unknown matches', { domain: 'dating', shown: ids(1000).map((match_id) => ({ match_id })) }),
    json('1,000 unknown matches of 240 users', {
      domain: 'dating',
      shown: many(1000, (n) => ({ match_id: `match_${n}`, user_ids: ids(240) })),
    }),
    { name: '240,000 zeros as shown', body: `{"domain":"dating","shown":${zeros(240_000)}}` },
  ],
  withdrawOutcomes: () => [
    json('nothing that is there', { domain: 'dating', seeker_id: 'nobody' }),
    json('a dry run over all', { domain: 'dating', since: '2000-01-01T00:00:00Z', dry_run: true }),
    json('all there is', { domain: 'dating', since: '2000-01-01T00:00:00Z' }),
  ],
  train: () => [json('below the threshold', { domain: 'dating' })],
  deployModel: () => [
    json('no model', { domain: 'dating', run_id: null }),
    json('a run id of 7 MB', { domain: 'dating', run_id: 'x'.repeat(7_000_000) }),
  ],
  importDataset: () => [
    json('1 MiB of items', { name: 'n', items: many(20_000, (n) => ({ item_id: `item-${n}`, text: 'x' })) }),
    json('1 MiB of events', { name: 'n', items: [{ item_id: 'i', text: 'x' }], events: many(8500, event) }),
    json('1 MiB of events of unknown items', {
      ...{ name: 'n', items: [{ item_id: 'other', text: 'x' }], events: many(8500, event) },
    }),
    { name: '240,000 zeros as items', body: `{"name":"n","items":${zeros(240_000)}}` },
  ],
  appendDatasetItems: () => [
    json('1 MiB of items', { items: many(20_000, (n) => ({ item_id: `new-${n}`, text: 'x' })) }),
    json('1 MiB of items that come twice', {
      items: many(20_000, (n) => ({ item_id: `a-${n % 9}`, text: `${n}` })),
    }),
    { name: '240,000 zeros as items', body: `{"items":${zeros(240_000)}}` },
  ],
  appendDatasetEvents: () => [
    json('1 MiB of events of unknown items', { events: many(8500, event) }),
    { name: '240,000 zeros as events', body: `{"events":${zeros(240_000)}}` },
  ],
  mergeDatasetSessions: () => [
    json('1,000 merges', {
      merges: many(1000, (n) => ({ session_id: `session-${n}`, person_id: 'person-1' })),
    }),
    { name: '240,000 zeros as merges', body: `{"merges":${zeros(240_000)}}` },
  ],
  predict: () => [
    json('10,000 of history, 100,000 candidates, 10,000 excluded', {
      history: ids(10_000),
      history_timestamps: many(10_000, () => '2026-03-01T09:00:00.000+05:30'),
      candidate_item_ids: ids(100_000),
      exclude_item_ids: ids(10_000),
      unknown_items: 'ignore',
      long_history: 'truncate',
    }),
    json('1,000 diverse items, explained', { history: ['tea-01'], limit: 1000, diversity: 1, explain: true }),
    withUser('402 unknown weights', `"weights":${keys(402, '1')}`),
    withUser('900 weights of 9 KiB', `"weights":${keys(900, `"${'x'.repeat(9 * KIB)}"`)}`),
    json('explained, with long lists in every filter', {
      ...dating,
      explain: true,
      filters: {
        age: { in: many(10_000, (n) => n), gte: 18, lte: 99 },
        location: { in: places(5_000) },
        gender: { nin: ['other'] },
        exclude_user_ids: many(10_000, (n) => person(n + 3).user_id),
      },
    }),
    json('the same candidate 100,000 times', {
      history: [],
      candidate_item_ids: many(100_000, () => 'tea-01'),
    }),
    json('100,000 candidates beyond ASCII', {
      history: [],
      candidate_item_ids: many(100_000, (n) => `é${n}`),
    }),
    json('10,000 faulty ids', { history: many(10_000, () => '\u0001') }),
    json('8 rules of 1,000 places', { history: ['tea-01'], limit: 1000, rules: rulesOf(1000) }),
    json('faulty rules', { history: [], rules: many(100_000, () => ({})) }),
  ],
  findSimilarItems: () => [
    json('100,000 candidates, 10,000 of history', {
      item_id: 'tea-01',
      history: ids(10_000),
      candidate_item_ids: ids(100_000),
      unknown_items: 'ignore',
      long_history: 'truncate',
    }),
    json('8 rules of 1,000 places', { item_id: 'tea-01', limit: 1000, rules: rulesOf(1000) }),
  ],
  listTrendingItems: () => [
    json('two years, with long filters', {
      window_hours: 17_520,
      limit: 1000,
      filters: { created_at: { in: many(10_000, () => '2026-03-01') } },
      person_filters: { age: { in: many(10_000, (n) => n) } },
    }),
  ],
  getItemVectors: () => [json('1,000 vectors', { item_ids: ids(1000) })],
  matchBatch: () => [
    json('100,000 seekers', { domain: 'dating', user_ids: ids(100_000) }),
    json('100,000 seekers beyond ASCII', { domain: 'dating', user_ids: many(100_000, (n) => `é${n}`) }),
    json('100,000 faulty seekers', { domain: 'dating', user_ids: many(100_000, () => '\u0001') }),
    json('10,000 candidates for 100,000 seekers', {
      domain: 'dating',
      user_ids: ids(100_000),
      candidate_user_ids: ids(10_000),
    }),
  ],
  predictBatch: () => [
    json('10,000 people, 100,000 candidates', {
      people: many(10_000, (n) => ({ person_id: `p${n}`, history: ['tea-01'] })),
      candidate_item_ids: ids(100_000),
    }),
    json('10,000 faulty people', { people: many(10_000, () => ({})) }),
  ],
  embed: () => [json('10,000 of history', { history: ids(10_000) })],
  generate: ({ generates }) => [
    json('10,000 of history', { model_id: generates, history: ids(10_000) }),
    json('the widest beam', { model_id: generates, history: ['tea-01'], limit: 100, beam: 200 }),
  ],
  simulate: (world) => [
    json('10,000 histories of 23 ids', { ...simulate(world), ...histories }),
    json('10,000 histories of 23 ids beyond ASCII', {
      ...simulate(world),
      histories: many(10_000, (n) => many(23, (m) => `é${n % 97}-${m}`)),
    }),
    json('10,000 faulty histories', { ...simulate(world), histories: zerosOf(10_000) }),
  ],
  assignSemanticIds: ({ tokenizer }) => [
    json('1,000 items of 8 KiB', {
      tokenizer_id: tokenizer,
      items: many(1000, (n) => ({ item_id: `i${n}`, title: `${n} ${texts[0]!.text.slice(0, 8000)}` })),
    }),
    json('240 items of 1,000 attributes', {
      tokenizer_id: tokenizer,
      items: many(240, (n) => ({ item_id: `i${n}`, attributes: JSON.parse(keys(1000)) })),
    }),
  ],
  ingest: () => [
    ...fieldBodies('metadata').map(({ name, body }) => ({
      name,
      body: `${body.slice(0, -1)},"text":"Hi."}`,
    })),
    ...eachText((text) => ({ ...nextPerson(), text, summary: `${text.slice(0, -1)}.` })),
  ],
  stream: () => eachText((text) => ({ ...nextPerson(), text })),
  sendFeedbackBatch: () => [
    json('1,000 items', {
      ...{ batch_id: 'b', domain: 'dating' },
      items: many(1000, (n) => ({ user_id: 'person-1', candidate_id: `nobody-${n}`, action: 'accepted' })),
    }),
    { name: '240,000 zeros as items', body: `{"batch_id":"c","domain":"dating","items":${zeros(240_000)}}` },
  ],
  createTenant: () => [
    json('100 unknown domains', { name: 'n', email: 'a@b.example', domains: many(100, (n) => `none-${n}`) }),
    json('100 times the same domain', {
      ...{ name: 'same', email: 'a@b.example' },
      domains: many(100, () => 'dating'),
    }),
    {
      name: '240,000 zeros as domains',
      body: `{"name":"n","email":"a@b.example","domains":${zeros(240_000)}}`,
    },
  ],
  changeTenant: () => [
    json('100 times the same domain, 100 labels', {
      enable: many(100, () => 'dating'),
      labels: { dating: manyLabels(100) },
    }),
    json('1,000 thresholds of unknown domains', {
      thresholds: Object.fromEntries(many(1000, (n) => [`none-${n}`, 1])),
    }),
    json('200 domains of 1,000 labels', {
      labels: Object.fromEntries(many(200, (n) => [`none-${n}`, manyLabels(1000)])),
    }),
  ],
  createExperiment: () => [
    json('50 terms of 32 knots, and 1,000 values in a matrix', {
      ...{
        tenant_id: 'ten_none',
        domain: 'dating',
        name: 'n',
        design: 'split',
        primary_metric: 'positive_rate',
      },
      stop: { smallest_effect: 0.1 },
      arms: [{ name: 'a' }, { name: 'b', scorecard_change: manyTerms() }],
    }),
    {
      name: '240,000 zeros as arms',
      body: `{"tenant_id":"t","domain":"dating","name":"n","design":"split","arms":${zeros(240_000)}}`,
    },
  ],
  createKey: () => [
    json('every setting', { scopes: ['read'], expires_at: '2100-01-01T00:00:00Z', rate: 1, burst: 1 }),
    { name: '240,000 zeros as scopes', body: `{"scopes":${zeros(240_000)}}` },
  ],
};

export function worstBodies(
  { operationId, schema, schemas }: OperationWithBody,
  world: SmallWorld,
): readonly NamedBody[] {
  return ownBodies[operationId]?.(world) ?? schemaBodies(schema, schemas);
}

function manyTerms(): Readonly<Record<string, object>> {
  const knots = many(32, (n) => [n, n % 2]);
  const matrix = { a: manyLabels(1000) };
  return Object.fromEntries(many(50, (n) => [`term-${n}`, { knots, matrix }]));
}

function manyLabels(count: number): Readonly<Record<string, number>> {
  return Object.fromEntries(many(count, (n) => [`label-${n}`, 1]));
}

function givenCandidates(name: string, candidate_user_ids: readonly string[]): readonly NamedBody[] {
  const given = { ...dating, candidate_user_ids, exclude_shown_days: 365, explain: true };
  return [
    json(`${name}, every stage`, {
      ...{ ...given, limit: 100 },
      stages: { light_ml: { top_k: 10_000 }, embedding: { top_k: 10_000 }, cross_encoder: { top_k: 500 } },
    }),
    json(`${name}, all excluded`, { ...given, filters: { exclude_user_ids: candidate_user_ids } }),
  ];
}

function feedbackItem(n: number) {
  const [seeker_id, candidate_id] = [n % 199, 199].map((at) => person(at).user_id);
  return { seeker_id, candidate_id, outcome: n % 2 === 0 ? 'accepted' : 'rejected' };
}

function rows(count: number, row: string): string {
  return many(count, () => row).join(',');
}

function zerosOf(count: number): number[] {
  return many(count, () => 0);
}
