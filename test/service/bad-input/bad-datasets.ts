/** Datasets, exports, jobs, lists and downloads: bodies, ids and cursors. */

import { gzipSync } from 'node:zlib';
import type { TenantId } from '../../../src/contract/brands.ts';
import { noFeatures } from '../../../src/contract/dataset-features.ts';
import type { Store } from '../../../src/platform/storage/store.ts';
import { sampleJob } from '../../../src/platform/storage/testing/sample-jobs.ts';
import { type BadRequest, bad, posts, type Row } from './bad-request.ts';
import { badIds } from './bad-users.ts';

const item = { item_id: 'tea', text: 'Green tea' };
const event = {
  event_id: 'e1',
  person_id: 'ana',
  item_id: 'tea',
  kind: 'buy',
  timestamp: '2024-05-01T12:00:00Z',
  value: 1,
};
const whole = { name: 'shop', items: [item], events: [event] };
const headers = { 'idempotency-key': 'key-bad-input' };
const exportPath = '/v1/datasets/ds_open/exports';
/**
 * Datasets `ds_open` and `ds_closed` (no export) of one workspace, `ds_other` of another; jobs `job_done`,
 * `job_queued` and `job_other`.
 */
export async function seedDatasets(store: Store, main: TenantId, other: TenantId): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  for (const [tenantId, datasetId, mayExport] of [
    [main, 'ds_open', true],
    [main, 'ds_closed', false],
    [other, 'ds_other', true],
  ] as const) {
    const access = { export: mayExport, training: true };
    await store.datasets.add(
      {
        tenantId,
        datasetId,
        name: 'shop',
        source: 'workspace_upload',
        access,
        terms: 'Ours.',
        features: noFeatures,
        createdAt: at,
      },
      { itemCount: 1, eventCount: 0, files: [], readyAt: at },
    );
  }
  const job = (tenantId: TenantId, jobId: string) =>
    store.jobs.create(sampleJob(jobId, { tenantId, runAfterMs: Date.now() + 86_400_000 }));
  await store.jobs.create(sampleJob('job_done', { tenantId: main }));
  await store.jobs.take('w', { limits: { dataset_import: 1 }, limit: 1, nowMs: 1, leaseMs: 1000 });
  await store.jobs.finish('w', [
    { jobId: 'job_done', end: { status: 'succeeded', result: {} }, changes: [], nowMs: 2 },
  ]);
  await job(main, 'job_queued');
  await job(other, 'job_other');
}

const inItem = (more: object) => ({ ...whole, items: [item, { ...item, item_id: 'cup', ...more }] });
const inEvent = (more: object) => ({ ...whole, events: [event, { ...event, event_id: 'e2', ...more }] });
const rowsAt = (whose: string, rows: readonly Row[]): readonly Row[] =>
  rows.map(([name, ...rest]) => [`${whose}: ${name}`, ...rest]);
const invalid = (name: string, body: unknown, at: string): Row => [name, body, 400, 'invalid_request', at];

/** These ids may be left out. */
const isGiven = ([name]: Row) => name !== 'id missing' && name !== 'id null';

const badTimestamps = [
  ['missing', undefined],
  ['null', null],
  ['a number', 1_714_564_800],
  ['empty', ''],
  ['a date alone', '2024-05-01'],
  ['without a zone', '2024-05-01T12:00:00'],
  ['with a space', '2024-05-01 12:00:00Z'],
  ['a day that is not', '2024-02-30T12:00:00Z'],
  ['29 February of a common year', '2023-02-29T12:00:00Z'],
  ['month 13', '2024-13-01T12:00:00Z'],
  ['hour 24', '2024-05-01T24:00:00Z'],
  ['second 60', '2024-06-30T23:59:60Z'],
  ['an offset of 24 hours', '2024-05-01T12:00:00+24:00'],
  ['a year of five digits', '12024-05-01T12:00:00Z'],
  ['of 2099', '2099-01-01T00:00:00Z'],
  ['two days ahead', new Date(Date.now() + 2 * 86_400_000).toISOString()],
  ['before 1970', '1969-12-31T23:59:59.999Z'],
  ['beyond the year 9999 in UTC', '9999-12-31T23:59:59-00:01'],
  ['before the year 0 in UTC', '0000-01-01T00:00:00+00:01'],
  ['a word', 'yesterday'],
  ['a lone surrogate', '2024\ud800'],
] as const;

const imports: readonly Row[] = [
  invalid('nothing', {}, 'items'),
  invalid('name blank', { ...whole, name: ' \u200b' }, 'name'),
  invalid('terms blank', { ...whole, terms: '\n' }, 'terms'),
  invalid('name of 201 characters beyond the basic plane', { ...whole, name: '😀'.repeat(201) }, 'name'),
  invalid('name with a lone surrogate', { ...whole, name: 'a\udc00' }, 'name'),
  invalid('name with NUL', { ...whole, name: 'a\u0000' }, 'name'),
  invalid('an unknown key', { ...whole, nmae: 'x' }, 'nmae'),
  invalid('tenant_id is no key', { ...whole, tenant_id: 'ten_other' }, 'tenant_id'),
  invalid('id is no key', { ...whole, id: 'ds_mine' }, 'id'),
  invalid('an item a list', { ...whole, items: [item, []] }, 'items[1]'),
  invalid('200,000 zeros', { ...whole, items: Array.from({ length: 200_000 }, () => 0) }, 'items[0]'),
  invalid('400,000 zeros', { ...whole, items: Array.from({ length: 400_000 }, () => 0) }, ''),
  ...rowsAt(
    'item',
    badIds((item_id) => inItem({ item_id }), 'items[1].item_id'),
  ),
  invalid('text of 16 KiB and a byte', inItem({ text: 'x'.repeat(16_385) }), 'items[1].text'),
  invalid('text of 16 KiB and a byte in UTF-8', inItem({ text: 'é'.repeat(8193) }), 'items[1].text'),
  invalid('text with a lone surrogate', inItem({ text: '\ud800' }), 'items[1].text'),
  invalid('text with NUL', inItem({ text: 'a\u0000b' }), 'items[1].text'),
  ...rowsAt(
    'event',
    badIds((event_id) => inEvent({ event_id }), 'events[1].event_id'),
  ),
  ...rowsAt(
    'person',
    badIds((person_id) => inEvent({ person_id }), 'events[1].person_id'),
  ),
  ...rowsAt(
    "event's item",
    badIds((item_id) => inEvent({ item_id }), 'events[1].item_id'),
  ),
  ...rowsAt(
    'session',
    badIds((session_id) => inEvent({ session_id }), 'events[1].session_id').filter(isGiven),
  ),
  ...rowsAt('basket', badIds((basket_id) => inEvent({ basket_id }), 'events[1].basket_id').filter(isGiven)),
  invalid('neither person nor session', inEvent({ person_id: undefined }), 'events[1].person_id'),
  invalid('context undeclared', inEvent({ context: { device: 'phone' } }), 'events[1].context.device'),
  invalid('context a list', inEvent({ context: [] }), 'events[1].context'),
  invalid(
    'a feature of events that is a list',
    { ...whole, features: { events: { a: 'list' } } },
    'features.events.a',
  ),
  invalid('baskets by another field', { ...whole, baskets: 'kind' }, 'baskets'),
  invalid('kind with a lone surrogate', inEvent({ kind: '\ud800' }), 'events[1].kind'),
  ...badTimestamps.map(([name, timestamp]) =>
    invalid(`timestamp ${name}`, inEvent({ timestamp }), 'events[1].timestamp'),
  ),
  invalid(
    'value beyond doubles',
    JSON.stringify(inEvent({ value: 'huge' })).replace('"huge"', '1e999'),
    'events[1].value',
  ),
  ['an item twice', { ...whole, items: [item, item] }, 422, 'duplicate_id', 'items[1]'],
  ['an event twice', { ...whole, events: [event, event] }, 422, 'duplicate_id', 'events[1]'],
  ['an event of no item', inEvent({ item_id: 'coffee' }), 422, 'unresolved_reference', 'coffee'],
  ['an item in another form of its letters', inEvent({ item_id: 'Tea' }), 422, 'unresolved_reference', 'Tea'],
];

const source = (source_uri: unknown, format: unknown = 'jsonl') => ({ name: 'shop', source_uri, format });
const sources: readonly Row[] = [
  invalid('both forms', { ...whole, source_uri: 'file:a.jsonl', format: 'jsonl' }, 'source_uri'),
  ['format xml', source('file:a.xml', 'xml'), 422, 'unsupported_format', 'parquet'],
  [
    'a missing file among several',
    { name: 'n', source_uris: ['file:none.csv'], format: 'csv' },
    400,
    'invalid_request',
    'source_uris[0]',
  ],
  ['format in capitals', source('file:a.jsonl', 'JSONL'), 422, 'unsupported_format', 'jsonl'],
  ...[
    'a.jsonl',
    '/etc/passwd',
    'file:',
    'file:///etc/passwd',
    'file:../counterpart.sqlite',
    'file:%2e%2e/counterpart.sqlite',
    'file:a/%2e%2e%2f..%2fcounterpart.sqlite',
    'file:..\\counterpart.sqlite',
    'file:a%00.jsonl',
    'file://example.com/a.jsonl',
    'file:nothing-there.jsonl',
    'http://127.0.0.1/a.jsonl',
    'https://example.com/a.jsonl',
    'https://user:password@example.com/a.jsonl',
    'https://169.254.169.254/latest/meta-data',
    's3://bucket/a.jsonl',
    's3://bucket',
    'gopher://example.com/',
    'data:,x',
    'javascript:alert(1)',
  ].map((uri) => invalid(`source «${uri}»`, source(uri), 'source_uri')),
];

const exports: readonly Row[] = [
  invalid('nothing', {}, 'format'),
  invalid('an unknown key', { format: 'jsonl', fields: ['items'] }, 'fields'),
  ['format csv', { format: 'csv' }, 422, 'unsupported_format', 'jsonl'],
  ['format in capitals', { format: 'JSONL' }, 422, 'unsupported_format', 'jsonl'],
];

const withKey = (rows: readonly BadRequest[]): readonly BadRequest[] =>
  rows.map((row) => ({ ...row, headers: { ...headers, ...row.headers } }));

const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20));
const compressed = ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip'].flatMap((coding) =>
  ['/v1/datasets', exportPath].map((path) =>
    bad(`64 MiB as ${coding}`, 'POST', path, 415, 'unsupported_media_type', {
      body: bomb,
      headers: { ...headers, 'content-encoding': coding },
      at: 'identity',
    }),
  ),
);

const idPaths = [
  ['GET', '/v1/datasets/ID', 'dataset_id'],
  ['POST', '/v1/datasets/ID/exports', 'dataset_id'],
  ['GET', '/v1/jobs/ID', 'job_id'],
  ['POST', '/v1/jobs/ID/cancel', 'job_id'],
] as const;
const bodyOf = (path: string) => (path.endsWith('/exports') ? { body: { format: 'jsonl' }, headers } : {});
const malformedIds = [
  'a%20b',
  'a%2Fb',
  '-a',
  '_a',
  '.',
  '%2e%2e',
  '%C3%A9',
  'a%00',
  'a%0A',
  '*',
  "x'%20OR%201=1",
  'a'.repeat(129),
];
const ids = idPaths.flatMap(([method, path, at]) => [
  ...malformedIds.map((id) =>
    bad(`malformed id ${id.slice(0, 20)}`, method, path.replace('ID', id), 400, 'invalid_request', {
      ...bodyOf(path),
      at,
    }),
  ),
  bad('id that begins no character', method, path.replace('ID', '%ff'), 400, 'invalid_request', bodyOf(path)),
]);

const unknown = [
  ['GET', '/v1/datasets/ds_none', 'main', 'dataset_not_found'],
  ['GET', '/v1/datasets/ds_other', 'main', 'dataset_not_found'],
  ['GET', '/v1/datasets/ds_open', 'other', 'dataset_not_found'],
  ['GET', '/v1/datasets/DS_OPEN', 'main', 'dataset_not_found'],
  ['GET', '/v1/datasets/job_done', 'main', 'dataset_not_found'],
  ['POST', '/v1/datasets/ds_none/exports', 'main', 'dataset_not_found'],
  ['POST', '/v1/datasets/ds_other/exports', 'main', 'dataset_not_found'],
  ['POST', '/v1/datasets/ds_open/exports', 'other', 'dataset_not_found'],
  ['GET', '/v1/jobs/job_none', 'main', 'job_not_found'],
  ['GET', '/v1/jobs/job_other', 'main', 'job_not_found'],
  ['GET', '/v1/jobs/job_done', 'other', 'job_not_found'],
  ['POST', '/v1/jobs/job_none/cancel', 'main', 'job_not_found'],
  ['POST', '/v1/jobs/job_other/cancel', 'main', 'job_not_found'],
  ['POST', '/v1/jobs/job_queued/cancel', 'other', 'job_not_found'],
] as const;

const queries: readonly BadRequest[] = ['/v1/datasets', '/v1/jobs'].flatMap((path) =>
  (
    [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=-1', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=1e1', 'limit'],
      ['limit=0x10', 'limit'],
      ['limit=%205', 'limit'],
      ['limit=', 'limit'],
      ['limit=all', 'limit'],
      ['limit=5&limit=6', 'limit'],
      ['cursor=', 'cursor'],
      ['cursor=abc', 'cursor'],
      ['cursor=ds_open', 'cursor'],
      ['cursor=..%2F..', 'cursor'],
      ['cursor=%F0%9F%98%80', 'cursor'],
      [`cursor=${'A'.repeat(80)}`, 'cursor'],
      [`cursor=${'A'.repeat(1025)}`, 'cursor'],
      ['cursor=a&cursor=b', 'cursor'],
      ['offset=10', 'offset'],
      ['order=asc', 'order'],
    ] as const
  ).map(([query, at]) => bad(query.slice(0, 30), 'GET', `${path}?${query}`, 400, 'invalid_request', { at })),
);

const filters = [
  ['kind=', 'kind'],
  ['kind=import', 'kind'],
  ['kind=dataset_import&kind=dataset_export', 'kind'],
  ['status=', 'status'],
  ['status=done', 'status'],
  ['status=QUEUED', 'status'],
].map(([query, at]) =>
  bad(query!, 'GET', `/v1/jobs?${query}`, 400, 'invalid_request', at === undefined ? {} : { at }),
);

const merge = { session_id: 's', person_id: 'p' };
const others: readonly BadRequest[] = [
  bad('terms forbid it', 'POST', '/v1/datasets/ds_closed/exports', 403, 'access_denied', {
    body: { format: 'jsonl' },
    headers,
  }),
  bad('a finished job', 'POST', '/v1/jobs/job_done/cancel', 409, 'conflict'),
  bad('a body that says something', 'POST', '/v1/jobs/job_queued/cancel', 400, 'invalid_request', {
    body: { force: true },
    at: '',
  }),
  bad('a body that is a list', 'POST', '/v1/jobs/job_queued/cancel', 400, 'invalid_request', {
    body: [],
    at: '',
  }),
  bad('used by jobs', 'DELETE', '/v1/datasets/ds_open', 409, 'conflict'),
  bad('unknown', 'DELETE', '/v1/datasets/ds_none', 404, 'dataset_not_found'),
  bad('unknown', 'POST', '/v1/datasets/ds_none/events', 404, 'dataset_not_found', {
    body: { events: [event] },
  }),
  bad('unknown', 'POST', '/v1/datasets/ds_none/items', 404, 'dataset_not_found', { body: { items: [item] } }),
  bad('no rows', 'POST', '/v1/datasets/ds_open/events', 400, 'invalid_request', {
    body: { events: [] },
    at: 'events',
  }),
  bad('a fault', 'POST', '/v1/datasets/ds_open/items', 400, 'invalid_request', {
    body: { items: [{ item_id: 'a' }] },
    at: 'items[0].text',
  }),
  bad('of 2099', 'POST', '/v1/datasets/ds_open/events', 400, 'invalid_request', {
    body: { events: [event, { ...event, event_id: 'e2', timestamp: '2099-01-01T00:00:00Z' }] },
    at: 'events[1].timestamp',
  }),
  bad('before 1970', 'POST', '/v1/datasets/ds_open/items', 400, 'invalid_request', {
    body: { items: [{ ...item, created_at: '1969-12-31T23:59:59Z' }] },
    at: 'items[0].created_at',
  }),
  ...(
    [
      ['no merges', { merges: [] }, 'merges'],
      ['no person', { merges: [{ session_id: 's' }] }, 'merges[0].person_id'],
      [
        'a session of 257 characters',
        { merges: [{ session_id: 'x'.repeat(257), person_id: 'p' }] },
        'merges[0].session_id',
      ],
      ['1,001 merges', { merges: Array.from({ length: 1001 }, () => merge) }, 'merges'],
      ['an unknown key', { merges: [merge], force: true }, 'force'],
    ] as const
  ).map(([name, body, at]) =>
    bad(name, 'POST', '/v1/datasets/ds_open/session-merges', 400, 'invalid_request', { body, at }),
  ),
  bad('a session of two people', 'POST', '/v1/datasets/ds_open/session-merges', 409, 'conflict', {
    body: { merges: [merge, { ...merge, person_id: 'q' }] },
  }),
  bad("another workspace's", 'POST', '/v1/datasets/ds_other/session-merges', 404, 'dataset_not_found', {
    body: { merges: [merge] },
  }),
  bad('a session with NUL', 'DELETE', '/v1/sessions/a%00', 400, 'invalid_request', { at: 'session_id' }),
  bad('no such action', 'POST', '/v1/jobs/job_queued/retry', 404, 'not_found'),
  bad('with a body', 'GET', '/v1/jobs', 400, 'invalid_request', { body: { kind: 'dataset_import' }, at: '' }),
  bad('larger than 1 MiB, and without a key', 'POST', '/v1/datasets', 413, 'payload_too_large', {
    body: `{"name":"${'x'.repeat(2 ** 20 - 10)}"}`.padEnd(2 ** 20 + 1, ' '),
    at: '1048576',
  }),
];

export const badDatasets: readonly BadRequest[] = [
  ...withKey([
    ...posts('/v1/datasets', [...imports, ...sources]),
    ...posts(exportPath, exports),
    ...unknown.map(([method, path, key, code]) =>
      bad(`unknown to ${key}`, method, path, 404, code, {
        key,
        ...(path.endsWith('/exports') && { body: { format: 'jsonl' } }),
      }),
    ),
  ]),
  ...compressed,
  ...ids,
  ...queries,
  ...filters,
  ...others,
];
