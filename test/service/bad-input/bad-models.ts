/**
 * Every field of every body of adaptations, models, predictions, embeddings and simulations; ids, keys,
 * scopes.
 */

import type { TenantId } from '../../../src/contract/brands.ts';
import { noFeatures } from '../../../src/contract/dataset-features.ts';
import type { ModelMade, NewModel } from '../../../src/platform/storage/model-store.ts';
import type { Store } from '../../../src/platform/storage/store.ts';
import type { StoreChange } from '../../../src/platform/storage/store-change.ts';
import { sampleJob } from '../../../src/platform/storage/testing/sample-jobs.ts';
import { type BadRequest, bad, posts, type Row } from './bad-request.ts';
import { badIds } from './bad-users.ts';

const headers = { 'idempotency-key': 'key-bad-models' };
const at = '2026-01-01T00:00:00.000Z';
const predictPath = '/v1/models/model_ready/predict';
const embedPath = '/v1/models/model_ready/embed';
const similarPath = '/v1/models/model_ready/similar-items';
const vectorsPath = '/v1/models/model_ready/item-vectors';
const batchPath = '/v1/models/model_ready/batch-predictions';
const exportPath = '/v1/models/model_ready/exports';
const aliasPath = '/v1/model-aliases/live';
const schedulePath = `${aliasPath}/refit-schedule`;
const adaptation = { dataset_id: 'ds_open', name: 'next' };
const simulation = { model_id: 'model_ready', dataset_id: 'ds_open', steps: 2, policy: 'model' };
const made: ModelMade = {
  tokenizerId: null,
  capabilities: ['predict', 'embed'],
  itemCount: 1,
  maxHistoryItems: 2,
  embeddingDimensions: 8,
  evaluation: 'Fine.',
  report: null,
  training: {},
  files: [],
  readyAt: at,
};

/**
 * Models: `model_ready`, `model_mute` (without a capability), `model_closed` (its dataset's terms forbid
 * exports), `model_queued` and `model_failed`. The other workspace has `model_other`. Also the dataset
 * `ds_untrained`, which does not allow training, the simulation `sim_1`, and `sim_other` of the other
 * workspace.
 */
export async function seedModels(store: Store, main: TenantId, other: TenantId): Promise<void> {
  const access = { export: true, training: false };
  await store.datasets.add(
    {
      tenantId: main,
      datasetId: 'ds_untrained',
      name: 'shop',
      source: 'workspace_upload',
      access,
      terms: 'Ours.',
      features: noFeatures,
      createdAt: at,
    },
    { itemCount: 1, eventCount: 0, files: [], readyAt: at },
  );
  const failed = { code: 'internal', message: 'It broke.', details: {} };
  await seed(store, model(main, 'model_ready'), { name: 'completeModel', args: [main, 'model_ready', made] });
  await seed(store, model(main, 'model_mute'), {
    name: 'completeModel',
    args: [main, 'model_mute', { ...made, capabilities: [] }],
  });
  await seed(
    store,
    { ...model(main, 'model_closed'), datasetId: 'ds_closed' },
    { name: 'completeModel', args: [main, 'model_closed', made] },
  );
  await seed(store, model(main, 'model_failed'), { name: 'failModel', args: [main, 'model_failed', failed] });
  await seed(store, model(main, 'model_queued'), null);
  await seed(store, model(other, 'model_other'), {
    name: 'completeModel',
    args: [other, 'model_other', made],
  });
  for (const [tenantId, simulationId] of [
    [main, 'sim_1'],
    [other, 'sim_other'],
  ] as const) {
    const asked = { policy: 'model', steps: 1, seed: 0 };
    const jobId = `job_${simulationId}`;
    await store.jobs.create(sampleJob(jobId, { tenantId, kind: 'simulation', ...later() }), {
      changes: [
        {
          name: 'createSimulation',
          args: [{ tenantId, simulationId, modelId: 'model_ready', asked, jobId, createdAt: at }],
        },
      ],
    });
  }
}

function model(tenantId: TenantId, modelId: string): NewModel {
  return {
    tenantId,
    modelId,
    name: modelId,
    architecture: 'sequential-recommender',
    datasetId: 'ds_open',
    baseModelId: null,
    tokenizerId: null,
    jobId: `job_${modelId}`,
    createdAt: at,
  };
}

async function seed(store: Store, { jobId, ...rest }: NewModel, ending: StoreChange | null): Promise<void> {
  const { tenantId, modelId } = rest;
  const job = sampleJob(jobId, {
    tenantId,
    kind: 'model_adaptation',
    resource: { type: 'model', id: modelId },
    ...later(),
  });
  await store.jobs.create(job, { changes: [{ name: 'createModel', args: [{ jobId, ...rest }] }] });
  if (ending !== null) await store.jobs.cancel(tenantId, jobId, { nowMs: Date.now(), changes: [ending] });
}

/** No worker takes it while the table is gone through. */
function later() {
  return { runAfterMs: Date.now() + 86_400_000 };
}

const invalid = (name: string, body: unknown, path: string): Row => [
  name,
  body,
  400,
  'invalid_request',
  path,
];
const settings = (given: object) => ({ ...adaptation, settings: given });

const resourceIds = (name: string, around: (id: unknown) => object): readonly Row[] =>
  [null, 7, '', '-a', 'a b', 'a/b', 'a'.repeat(129)].map((id) =>
    invalid(`${name} ${String(id).slice(0, 10)}`, around(id), name),
  );

const adaptations: readonly Row[] = [
  invalid('nothing', {}, 'dataset_id'),
  ...resourceIds('dataset_id', (dataset_id) => ({ ...adaptation, dataset_id })),
  ...resourceIds('base_model_id', (base_model_id) => ({ ...adaptation, base_model_id })),
  invalid('an unknown key', { ...adaptation, nmae: 'x' }, 'nmae'),
  invalid('id is no key', { ...adaptation, id: 'model_mine' }, 'id'),
  invalid('tokenizer_id without a retriever', { ...adaptation, tokenizer_id: 'tok_1' }, 'tokenizer_id'),
  invalid('settings a list', { ...adaptation, settings: [] }, 'settings'),
  invalid('width no multiple of heads', settings({ width: 10, heads: 3 }), 'settings.width'),
  ['a dataset unknown', { ...adaptation, dataset_id: 'ds_none' }, 404, 'dataset_not_found', 'ds_none'],
  [
    'a dataset of another workspace',
    { ...adaptation, dataset_id: 'ds_other' },
    404,
    'dataset_not_found',
    'ds_other',
  ],
  ['terms forbid it', { ...adaptation, dataset_id: 'ds_untrained' }, 403, 'access_denied', 'training'],
  ['a base unknown', { ...adaptation, base_model_id: 'model_none' }, 404, 'model_not_found', 'model_none'],
  [
    'a base of another workspace',
    { ...adaptation, base_model_id: 'model_other' },
    404,
    'model_not_found',
    'model_other',
  ],
  ['a base that waits', { ...adaptation, base_model_id: 'model_queued' }, 409, 'model_not_ready', 'queued'],
  ['a base that failed', { ...adaptation, base_model_id: 'model_failed' }, 409, 'model_not_ready', 'failed'],
  [
    'a base of another architecture',
    { ...adaptation, architecture: 'generative-retriever', base_model_id: 'model_ready' },
    422,
    'capability_missing',
    'sequential-recommender',
  ],
  [
    'a tokenizer unknown',
    { ...adaptation, architecture: 'generative-retriever', tokenizer_id: 'tok_none' },
    404,
    'tokenizer_not_found',
    'tok_none',
  ],
];

const histories: readonly Row[] = [
  invalid('nothing', {}, 'history'),
  invalid('history of 10,001 ids', { history: Array(10_001).fill('a') }, 'history'),
  ...badIds((id) => ({ history: ['a', id] }), 'history[1]').filter(([name]) => name !== 'id missing'),
  invalid('an unknown key', { history: ['a'], model: 'x' }, 'model'),
  [
    'a history that is too long',
    { history: ['a', 'a', 'a'] },
    422,
    'history_too_long',
    '"max_history_items":2',
  ],
];

const predictions: readonly Row[] = [
  ...histories,
  invalid('person_id beside history', { history: [], person_id: 'p' }, 'history'),
  ...badIds((id) => ({ person_id: id }), 'person_id')
    .filter(([name]) => name !== 'id missing')
    .map(([name, ...rest]): Row => [`person: ${name}`, ...rest]),
  invalid(
    'a timestamp without a zone',
    { history: ['a'], history_timestamps: ['2026-01-01T00:00:00'] },
    'history_timestamps[0]',
  ),
  invalid(
    'a timestamp of 2099',
    { history: ['a'], history_timestamps: ['2099-01-01T00:00:00Z'] },
    'history_timestamps[0]',
  ),
  invalid('too few timestamps', { history: ['a', 'b'], history_timestamps: [at] }, 'history_timestamps'),
  invalid('timestamps without a history', { person_id: 'p', history_timestamps: [at] }, 'history_timestamps'),
  invalid(
    'timestamps newest first',
    { history: ['a', 'b'], history_timestamps: [at, '2025-01-01T00:00:00.000Z'] },
    'history_timestamps',
  ),
  invalid(
    '10,001 timestamps',
    { history: [], history_timestamps: Array(10_001).fill(at) },
    'history_timestamps',
  ),
  invalid(
    '100,001 candidates',
    { history: [], candidate_item_ids: Array.from({ length: 100_001 }, (_, n) => `i${n}`) },
    'candidate_item_ids',
  ),
  invalid('10,001 excluded', { history: [], exclude_item_ids: Array(10_001).fill('a') }, 'exclude_item_ids'),
  ...badIds((id) => ({ history: [], exclude_item_ids: ['a', id] }), 'exclude_item_ids[1]')
    .filter(([name]) => name !== 'id missing')
    .map(([name, ...rest]): Row => [`excluded: ${name}`, ...rest]),
  invalid('filters a list', { history: [], filters: [] }, 'filters'),
  invalid(
    '65 filters',
    { history: [], filters: Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`f${n}`, 1])) },
    'filters',
  ),
  ...badIds((id) => ({ history: [], candidate_item_ids: ['a', id] }), 'candidate_item_ids[1]')
    .filter(([name]) => name !== 'id missing')
    .map(([name, ...rest]): Row => [`candidate: ${name}`, ...rest]),
  ['a candidate twice', { history: [], candidate_item_ids: ['a', 'b', 'a'] }, 422, 'duplicate_id', '"a"'],
  invalid('new items true', { history: [], new_items: true }, 'new_items'),
  invalid(
    'new items everywhere',
    { history: [], new_items: { exploration_share: 0.6 } },
    'new_items.exploration_share',
  ),
  invalid(
    'explored new items under rules',
    { history: [], new_items: { exploration_share: 0.1 }, rules: [{ filter: {}, min_share: 0.5 }] },
    'new_items.exploration_share',
  ),
];

const rule = { filter: {}, min_share: 0.5 };
const ruled = (given: object) => ({ history: [], limit: 4, rules: [rule, given] });

const rules: readonly Row[] = [
  invalid('rules no list', { history: [], rules: rule }, 'rules'),
  invalid('nine rules', { history: [], rules: Array(9).fill(rule) }, 'rules'),
  invalid('a rule without a filter', ruled({ pin_at: 1 }), 'rules[1].filter'),
  invalid('a rule of nothing', ruled({ filter: {} }), 'rules[1]'),
  invalid('a rule of two kinds', ruled({ ...rule, pin_at: 1 }), 'rules[1].pin_at'),
  invalid('a share above 1', ruled({ filter: {}, min_share: 1.1 }), 'rules[1].min_share'),
  invalid('a share that is no number', ruled({ filter: {}, max_share: '1' }), 'rules[1].max_share'),
  invalid('a pin with a top', ruled({ filter: {}, pin_at: 1, in_top: 2 }), 'rules[1].in_top'),
  invalid('a pin behind the limit', ruled({ filter: {}, pin_at: 5 }), 'rules[1].pin_at'),
  invalid('a top beyond the limit', ruled({ ...rule, in_top: 5 }), 'rules[1].in_top'),
  invalid('an unknown key of a rule', ruled({ ...rule, at_least: 1 }), 'rules[1].at_least'),
  invalid(
    'one place pinned twice',
    {
      history: [],
      rules: [
        { filter: {}, pin_at: 2 },
        { filter: {}, pin_at: 2 },
      ],
    },
    'rules[1].pin_at',
  ),
  invalid('rules with diversity', { history: [], rules: [rule], diversity: 0.1 }, 'diversity'),
];

const cold: readonly Row[] = [
  invalid('an hour of 24', { history: [], context: { hour: 24 } }, 'context.hour'),
  invalid('an unknown context', { history: [], context: { hour: 3, device: 'phone' } }, 'context.device'),
  invalid('features a list', { history: [], person_features: [] }, 'person_features'),
  invalid(
    '257 features',
    { history: [], person_features: Object.fromEntries(Array.from({ length: 257 }, (_, n) => [`f${n}`, 1])) },
    'person_features',
  ),
  invalid(
    'features that nobody declared',
    { history: [], person_features: { age: 3 } },
    'person_features.age',
  ),
];

const embeds: readonly Row[] = [
  ...histories,
  invalid('person_id beside history', { history: [], person_id: 'p' }, 'history'),
  ...['boosts', 'rules', 'filters', 'limit', 'explain', 'candidate_item_ids'].map((key) =>
    invalid(`${key} has no meaning`, { history: ['a'], [key]: 1 }, key),
  ),
];

const similar: readonly Row[] = [
  invalid('nothing', {}, 'item_id'),
  ...badIds((id) => ({ item_id: id }), 'item_id').filter(([name]) => name !== 'id missing'),
  invalid('a limit of 1001', { item_id: 'a', limit: 1001 }, 'limit'),
  invalid('both histories', { item_id: 'a', history: [], person_id: 'p' }, 'history'),
  invalid('explain has no meaning', { item_id: 'a', explain: true }, 'explain'),
  invalid(
    'times have no meaning',
    { item_id: 'a', history: [], history_timestamps: [] },
    'history_timestamps',
  ),
  ['a candidate twice', { item_id: 'a', candidate_item_ids: ['a', 'a'] }, 422, 'duplicate_id', '"a"'],
  ['a history that is too long', { item_id: 'a', history: ['a', 'a', 'a'] }, 422, 'history_too_long', '2'],
];

const trends: readonly Row[] = [
  invalid('a window of nothing', { window_hours: 0 }, 'window_hours'),
  invalid('a window of half an hour', { window_hours: 0.5 }, 'window_hours'),
  invalid('a window of three years', { window_hours: 26_280 }, 'window_hours'),
  invalid('an end without a zone', { until: '2026-01-01' }, 'until'),
  invalid('no kinds', { kinds: [] }, 'kinds'),
  invalid('filters a list', { filters: [] }, 'filters'),
  invalid('filters of people a text', { person_filters: 'old' }, 'person_filters'),
  invalid('a limit of 1001', { limit: 1001 }, 'limit'),
  invalid('an unknown key', { days: 7 }, 'days'),
];

const badTrends = [
  bad('unknown', 'POST', '/v1/datasets/ds_none/trending', 404, 'dataset_not_found', { body: {} }),
  bad('of another workspace', 'POST', '/v1/datasets/ds_other/trending', 404, 'dataset_not_found', {
    body: {},
  }),
  bad('without the scope', 'POST', '/v1/datasets/ds_open/trending', 403, 'forbidden', {
    body: {},
    key: 'matcher',
  }),
];

const vectorRows: readonly Row[] = [
  invalid('nothing', {}, 'item_ids'),
  ...badIds((id) => ({ item_ids: ['a', id] }), 'item_ids[1]').filter(([name]) => name !== 'id missing'),
  invalid('an unknown key', { item_ids: ['a'], limit: 1 }, 'limit'),
  ['an id twice', { item_ids: ['a', 'b', 'a'] }, 422, 'duplicate_id', '"a"'],
];

const segmentsPath = '/v1/models/model_ready/segments';
const segments: readonly Row[] = [
  invalid('one segment', { k: 1 }, 'k'),
  invalid('101 segments', { k: 101 }, 'k'),
  invalid('k beside k_max', { k: 2, k_max: 3 }, 'k_max'),
  invalid('31 tried', { k_max: 31 }, 'k_max'),
  invalid('a small sample', { sample: 99 }, 'sample'),
  invalid('a large sample', { sample: 5001 }, 'sample'),
  invalid('no events', { min_events: 0 }, 'min_events'),
  invalid('a negative seed', { seed: -1 }, 'seed'),
  invalid('an unknown key', { people: ['a'] }, 'people'),
];

const batches: readonly Row[] = [
  invalid('a person without both', { people: [{}] }, 'people[0]'),
  invalid('10,001 people', { people: Array(10_001).fill({ history: [] }) }, 'people'),
  ...badIds((id) => ({ people: [{ person_id: id }] }), 'people[0].person_id').filter(
    ([name]) => name !== 'id missing',
  ),
  invalid('people beside a file', { people: [{ history: [] }], source_uri: 'file:a.jsonl' }, 'source_uri'),
  invalid('a file that is not there', { source_uri: 'file:none.jsonl' }, 'source_uri'),
  invalid('a file outside', { source_uri: 'file:../a.jsonl' }, 'source_uri'),
  invalid('a format without a file', { source_format: 'jsonl' }, 'source_format'),
  [
    'a format unknown',
    { source_uri: 'file:a.csv', source_format: 'xml' },
    422,
    'unsupported_format',
    'jsonl',
  ],
  ...resourceIds('dataset_id', (dataset_id) => ({ dataset_id })),
  ['a dataset unknown', { dataset_id: 'ds_none' }, 404, 'dataset_not_found', 'ds_none'],
  ['a dataset of another workspace', { dataset_id: 'ds_other' }, 404, 'dataset_not_found', 'ds_other'],
  invalid('reasons in Parquet', { output_format: 'parquet', explain: true }, 'explain'),
  invalid('history', { history: ['a'] }, 'history'),
  ['a candidate twice', { candidate_item_ids: ['a', 'a'] }, 422, 'duplicate_id', '"a"'],
];

const exports: readonly Row[] = [
  invalid('an unknown key', { files: ['model.onnx'] }, 'files'),
  ['format zip', { format: 'zip' }, 422, 'unsupported_format', 'tar.gz'],
];

const badExports = (
  [
    ['model_none', 404, 'model_not_found'],
    ['model_other', 404, 'model_not_found'],
    ['model_queued', 409, 'model_not_ready'],
    ['model_failed', 409, 'model_not_ready'],
    ['model_closed', 403, 'access_denied'],
    ['a%20b', 400, 'invalid_request'],
  ] as const
).map(([id, status, code]) =>
  bad(id, 'POST', `/v1/models/${id}/exports`, status, code, { body: {}, headers }),
);

const badSimilar = [
  ['', 'item_id'],
  ['?item_id=', 'item_id'],
  ['?item_id=a%00', 'item_id'],
  [`?item_id=${'a'.repeat(257)}`, 'item_id'],
  ['?item_id=a&limit=0', 'limit'],
  ['?item_id=a&limit=101', 'limit'],
  ['?item_id=a&cursor=x', 'cursor'],
].map(([query, where]) => bad(query!, 'GET', similarPath + query, 400, 'invalid_request', { at: where! }));

const simulated = (more: object) => ({ ...simulation, ...more });
const simulations: readonly Row[] = [
  invalid('no model', { ...simulation, model_id: undefined }, 'model_id'),
  ...resourceIds('model_id', (model_id) => simulated({ model_id })),
  ...resourceIds('dataset_id', (dataset_id) => simulated({ dataset_id })),
  invalid('policy unknown', simulated({ policy: 'best' }), 'policy'),
  invalid('histories beside a dataset', simulated({ histories: [['a']] }), 'dataset_id'),
  invalid(
    '10,001 histories',
    simulated({ dataset_id: undefined, histories: Array(10_001).fill([]) }),
    'histories',
  ),
  invalid('an unknown key', simulated({ horizon: 3 }), 'horizon'),
  ['a model unknown', simulated({ model_id: 'model_none' }), 404, 'model_not_found', 'model_none'],
  [
    'a model of another workspace',
    simulated({ model_id: 'model_other' }),
    404,
    'model_not_found',
    'model_other',
  ],
  ['a model that waits', simulated({ model_id: 'model_queued' }), 409, 'model_not_ready', 'queued'],
  ['a model that cannot', simulated({ model_id: 'model_mute' }), 422, 'capability_missing', 'predict'],
  ['a dataset unknown', simulated({ dataset_id: 'ds_none' }), 404, 'dataset_not_found', 'ds_none'],
  [
    'a dataset of another workspace',
    simulated({ dataset_id: 'ds_other' }),
    404,
    'dataset_not_found',
    'ds_other',
  ],
  ['the dataset that the model learned from', simulation, 422, 'nothing_to_judge', 'ds_open'],
  [
    'a candidate twice',
    simulated({ policy: { candidate_item_ids: ['a', 'a'] } }),
    422,
    'duplicate_id',
    '"a"',
  ],
  [
    'a history that is too long',
    simulated({ dataset_id: undefined, histories: [['a'], ['a', 'a', 'a']] }),
    422,
    'history_too_long',
    '"given":3',
  ],
];

const withKey = (rows: readonly BadRequest[]): readonly BadRequest[] =>
  rows.map((row) => ({ ...row, headers: { ...headers, ...row.headers } }));

const unready: readonly BadRequest[] = ['predict', 'embed', 'item-vectors', 'similar-items'].flatMap(
  (what) => {
    const bodies: Readonly<Record<string, object>> = {
      'item-vectors': { item_ids: ['a'] },
      'similar-items': { item_id: 'a' },
    };
    const body = bodies[what] ?? { history: ['a'] };
    const path = (id: string) => `/v1/models/${id}/${what}`;
    return [
      bad('unknown', 'POST', path('model_none'), 404, 'model_not_found', { body, at: 'model_none' }),
      bad('of another workspace', 'POST', path('model_other'), 404, 'model_not_found', {
        body,
        at: 'model_other',
      }),
      bad('that waits', 'POST', path('model_queued'), 409, 'model_not_ready', { body, at: 'queued' }),
      bad('that failed', 'POST', path('model_failed'), 409, 'model_not_ready', { body, at: 'failed' }),
      bad('that cannot', 'POST', path('model_mute'), 422, 'capability_missing', {
        body,
        at: bodies[what] === undefined ? what : 'predict',
      }),
      bad('malformed id', 'POST', path('a%20b'), 400, 'invalid_request', { body, at: 'model_id' }),
    ];
  },
);

const unknown = [
  bad('unknown', 'GET', '/v1/models/model_none', 404, 'model_not_found'),
  bad('of another workspace', 'GET', '/v1/models/model_other', 404, 'model_not_found'),
  bad('malformed id', 'GET', '/v1/models/-a', 400, 'invalid_request', { at: 'model_id' }),
  bad('unknown', 'GET', '/v1/simulations/sim_none', 404, 'simulation_not_found'),
  bad('of another workspace', 'GET', '/v1/simulations/sim_other', 404, 'simulation_not_found'),
  bad('malformed id', 'GET', '/v1/simulations/-a', 400, 'invalid_request', { at: 'simulation_id' }),
];

const aliases = [
  bad('unknown', 'GET', '/v1/models/alias:none', 404, 'model_not_found'),
  bad('unknown', 'POST', '/v1/models/alias:none/predict', 404, 'model_not_found', { body: { history: [] } }),
  bad('unknown', 'GET', '/v1/model-aliases/none', 404, 'model_not_found'),
  bad('unknown', 'DELETE', '/v1/model-aliases/none', 404, 'model_not_found'),
  bad('malformed name', 'GET', '/v1/model-aliases/-a', 400, 'invalid_request', { at: 'name' }),
  ...(
    [
      ['no model', {}, 400, 'invalid_request'],
      ['a model of another workspace', { model_id: 'model_other' }, 404, 'model_not_found'],
      ['a model that is not ready', { model_id: 'model_queued' }, 409, 'model_not_ready'],
      ['a failed model', { model_id: 'model_failed' }, 409, 'model_not_ready'],
      ['an alias that there is not', { model_id: 'alias:none' }, 404, 'model_not_found'],
      ['a blank reason', { model_id: 'model_ready', reason: '' }, 400, 'invalid_request'],
      ['a long reason', { model_id: 'model_ready', reason: 'x'.repeat(501) }, 400, 'invalid_request'],
      [
        'from a model that it does not name',
        { model_id: 'model_ready', from_model_id: 'm' },
        409,
        'conflict',
      ],
    ] as const
  ).map(([what, body, status, code]) => bad(what, 'PUT', aliasPath, status, code, { body })),
];

const schedules = [
  bad('of an alias without one', 'GET', schedulePath, 404, 'model_not_found'),
  bad('of an alias without one', 'DELETE', schedulePath, 404, 'model_not_found'),
  bad('of an alias that there is not', 'PUT', schedulePath, 404, 'model_not_found', {
    body: { every_hours: 1 },
  }),
  ...[
    {},
    { every_events: 0 },
    { every_events: 1.5 },
    { every_hours: 0 },
    { every_hours: 9000 },
    { every_events: 1, settings: { heads: 2 } },
    { every_events: 1, daily: true },
  ].map((body) => bad(JSON.stringify(body), 'PUT', schedulePath, 400, 'invalid_request', { body })),
];

const experimentsPath = '/v1/model-experiments';
const armsOf = (...ids: readonly string[]) => ids.map((model_id, n) => ({ name: `arm-${n}`, model_id }));
const comparison = {
  ...{ alias: 'live', name: 'newer', design: 'split', success_kinds: ['buy'] },
  ...{ arms: armsOf('model_ready', 'model_ready'), stop: { smallest_effect: 0.1 } },
};
const modelExperiments = [
  ...(
    [
      ['no arms', { arms: [] }],
      ['one arm', { arms: armsOf('model_ready') }],
      ['six arms', { arms: armsOf(...Array(6).fill('model_ready')) }],
      ['arms of one name', { arms: [...armsOf('model_ready'), ...armsOf('model_ready')] }],
      ['an arm without a model', { arms: [{ name: 'a' }, { name: 'b' }] }],
      ['three lists in one', { design: 'interleaving', arms: armsOf('a', 'b', 'c') }],
      ['an unknown design', { design: 'coin' }],
      ['no success', { success_kinds: [] }],
      ['a success twice', { success_kinds: ['buy', 'buy'] }],
      ['no share', { share: 0 }],
      ['an endless window', { window_hours: 721 }],
      ['an endless calendar', { days: 91 }],
      ['no smallest effect', { stop: {} }],
      ['a malformed alias', { alias: '-a' }],
      ['an unknown key', { tenant_id: 'ten_a' }],
    ] as const
  ).map(([what, more]) =>
    bad(what, 'POST', experimentsPath, 400, 'invalid_request', { body: { ...comparison, ...more } }),
  ),
  bad('of an alias that there is not', 'POST', experimentsPath, 404, 'model_not_found', { body: comparison }),
  bad('malformed id', 'GET', `${experimentsPath}/-a`, 400, 'invalid_request', { at: 'experiment_id' }),
  bad('malformed alias', 'GET', `${experimentsPath}?alias=-a`, 400, 'invalid_request', { at: 'alias' }),
  bad('unknown', 'GET', `${experimentsPath}/mexp_none`, 404, 'not_found'),
  ...['pause', 'resume', 'stop', 'promote'].map((change) =>
    bad('unknown', 'POST', `${experimentsPath}/mexp_none/${change}`, 404, 'not_found'),
  ),
  bad('a malformed arm', 'POST', `${experimentsPath}/mexp_none/promote`, 400, 'invalid_request', {
    body: { arm: 'A' },
  }),
];

const refits = [
  bad('of an alias that there is not', 'POST', `${aliasPath}/refits`, 404, 'model_not_found', {
    headers,
    body: { dataset_id: 'ds_open' },
  }),
  ...(
    [
      ['no dataset', {}],
      ['a malformed dataset', { dataset_id: '-' }],
      ['no epochs', { dataset_id: 'ds_open', settings: { epochs: 0 } }],
      ['a setting that cannot change', { dataset_id: 'ds_open', settings: { width: 8 } }],
      ['an unknown key', { dataset_id: 'ds_open', alias: 'live' }],
    ] as const
  ).map(([what, body]) =>
    bad(what, 'POST', `${aliasPath}/refits`, 400, 'invalid_request', { headers, body }),
  ),
];

const queries = [
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['cursor=', 'cursor'],
  ['cursor=model_ready', 'cursor'],
  ['status=Ready', 'status'],
].map(([query, where]) => bad(query!, 'GET', `/v1/models?${query}`, 400, 'invalid_request', { at: where! }));

const deletions = [
  bad('used by a simulation', 'DELETE', '/v1/models/model_ready', 409, 'conflict'),
  bad('unknown', 'DELETE', '/v1/models/model_none', 404, 'model_not_found'),
];

export const badModels: readonly BadRequest[] = [
  ...aliases,
  ...modelExperiments,
  ...refits,
  ...schedules,
  ...withKey([...posts('/v1/adaptations', adaptations), ...posts('/v1/simulations', simulations)]),
  ...posts(predictPath, [...predictions, ...rules, ...cold]),
  ...posts(vectorsPath, vectorRows),
  ...badSimilar,
  ...posts(similarPath, similar),
  ...posts('/v1/datasets/ds_open/trending', trends),
  ...badTrends,
  ...withKey(posts(exportPath, exports)),
  ...withKey(posts(segmentsPath, segments)),
  ...withKey(posts(batchPath, batches)),
  ...badExports,
  ...posts(embedPath, [...embeds, ['empty', { history: [] }, 422, 'empty_history']]),
  ...unready,
  ...unknown,
  ...queries,
  ...deletions,
];
