import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TenantId, tenantId } from '../../../contract/brands.ts';
import { apiError, retryLater } from '../../../contract/errors.ts';
import { newId } from '../../../contract/new-id.ts';
import { builtInLabels } from '../../../domains/active-domain.ts';
import { DomainDefinition } from '../../../domains/definition.ts';
import { alwaysServing } from '../../../engines/encoders/testing/always-serving.ts';
import type { TextEncoder } from '../../../engines/encoders/text-encoder.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { openNewStore } from '../../../platform/storage/testing/migrated-database.ts';
import type { ExtractedValue, Extractor } from '../../reading/extractor.ts';
import { createProfileService, type Profiles } from '../create-profile-service.ts';
import type { UpsertCall } from '../profile-service.ts';
import { createRefreshLimiter } from '../vectors/refresh-limiter.ts';

const people = DomainDefinition.parse({
  domain: 'people',
  version: 1,
  title: 'People',
  reciprocal: 'product',
  scorecard: {},
  fields: [
    { name: 'age', kind: 'hard', type: 'integer', range: [18, 120] },
    { name: 'skills', kind: 'hard', type: 'enum', multiple: true, values: ['go', 'rust', 'sql'] },
    { name: 'about', kind: 'soft', type: 'string' },
    { name: 'mood', kind: 'derived', type: 'enum', values: ['sunny', 'stormy'] },
  ],
});

/** Reads `name=value;`. A part behind `fast:` or `full:` is read at that depth alone. */
let whileReading: (text: string) => Promise<unknown>;
const extractor: Extractor = {
  async extract(text, _, __, { depth = 'full' } = {}) {
    if (depth === 'full') await whileReading(text);
    const parts = text.split(/(fast|full):/);
    const read = [parts[0]!, ...parts.flatMap((part, at) => (part === depth ? [parts[at + 1]!] : []))];
    const values: ExtractedValue[] = [];
    for (const [, field, given] of read.join('').matchAll(/(age|skills|about|mood)=([^;]+);/g)) {
      const value = field === 'age' ? Number(given) : field === 'skills' ? given!.split(',') : given!;
      values.push({ field: field!, value, span: [0, 1], confidence: 0.9, origin: 'rules' });
    }
    const isPartial = depth === 'fast' && parts.length > 1;
    return { values, preferences: {}, preferenceSpans: {}, ...(isPartial && { isPartial }) };
  },
};

const encoder: TextEncoder = {
  identity: { name: 'lengths', version: '1', dimension: 1, weightsHash: 'abcdef0123456789' },
  encode: async (texts) => texts.map((text) => Float32Array.of(text.length)),
  encodeProfile: async (text) => ({ vector: Float32Array.of(text.length), sentences: [] }),
  close: async () => {},
};

let folder: string;
let store: Store;
let profiles: Profiles;
let acme: TenantId;
let nowMs: number;
let tests = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'full-reading-'));
  store = await openNewStore(join(folder, 'store.sqlite'));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  acme = tenantId(`ten_acme${++tests}`);
  nowMs = Date.parse('2026-03-01T12:00:00Z');
  whileReading = async () => {};
  profiles = createProfileService({
    store,
    encoders: alwaysServing(encoder),
    resolvePlace: () => null,
    domainFor: async (_, domain) => {
      if (domain !== 'people') throw apiError('domain_not_found', `no domain ${domain}`);
      return { definition: people, labels: builtInLabels, threshold: 1000 };
    },
    extractorFor: async () => extractor,
    rulesFor: async () => extractor,
    memoryAccess: async () => ({ allowedHosts: [], header: null }),
    enrichmentAccess: async () => null,
    versionFor: async () => {
      throw new Error('no version is asked for here');
    },
    refreshLimiter: createRefreshLimiter(2),
    clock: () => nowMs,
    newContextId: () => newId('ctx'),
  });
});

const put = (user_id: string, call: Partial<UpsertCall>) =>
  profiles.upsert(acme, { user_id, domain: 'people', reading: 'fast', ...call });
const get = (userId: string) => profiles.get(acme, userId, 'people', { alternatives: true });
const readAll = () => profiles.readInFull(acme, 'people', 100);
const listed = async () => (await store.readings.list(acme, 'people', 100)).map(({ userId }) => userId);

test('a fast reading is stored at once, and the full one takes its place', async () => {
  const shown = await put('ana', { context: 'age=30; fast: skills=go; full: skills=rust; mood=sunny;' });
  expect(shown.fields).toEqual({ age: 30, skills: ['go'] });
  nowMs += 1000;
  expect(await readAll()).toEqual({ rows: 1, changed: 1, refusals: [] });
  const { fields, derived, alternatives, provenance, updated_at, last_enriched_at } = await get('ana');
  expect([fields, derived]).toEqual([{ age: 30, skills: ['rust'] }, { mood: 'sunny' }]);
  expect(alternatives).toMatchObject({
    skills: [{ value: ['go'], provenance: { source: 'context', at: '2026-03-01T12:00:00.000Z' } }],
  });
  expect(provenance.fields.skills).toMatchObject({ at: '2026-03-01T12:00:01.000Z' });
  expect(provenance.fields.skills?.context_id).toBe(provenance.fields.age?.context_id);
  expect([updated_at, last_enriched_at]).toEqual(['2026-03-01T12:00:00.000Z', '2026-03-01T12:00:01.000Z']);
  expect(await readAll()).toBeNull();
});

test('a value that the full reading withdraws is kept as an alternative', async () => {
  await put('ana', { context: 'age=30; fast: mood=stormy; full: ' });
  await readAll();
  const { derived, alternatives } = await get('ana');
  expect(derived).toEqual({});
  expect(alternatives).toMatchObject({ mood: [{ value: 'stormy' }] });
  await put('ana', { context: 'age=31;' });
  expect((await get('ana')).alternatives, 'other texts, another history').toEqual({});
});

test('texts of which rules read all are not listed, and equal readings write nothing', async () => {
  await put('ana', { context: 'age=30;' });
  await put('ben', { context: 'age=30; fast: full:' });
  expect(await listed()).toEqual(['ben']);
  const before = await store.profiles.get(acme, 'people', 'ben');
  nowMs += 1000;
  expect(await readAll()).toEqual({ rows: 1, changed: 0, refusals: [] });
  expect(await store.profiles.get(acme, 'people', 'ben')).toEqual(before);
  expect(await listed()).toEqual([]);
});

test('a call that says full is read in full before it is stored', async () => {
  const { fields } = await put('ana', { context: 'fast: age=30; full: age=40;', reading: 'full' });
  expect([fields, await listed()]).toEqual([{ age: 40 }, []]);
});

test('the values of the client stay in force', async () => {
  await put('ana', { context: 'fast: age=30; full: age=40;' });
  await profiles.patch(acme, { user_id: 'ana', domain: 'people', fields: { age: 50 } });
  await readAll();
  const { fields, alternatives } = await get('ana');
  expect(fields).toEqual({ age: 50 });
  expect(alternatives?.age?.map(({ value }) => value)).toEqual([40, 30]);
});

test('texts that were replaced by others read in full are not read again', async () => {
  await put('ana', { context: 'fast: age=30; full: age=40;' });
  await put('ana', { context: 'age=20; full: skills=go;', reading: 'full' });
  expect(await readAll()).toBeNull();
  expect((await get('ana')).fields).toEqual({ age: 20, skills: ['go'] });
});

test('a person who is written or erased during the reading keeps what that write said', async () => {
  await put('ana', { context: 'fast: age=30; full: age=40;' });
  await put('ben', { context: 'fast: age=31; full: age=41;' });
  await put('cem', { context: 'fast: age=32; full: age=42;' });
  whileReading = async (text) => {
    whileReading = async () => {};
    if (!text.includes('fast')) return;
    await put('ana', { context: 'age=20;', reading: 'full' });
    await profiles.erase(acme, 'ben', null);
  };
  expect(await readAll()).toEqual({ rows: 1, changed: 1, refusals: [] });
  expect((await get('ana')).fields).toEqual({ age: 20 });
  await expect(get('ben')).rejects.toThrow('no user');
  expect((await get('cem')).fields).toEqual({ age: 42 });
  expect(await listed()).toEqual([]);
});

test('texts that are added meanwhile are read after the listed ones', async () => {
  await put('ana', { context: 'fast: age=30; skills=go; full: age=40; skills=sql;' });
  await profiles.append(acme, {
    ...{ user_id: 'ana', domain: 'people', source: 'chat' },
    content: 'skills=rust; mood=sunny;',
  });
  expect((await get('ana')).fields).toEqual({ age: 30, skills: ['go', 'rust'] });
  await readAll();
  const { fields, derived } = await get('ana');
  expect([fields, derived]).toEqual([{ age: 40, skills: ['sql', 'rust'] }, { mood: 'sunny' }]);
});

test('values from before texts that were merged stay below them', async () => {
  await put('ana', { context: 'age=30; skills=go;', reading: 'full' });
  await put('ana', { context: 'fast: skills=rust; full: skills=sql;', merge: true });
  expect((await get('ana')).fields).toEqual({ age: 30, skills: ['go', 'rust'] });
  await readAll();
  expect((await get('ana')).fields).toEqual({ age: 30, skills: ['go', 'sql'] });
});

test('texts composed of the fields of the client are read in full too', async () => {
  await put('ana', { fields: { about: 'fast: mood=stormy; full: mood=sunny;' } });
  expect((await get('ana')).derived).toEqual({ mood: 'stormy' });
  await readAll();
  expect((await get('ana')).derived).toEqual({ mood: 'sunny' });
});

test('vectors follow a soft text that changed, and stay where it did not', async () => {
  await put('ana', { context: 'fast: about=short; full: about=much longer;' });
  await put('ben', { context: 'about=short; fast: age=30; full: age=40;' });
  const vectorOf = async (id: string) => (await store.profiles.vectors(acme, id))[0]!;
  const [ana, ben] = [await vectorOf('ana'), await vectorOf('ben')];
  nowMs += 1000;
  await readAll();
  expect((await vectorOf('ana')).at).not.toBe(ana.at);
  expect(await vectorOf('ben')).toEqual(ben);
});

test('a text that cannot be read is left with its fast values, and spoils no other', async () => {
  await put('ana', { context: 'fast: age=30; full: age=40;' });
  await put('ben', { context: 'fast: age=31; full: age=41;' });
  whileReading = async (text) => {
    if (text.includes('40')) throw new Error('the thread ended');
  };
  const read = await readAll();
  expect(read).toMatchObject({ rows: 2, changed: 1 });
  expect(read?.refusals.map(({ message }) => message)).toEqual(['the thread ended']);
  expect([(await get('ana')).fields, (await get('ben')).fields]).toEqual([{ age: 30 }, { age: 41 }]);
  expect(await listed()).toEqual([]);
});

test('a server that does not answer is an error, and the rows stay', async () => {
  await put('ana', { context: 'fast: age=30; full: age=40;' });
  whileReading = async () => {
    throw retryLater('dependency_unavailable', 'not now', 1000);
  };
  await expect(readAll()).rejects.toThrow('not now');
  expect(await listed()).toEqual(['ana']);
});

test('a batch has one list, tenants have their own', async () => {
  const calls = ['ana', 'ben'].map((user_id) => ({
    ...{ user_id, domain: 'people', reading: 'fast' as const },
    context: 'fast: age=30; full: age=40;',
  }));
  await profiles.upsertMany(acme, calls);
  const other = tenantId(`ten_other${tests}`);
  await profiles.upsertMany(other, calls);
  expect(await readAll()).toMatchObject({ rows: 2, changed: 2 });
  expect((await profiles.get(other, 'ana', 'people')).fields).toEqual({ age: 30 });
  expect(await store.readings.count(other, 'people')).toBe(2);
});
