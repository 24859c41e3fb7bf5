/** Tokenizers, their exports and semantic IDs: every field of every body, ids, keys, cursors and scopes. */
import type { TenantId } from '../../../src/contract/brands.ts';
import type { Store } from '../../../src/platform/storage/store.ts';
import type { NewTokenizer, TokenizerMade } from '../../../src/platform/storage/tokenizer-store.ts';
import { malformedBodies } from './bad-http.ts';
import { type BadRequest, bad, type KeyName, posts, type Row } from './bad-request.ts';
import { badIds } from './bad-users.ts';

const onDataset = { dataset_id: 'ds_open', name: 'shop' };
const catalog = { uri: 'file:catalogue.jsonl', format: 'jsonl' };
const headers = { 'idempotency-key': 'key-bad-input' };
const exportPath = '/v1/tokenizers/tok_ready/exports';
const ids = { tokenizer_id: 'tok_ready', items: [{ item_id: 'tea', title: 'Green tea' }] };

/**
 * Tokenizers `tok_ready`, `tok_closed` (its dataset forbids exports) and `tok_failed` of one workspace,
 * `tok_other` of another.
 */
export async function seedTokenizers(store: Store, main: TenantId, other: TenantId): Promise<void> {
  const tokenizer = (tenantId: TenantId, tokenizerId: string, datasetId: string | null): NewTokenizer => ({
    tenantId,
    tokenizerId,
    name: tokenizerId,
    datasetId,
    modalities: ['text'],
    layout: null,
    progressiveMasking: false,
    jobId: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  const made: TokenizerMade = {
    layout: { levels: 1, resolution: 'uniform', baseSize: 2 },
    quantizer: null,
    progressiveMasking: false,
    textEncoder: null,
    imageEncoder: null,
    itemCount: 1,
    utilization: [1],
    collisionRate: 0,
    diagnostics: {},
    file: { key: `${main}/tokenizers/tok_ready/none.tar.gz`, bytes: 1, sha256: 'ab' },
    readyAt: '2026-01-01T00:00:00.000Z',
  };
  await store.tokenizers.add(tokenizer(main, 'tok_ready', null), made);
  await store.tokenizers.add(tokenizer(main, 'tok_closed', 'ds_closed'), made);
  await store.tokenizers.add(tokenizer(other, 'tok_other', null), made);
}

const invalid = (name: string, body: unknown, at: string): Row => [name, body, 400, 'invalid_request', at];
const fitOf = (more: object) => ({ name: 'shop', catalog, ...more });
const signal = (more: object) =>
  fitOf({
    collaborative_signal: {
      mode: 'cooccurrence_contrastive',
      interactions: { uri: 'file:catalogue.jsonl', format: 'jsonl' },
      ...more,
    },
  });

const fits: readonly Row[] = [
  invalid('nothing', {}, 'name'),
  invalid('no name', { dataset_id: 'ds_open' }, 'name'),
  invalid('name empty', { ...onDataset, name: '' }, 'name'),
  invalid('name of 201 characters', { ...onDataset, name: 'n'.repeat(201) }, 'name'),
  invalid('name a number', { ...onDataset, name: 7 }, 'name'),
  invalid('dataset_id malformed', { ...onDataset, dataset_id: '../x' }, 'dataset_id'),
  invalid('dataset_id null', { ...onDataset, dataset_id: null }, 'dataset_id'),
  invalid('dataset and levels', { ...onDataset, progressive_masking: true }, 'progressive_masking'),
  ['an unknown dataset', { ...onDataset, dataset_id: 'ds_none' }, 404, 'dataset_not_found'],
  ['a dataset of another workspace', { ...onDataset, dataset_id: 'ds_other' }, 404, 'dataset_not_found'],
  invalid('catalog a string', fitOf({ catalog: 'file:a' }), 'catalog'),
  invalid('no format', fitOf({ catalog: { uri: 'file:a' } }), 'catalog.format'),
  invalid('no uri', fitOf({ catalog: { format: 'jsonl' } }), 'catalog.uri'),
  invalid('no such file', fitOf({}), 'catalog.uri'),
  invalid('a file outside', fitOf({ catalog: { uri: 'file:../x', format: 'jsonl' } }), 'catalog.uri'),
  invalid(
    'a place that is not allowed',
    fitOf({ catalog: { uri: 'https://example.com/a', format: 'jsonl' } }),
    'catalog.uri',
  ),
  ['format csv', fitOf({ catalog: { ...catalog, format: 'csv' } }), 422, 'unsupported_format', 'jsonl'],
  invalid('modalities empty', fitOf({ modalities: [] }), 'modalities'),
  invalid('modalities unknown', fitOf({ modalities: ['sound'] }), 'modalities[0]'),
  invalid('modalities twice the same', fitOf({ modalities: ['text', 'text'] }), 'modalities'),
  invalid('modalities a string', fitOf({ modalities: 'text' }), 'modalities'),
  invalid('levels 0', fitOf({ codebook: { levels: 0 } }), 'codebook.levels'),
  invalid('levels 9', fitOf({ codebook: { levels: 9 } }), 'codebook.levels'),
  invalid('levels 2.5', fitOf({ codebook: { levels: 2.5 } }), 'codebook.levels'),
  invalid('resolution unknown', fitOf({ codebook: { resolution: 'fine' } }), 'codebook.resolution'),
  invalid('base_size 1', fitOf({ codebook: { base_size: 1 } }), 'codebook.base_size'),
  invalid('base_size 100', fitOf({ codebook: { base_size: 100 } }), 'codebook.base_size'),
  invalid('base_size 131072', fitOf({ codebook: { base_size: 131_072 } }), 'codebook.base_size'),
  invalid('a level of one code', fitOf({ codebook: { base_size: 8 } }), 'codebook.base_size'),
  invalid('a codebook key too many', fitOf({ codebook: { size: 8 } }), 'codebook.size'),
  invalid('quantizer unknown', fitOf({ quantizer: 'pq' }), 'quantizer'),
  invalid('mode unknown', signal({ mode: 'clicks' }), 'collaborative_signal.mode'),
  invalid('weight 0', signal({ weight: 0 }), 'collaborative_signal.weight'),
  invalid('weight 11', signal({ weight: 11 }), 'collaborative_signal.weight'),
  invalid('no interactions', signal({ interactions: undefined }), 'collaborative_signal.interactions'),
  invalid('progressive_masking 1', fitOf({ progressive_masking: 1 }), 'progressive_masking'),
  invalid('an unknown key', fitOf({ epochs: 3 }), 'epochs'),
];

const exports: readonly Row[] = [
  invalid('format empty', { format: '' }, 'format'),
  invalid('format a number', { format: 1 }, 'format'),
  invalid('an unknown key', { compression: 'gzip' }, 'compression'),
  invalid('an array', [], ''),
  ['format zip', { format: 'zip' }, 422, 'unsupported_format', 'tar.gz'],
];

const items = (given: unknown) => ({ ...ids, items: given });
const item = (more: object) => items([ids.items[0], { item_id: 'cup', ...more }]);
const semantic: readonly Row[] = [
  invalid('nothing', {}, 'items'),
  invalid('no tokenizer', { items: ids.items }, 'tokenizer_id'),
  invalid('tokenizer malformed', { ...ids, tokenizer_id: 'a b' }, 'tokenizer_id'),
  ['unknown tokenizer', { ...ids, tokenizer_id: 'tok_none' }, 404, 'tokenizer_not_found'],
  ['tokenizer of another workspace', { ...ids, tokenizer_id: 'tok_other' }, 404, 'tokenizer_not_found'],
  ['a dataset for a tokenizer', { ...ids, tokenizer_id: 'ds_open' }, 404, 'tokenizer_not_found'],
  invalid('items empty', items([]), 'items'),
  invalid('items an object', items(ids.items[0]), 'items'),
  invalid('1,001 items', items(Array.from({ length: 1001 }, (_, at) => ({ item_id: `i${at}` }))), 'items'),
  invalid('an item null', items([null]), 'items[0]'),
  ...badIds((item_id) => items([{ item_id }]), 'items[0].item_id'),
  invalid('title a number', item({ title: 5 }), 'items[1].title'),
  invalid('title of 16 KiB and one byte', item({ title: 'x'.repeat(2 ** 14 + 1) }), 'items[1].title'),
  invalid('description an array', item({ description: [] }), 'items[1].description'),
  invalid('image_url empty', item({ image_url: '' }), 'items[1].image_url'),
  invalid('image_url of 2,049 letters', item({ image_url: 'x'.repeat(2049) }), 'items[1].image_url'),
  invalid('attributes an array', item({ attributes: ['a'] }), 'items[1].attributes'),
  invalid('attributes of 16 KiB', item({ attributes: { a: 'x'.repeat(2 ** 14) } }), 'items[1].attributes'),
  invalid('an unknown key in an item', item({ price: 3 }), 'items[1].price'),
  invalid('an unknown key', { ...ids, limit: 3 }, 'limit'),
];

const endpoints = [
  ['POST', '/v1/tokenizers', onDataset],
  ['POST', exportPath, { format: 'tar.gz' }],
  ['POST', '/v1/semantic-ids', ids],
  ['GET', '/v1/tokenizers', undefined],
  ['GET', '/v1/tokenizers/tok_ready', undefined],
] as const;

const withKey = (rows: readonly BadRequest[]): readonly BadRequest[] =>
  rows.map((row) => ({ ...row, headers: { ...headers, ...row.headers } }));

const badKeys = (
  [
    ['/v1/tokenizers', onDataset, {}],
    ['/v1/tokenizers', onDataset, { 'idempotency-key': '1234567' }],
    ['/v1/tokenizers', onDataset, { 'idempotency-key': 'k'.repeat(129) }],
    [exportPath, {}, { 'idempotency-key': '1234567' }],
  ] as const
).map(([path, body, given], at) =>
  bad(`Idempotency-Key ${at}`, 'POST', path, 400, 'invalid_request', {
    body,
    headers: given as Record<string, string>,
    at: 'idempotency-key',
  }),
);

const paths = [
  ['GET', '/v1/tokenizers/tok_none', 404],
  ['GET', '/v1/tokenizers/tok_other', 404],
  ['GET', '/v1/tokenizers/ds_open', 404],
  ['POST', '/v1/tokenizers/tok_none/exports', 404],
  ['POST', '/v1/tokenizers/tok_other/exports', 404],
  ['GET', '/v1/tokenizers/a%20b', 400],
  ['GET', `/v1/tokenizers/${'a'.repeat(129)}`, 400],
  ['POST', '/v1/tokenizers/-a/exports', 400],
] as const;

const queries = ['limit=0', 'limit=101', 'cursor=abc', 'offset=1'].map((query) =>
  bad('query', 'GET', `/v1/tokenizers?${query}`, 400, 'invalid_request', { at: query.split('=')[0]! }),
);

const keys = (['none', 'unknown', 'revoked', 'expired'] as const).flatMap((key: KeyName) =>
  endpoints.map(([method, path, body]) =>
    bad(`key ${key}`, method, path, 401, 'unauthorized', { key, body, headers }),
  ),
);

const scopes = [
  ['POST', '/v1/tokenizers', 'reader', onDataset],
  ['POST', exportPath, 'reader', {}],
  ['POST', '/v1/semantic-ids', 'reader', ids],
  ['GET', '/v1/tokenizers', 'matcher', undefined],
  ['GET', '/v1/tokenizers/tok_ready', 'matcher', undefined],
] as const;

export const badTokenizers: readonly BadRequest[] = [
  ...withKey([...malformedBodies('/v1/tokenizers'), ...posts('/v1/tokenizers', fits)]),
  ...posts(exportPath, exports),
  bad('terms', 'POST', '/v1/tokenizers/tok_closed/exports', 403, 'access_denied', { at: 'export' }),
  ...malformedBodies('/v1/semantic-ids'),
  ...posts('/v1/semantic-ids', semantic),
  ...badKeys,
  ...paths.map(([method, path, status]) =>
    bad('id', method, path, status, status === 404 ? 'tokenizer_not_found' : 'invalid_request'),
  ),
  ...queries,
  ...keys,
  ...scopes.map(([method, path, key, body]) =>
    bad(`scope of ${key}`, method, path, 403, 'forbidden', { key, body, headers }),
  ),
  bad('method', 'PUT', '/v1/tokenizers/tok_ready', 405, 'method_not_allowed'),
  bad('unknown', 'DELETE', '/v1/tokenizers/tok_none', 404, 'tokenizer_not_found'),
  bad('method', 'GET', '/v1/semantic-ids', 405, 'method_not_allowed'),
];
