import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TenantId, tenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { UpsertUserRequest } from '../../contract/user.ts';
import { builtInLabels } from '../../domains/active-domain.ts';
import { DomainDefinition } from '../../domains/definition.ts';
import type { Place } from '../../domains/place.ts';
import { alwaysServing } from '../../engines/encoders/testing/always-serving.ts';
import { encoderId, type TextEncoder } from '../../engines/encoders/text-encoder.ts';
import { normalize } from '../../platform/numeric/vectors.ts';
import type { Store } from '../../platform/storage/store.ts';
import { openNewStore } from '../../platform/storage/testing/migrated-database.ts';
import type { Extraction, Extractor } from '../reading/extractor.ts';
import { createProfileService, type Profiles } from './create-profile-service.ts';
import type { ProfileDependencies } from './profile-dependencies.ts';
import { createRefreshLimiter } from './vectors/refresh-limiter.ts';
import { refreshProfile } from './vectors/refresh-profile.ts';

/** Every test has tenants of its own in one store. */
let acme: TenantId;
let other: TenantId;
let tests = 0;

const people = DomainDefinition.parse({
  domain: 'people',
  version: 1,
  title: 'People',
  reciprocal: 'product',
  scorecard: {},
  fields: [
    { name: 'age', kind: 'hard', type: 'integer', required: true, range: [18, 120] },
    { name: 'city', kind: 'hard', type: 'string', format: 'geo' },
    { name: 'skills', kind: 'hard', type: 'enum', multiple: true, values: ['go', 'rust', 'sql'] },
    { name: 'about', kind: 'soft', type: 'string' },
    { name: 'mood', kind: 'derived', type: 'enum', values: ['sunny', 'stormy'] },
  ],
});
const clubs = DomainDefinition.parse({ ...people, domain: 'clubs', title: 'Clubs' });

/**
 * Reads `age=30`, `skills=go,rust`, `about=…;`, `mood=sunny` and `wants=25..35` where they stand in the text.
 */
const extractor: Extractor = {
  async extract(text) {
    const values: Extraction['values'][number][] = [];
    for (const match of text.matchAll(/(age|skills|about|mood)=([^;]+);/g)) {
      const field = match[1]!;
      const given = match[2]!;
      const value = field === 'age' ? Number(given) : field === 'skills' ? given.split(',') : given;
      values.push({
        field,
        value,
        span: [match.index, match.index + match[0].length],
        confidence: 0.9,
        origin: 'rules',
      });
    }
    const wish = /wants=(\d+)\.\.(\d+)/.exec(text);
    if (wish === null) return { values, preferences: {}, preferenceSpans: {} };
    const span = [wish.index, wish.index + wish[0].length] as const;
    return {
      values,
      preferences: { age: { gte: Number(wish[1]), lte: Number(wish[2]) } },
      preferenceSpans: { age: { span, confidence: 0.8 } },
    };
  },
};

/** Counts letters: a real function of the text, small enough to reason about. */
const encoder: TextEncoder = {
  identity: { name: 'letters', version: '1', dimension: 26, weightsHash: 'abcdef0123456789' },
  async encode(texts) {
    return texts.map(letters);
  },
  async encodeProfile(text) {
    return { vector: letters(text), sentences: [{ start: 0, end: text.length, vector: letters(text) }] };
  },
  async close() {},
};

function letters(text: string): Float32Array {
  const counts = new Float32Array(26);
  for (const letter of text.toLowerCase()) {
    const at = letter.charCodeAt(0) - 97;
    if (at >= 0 && at < 26) counts[at]!++;
  }
  return normalize(counts);
}

const lisbon: Place = { key: 'geonames:1', name: 'Lisbon, Portugal', country: 'PT', lat: 38.72, lon: -9.14 };

let folder: string;
let store: Store;
let profiles: Profiles;
let dependencies: ProfileDependencies;
let nowMs: number;
let ids: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'profiles-'));
  store = await openNewStore(join(folder, 'store.sqlite'));
});

beforeEach(() => {
  tests++;
  acme = tenantId(`ten_acme${tests}`);
  other = tenantId(`ten_other${tests}`);
  nowMs = Date.parse('2026-03-01T12:00:00Z');
  ids = 0;
  const definitions = new Map([people, clubs].map((each) => [each.domain, each]));
  dependencies = {
    store,
    encoders: alwaysServing(encoder),
    resolvePlace: (given) => (given === 'lisbon' || given === 'Lisbon, Portugal' ? lisbon : null),
    domainFor: async (_, domain) => {
      const definition = definitions.get(domain);
      if (definition === undefined) throw apiError('domain_not_found', `no domain ${domain}`);
      return { definition, labels: builtInLabels, threshold: 1000 };
    },
    extractorFor: async () => extractor,
    rulesFor: async () => extractor,
    memoryAccess: async () => ({ allowedHosts: ['127.0.0.1:9'], header: null }),
    enrichmentAccess: async () => null,
    versionFor: async () => {
      throw new Error('no version is asked for here');
    },
    refreshLimiter: createRefreshLimiter(2),
    clock: () => nowMs,
    newContextId: () => `ctx_${++ids}`,
  };
  profiles = createProfileService(dependencies);
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const put = (request: Omit<UpsertUserRequest, 'user_id' | 'domain'>, userId = 'amelia') =>
  profiles.upsert(acme, { user_id: userId, domain: 'people', ...request });
const say = (content: string, userId = 'amelia') =>
  profiles.append(acme, { user_id: userId, domain: 'people', source: 'chat', content });

describe('upsert', () => {
  test('a client-given value wins over the extracted one, and its provenance says so', async () => {
    const record = await put({ fields: { age: 31 }, context: 'age=30; about=I like the sea; wants=25..35' });
    expect(record.fields).toEqual({ age: 31, about: 'I like the sea' });
    expect(record.provenance.fields.age).toMatchObject({
      source: 'fields',
      extractor: 'client',
      confidence: 1,
    });
    expect(record.provenance.fields.about).toMatchObject({
      source: 'context',
      extractor: 'rules',
      context_id: 'ctx_1',
      span: [8, 29],
    });
    expect(record.preferences).toEqual({ age: { gte: 25, lte: 35 } });
    expect(record.provenance.preferences.age).toMatchObject({ source: 'context', span: [30, 42] });
    expect(record.embeddings).toEqual({ people: { dim: 26, version: 'letters@1#abcdef01' } });
    expect(record.provenance.embeddings.people?.from).toEqual(['about']);
  });

  test('overridden values are shown on demand, with where they came from', async () => {
    await put({ fields: { age: 31 }, context: 'age=30; skills=go;' });
    await put({ fields: { age: 31, skills: ['go'] } });
    const record = await profiles.get(acme, 'amelia', 'people', { alternatives: true });
    expect(record.alternatives).toEqual({
      age: [
        {
          value: 30,
          provenance: expect.objectContaining({ source: 'context', extractor: 'rules', context_id: 'ctx_1' }),
        },
      ],
    });
    const { domains } = await profiles.getAll(acme, 'amelia', { alternatives: true });
    expect(domains.people?.alternatives).toEqual(record.alternatives);
    expect(await profiles.get(acme, 'amelia', 'people')).not.toHaveProperty('alternatives');
  });

  test('a call replaces what it speaks for and leaves the rest', async () => {
    await put({
      fields: { age: 31, nickname: 'Mel' },
      context: 'age=30; skills=go;',
      preferences: { age: { gte: 20 } },
    });
    const byFields = await put({ fields: { city: 'lisbon' } });
    expect(byFields.fields).toEqual({ age: 30, city: 'Lisbon, Portugal', skills: ['go'] });
    expect(byFields.extras).toEqual({});
    expect(byFields.preferences).toEqual({ age: { gte: 20 } });
    expect(byFields.places.city).toEqual({
      name: 'Lisbon, Portugal',
      country: 'PT',
      lat: 38.72,
      lon: -9.14,
    });
    const byContext = await put({ context: 'skills=rust;' });
    expect(byContext.fields).toEqual({ city: 'Lisbon, Portugal', skills: ['rust'] });
    expect(byContext.missing_required).toEqual(['age']);
    const replaced = await put({ fields: { age: 40 }, replace: true });
    expect(replaced.fields).toEqual({ age: 40 });
    expect(replaced.preferences).toEqual({});
    expect(replaced.embeddings).toEqual({});
  });

  test('given preferences stay as they were given; found ones fill the rest', async () => {
    const record = await put({ context: 'wants=25..35', preferences: { skills: ['go'] } });
    expect(record.preferences).toEqual({ age: { gte: 25, lte: 35 }, skills: ['go'] });
    expect(record.provenance.preferences.skills).toMatchObject({ source: 'fields', extractor: 'client' });
  });

  test('a preference that a rule made and the grammar refuses is left out, and the call succeeds', async () => {
    const said = 'age=30; wants=25..9999999999999999999999999999999999999999999999999999';
    expect((await put({ context: `${said}${'9'.repeat(400)}` })).preferences).toEqual({});
    expect((await say(`again ${said}${'9'.repeat(400)}`)).fields_updated).toEqual([]);
    expect((await profiles.get(acme, 'amelia', 'people')).fields.age).toBe(30);
  });

  test.each([
    [{ fields: { age: 'thirty' } }, 'invalid_field_value'],
    [{ preferences: { nonsense: 1 } }, 'unknown_filter'],
    [{ memory_ref: 'http://10.0.0.1/x' }, 'invalid_request'],
    [{ memory_ref: 'http://127.0.0.1:9/x' }, 'dependency_unavailable'],
    [{ context: 'x'.repeat(256 * 1024 + 1) }, 'payload_too_large'],
  ])('%o is refused and stores nothing', async (request, code) => {
    const before = await store.profiles.lastSequence(acme, 'people');
    await expect(put(request)).rejects.toMatchObject({ code });
    expect(await store.profiles.lastSequence(acme, 'people')).toBe(before);
    expect(await store.profiles.count(acme, 'people')).toBe(0);
  });

  test('a memory that cannot be read is a warning where something else was given', async () => {
    const record = await put({ memory_ref: 'http://127.0.0.1:9/x', fields: { age: 30 } });
    expect(record.warnings).toMatchObject([{ code: 'memory_unavailable' }]);
    expect(record.fields).toEqual({ age: 30 });
  });

  test("derived attributes follow the client's text", async () => {
    expect((await put({ fields: { about: 'mood=sunny;' } })).derived).toEqual({ mood: 'sunny' });
    const changed = await put({ fields: { about: 'mood=stormy;' } });
    expect(changed.derived).toEqual({ mood: 'stormy' });
    expect(changed.provenance.derived.mood).toMatchObject({
      source: 'computed',
      extractor: 'rules',
      from: ['about'],
    });
    expect((await put({ fields: { about: 'nothing' } })).derived).toEqual({});
    expect((await put({ fields: { about: 'mood=sunny;', mood: 'stormy' } })).derived).toEqual({
      mood: 'stormy',
    });
  });

  test('the same text twice makes one context item', async () => {
    await put({ context: 'age=30; hello' });
    const again = await put({ context: 'Age=30;  HELLO age=30;' });
    await put({ context: 'age=30; hello' });
    expect(again.fields).toEqual({ age: 30 });
    expect(await store.profiles.contextItems(acme, 'people', 'amelia', 10)).toHaveLength(2);
  });

  test('a batch: each request is validated alone, and repeated requests for one person are written in order', async () => {
    const results = await profiles.upsertMany(acme, [
      { user_id: 'a', domain: 'people', fields: { age: 20 } },
      { user_id: 'b', domain: 'people', fields: { age: 7 } },
      { user_id: 'a', domain: 'people', fields: { age: 21 } },
    ]);
    expect(
      results.map((result) =>
        result instanceof Error ? (result as { code?: string }).code : result.fields.age,
      ),
    ).toEqual([20, 'invalid_field_value', 21]);
    expect((await profiles.get(acme, 'a', 'people')).fields.age).toBe(21);
  });

  test('concurrent calls for one person lose nothing', async () => {
    await put({ fields: { age: 30 } });
    await Promise.all(Array.from({ length: 20 }, (_, at) => say(`message ${at} about=thing ${at};`)));
    const { fields } = await profiles.get(acme, 'amelia', 'people');
    for (let at = 0; at < 20; at++) expect(fields.about).toContain(`thing ${at}`);
    expect(await store.profiles.contextItems(acme, 'people', 'amelia', 100)).toHaveLength(20);
  });
});

describe('append', () => {
  test('an unknown person is made; what changed is named', async () => {
    const result = await say('age=30; skills=go; about=I like tea;');
    expect(result).toEqual({
      user_id: 'amelia',
      domain: 'people',
      context_id: 'ctx_1',
      fields_updated: ['age', 'skills', 'about'],
      embeddings_refreshed: true,
    });
    const more = await say('skills=rust; age=30;');
    expect(more).toMatchObject({ fields_updated: ['skills'], embeddings_refreshed: false });
    expect((await profiles.get(acme, 'amelia', 'people')).fields.skills).toEqual(['go', 'rust']);
  });

  test('text that contradicts the client changes nothing and is reported', async () => {
    await put({ fields: { age: 31 } });
    const result = await say('hello age=45;');
    expect(result.fields_updated).toEqual([]);
    expect(result.conflicts).toEqual([{ field: 'age', kept: 31, seen: 45, span: [6, 13] }]);
    expect((await put({ fields: {} })).fields.age).toBe(45);
  });

  test('near-identical text gives back the earlier context id', async () => {
    const first = await say('I went hiking today, age=30;');
    const again = await say('i went  HIKING today age=30;');
    expect(again).toEqual({ ...first, fields_updated: [], embeddings_refreshed: false, deduplicated: true });
    expect(await store.profiles.contextItems(acme, 'people', 'amelia', 10)).toHaveLength(1);
  });

  test('past the refresh limit the vector is owed, and made when the window opens', async () => {
    const refreshed: unknown[] = [];
    for (let at = 0; at < 4; at++)
      refreshed.push((await say(`about=thing number ${'abcd'[at]};`)).embeddings_refreshed);
    expect(refreshed).toEqual([true, true, true, false]);
    const owed = await say('about=and one more zzz;');
    expect(owed).toMatchObject({ embeddings_refreshed: false, refresh_pending: true });
    const before = (
      await store.profiles.vectorsOf(acme, 'people', ['amelia'], encoderId(encoder.identity))
    ).get('amelia')!;
    expect(before.vector.codes[25]).toBe(0);
    expect(await runRefreshes()).toBe(0);
    nowMs += 60_000;
    // The other tests' people may be owed one as well.
    expect(await runRefreshes()).toBeGreaterThanOrEqual(1);
    const after = (
      await store.profiles.vectorsOf(acme, 'people', ['amelia'], encoderId(encoder.identity))
    ).get('amelia')!;
    expect(after.vector.codes[25]).toBeGreaterThan(0);
    expect(await runRefreshes()).toBe(0);
  });
});

/** Carries out the due refreshes like the worker, and returns their number. */
async function runRefreshes(): Promise<number> {
  const { taken } = await store.jobs.take('worker', {
    limits: { profile_refresh: 100 },
    limit: 100,
    nowMs,
    leaseMs: 1000,
  });
  for (const job of taken) {
    const { input } = job as { input: { domain: string; user_id: string } };
    await refreshProfile(dependencies, job.tenantId, input.domain, input.user_id);
    const end = { status: 'succeeded', result: {} } as const;
    await store.jobs.finish('worker', [{ jobId: job.jobId, end, changes: [], nowMs }]);
  }
  return taken.length;
}

describe('reading and erasing', () => {
  test('one domain, all domains, none', async () => {
    await put({ fields: { age: 30 } });
    await profiles.upsert(acme, { user_id: 'amelia', domain: 'clubs', fields: { age: 31 } });
    expect((await profiles.get(acme, 'amelia', 'clubs')).fields).toEqual({ age: 31 });
    expect(Object.keys((await profiles.getAll(acme, 'amelia')).domains).sort()).toEqual(['clubs', 'people']);
    await expect(profiles.get(acme, 'ben', 'people')).rejects.toMatchObject({ code: 'user_not_found' });
    await expect(profiles.getAll(other, 'amelia')).rejects.toMatchObject({ code: 'user_not_found' });
    await expect(profiles.get(acme, 'amelia', 'nowhere')).rejects.toMatchObject({ code: 'domain_not_found' });
  });

  test('a profile vector for another domain is made from the latest row, kept and shown there', async () => {
    await put({ fields: { age: 30, about: 'I like tea' } });
    const made = await profiles.ensureVector(acme, 'amelia', 'clubs');
    expect(made?.row.domain).toBe('people');
    expect(Object.keys((await profiles.get(acme, 'amelia', 'people')).embeddings)).toEqual([
      'clubs',
      'people',
    ]);
    await expect(profiles.get(acme, 'amelia', 'clubs')).rejects.toMatchObject({ code: 'user_not_found' });
    await put({ fields: { age: 30, about: 'I like coffee' } });
    expect(Object.keys((await profiles.get(acme, 'amelia', 'people')).embeddings)).toEqual(['people']);
    expect(await profiles.ensureVector(acme, 'nobody', 'clubs')).toBeNull();
  });

  test('erasure counts what went, is for one tenant, and is 404 the second time', async () => {
    await put({ fields: { age: 30, about: 'tea' }, context: 'hello' });
    await profiles.upsert(other, { user_id: 'amelia', domain: 'people', fields: { age: 50 } });
    const erased = await profiles.erase(acme, 'amelia', null);
    expect(erased).toEqual({
      blocked: false,
      user_id: 'amelia',
      domains: ['people'],
      erased: {
        records: 1,
        context_items: 1,
        outcomes: 0,
        triplets: 0,
        vectors: 1,
        pending_events: 0,
        dataset_versions: 0,
      },
      trained_models: [],
    });
    await expect(profiles.get(acme, 'amelia', 'people')).rejects.toMatchObject({ code: 'user_not_found' });
    await expect(profiles.erase(acme, 'amelia', null)).rejects.toMatchObject({ code: 'user_not_found' });
    expect((await profiles.get(other, 'amelia', 'people')).fields).toEqual({ age: 50 });
  });
});
