/** Tokenizers, their exports and semantic IDs: bodies, ids and cursors. */
import type { TenantId } from '../../../src/contract/brands.ts';
import type { Store } from '../../../src/platform/storage/store.ts';
import type { NewTokenizer, TokenizerMade } from '../../../src/platform/storage/tokenizer-store.ts';
import { type BadRequest, bad, posts, type Row } from './bad-request.ts';
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

const fits: readonly Row[] = [
  invalid('nothing', {}, 'name'),
  invalid('dataset_id malformed', { ...onDataset, dataset_id: '../x' }, 'dataset_id'),
  invalid('dataset and levels', { ...onDataset, progressive_masking: true }, 'progressive_masking'),
  ['an unknown dataset', { ...onDataset, dataset_id: 'ds_none' }, 404, 'dataset_not_found'],
  ['a dataset of another workspace', { ...onDataset, dataset_id: 'ds_other' }, 404, 'dataset_not_found'],
  invalid('no such file', fitOf({}), 'catalog.uri'),
  invalid('a file outside', fitOf({ catalog: { uri: 'file:../x', format: 'jsonl' } }), 'catalog.uri'),
  invalid(
    'a place that is not allowed',
    fitOf({ catalog: { uri: 'https://example.com/a', format: 'jsonl' } }),
    'catalog.uri',
  ),
  ['format csv', fitOf({ catalog: { ...catalog, format: 'csv' } }), 422, 'unsupported_format', 'jsonl'],
  invalid('modalities twice the same', fitOf({ modalities: ['text', 'text'] }), 'modalities'),
  invalid('base_size 100', fitOf({ codebook: { base_size: 100 } }), 'codebook.base_size'),
  invalid('a level of one code', fitOf({ codebook: { base_size: 8 } }), 'codebook.base_size'),
  invalid('an unknown key', fitOf({ epochs: 3 }), 'epochs'),
];

const exports: readonly Row[] = [
  invalid('an unknown key', { compression: 'gzip' }, 'compression'),
  invalid('an array', [], ''),
  ['format zip', { format: 'zip' }, 422, 'unsupported_format', 'tar.gz'],
];

const items = (value: unknown) => ({ ...ids, items: value });
const item = (more: object) => items([ids.items[0], { item_id: 'cup', ...more }]);
const semantic: readonly Row[] = [
  invalid('nothing', {}, 'items'),
  invalid('tokenizer malformed', { ...ids, tokenizer_id: 'a b' }, 'tokenizer_id'),
  ['unknown tokenizer', { ...ids, tokenizer_id: 'tok_none' }, 404, 'tokenizer_not_found'],
  ['tokenizer of another workspace', { ...ids, tokenizer_id: 'tok_other' }, 404, 'tokenizer_not_found'],
  ['a dataset for a tokenizer', { ...ids, tokenizer_id: 'ds_open' }, 404, 'tokenizer_not_found'],
  ...badIds((item_id) => items([{ item_id }]), 'items[0].item_id'),
  invalid('title of 16 KiB and one byte', item({ title: 'x'.repeat(2 ** 14 + 1) }), 'items[1].title'),
  invalid('description an array', item({ description: [] }), 'items[1].description'),
  invalid('attributes of 16 KiB', item({ attributes: { a: 'x'.repeat(2 ** 14) } }), 'items[1].attributes'),
  invalid('an unknown key', { ...ids, limit: 3 }, 'limit'),
];

const withKey = (rows: readonly BadRequest[]): readonly BadRequest[] =>
  rows.map((row) => ({ ...row, headers: { ...headers, ...row.headers } }));

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

export const badTokenizers: readonly BadRequest[] = [
  ...withKey(posts('/v1/tokenizers', fits)),
  ...posts(exportPath, exports),
  bad('terms', 'POST', '/v1/tokenizers/tok_closed/exports', 403, 'access_denied', { at: 'export' }),
  ...posts('/v1/semantic-ids', semantic),
  ...paths.map(([method, path, status]) =>
    bad('id', method, path, status, status === 404 ? 'tokenizer_not_found' : 'invalid_request'),
  ),
  ...queries,
  bad('unknown', 'DELETE', '/v1/tokenizers/tok_none', 404, 'tokenizer_not_found'),
];
