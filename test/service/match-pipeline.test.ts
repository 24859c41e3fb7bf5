/**
 * Matching over the real parts: store, profiles service, gazetteer, embedded encoder, reference index. A
 * property test compares the matches with the rows that no filter, preference, block, exclusion or outcome
 * drops.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TenantId, tenantId } from '../../src/contract/brands.ts';
import { apiError } from '../../src/contract/errors.ts';
import { MatchRequest, type MatchResult } from '../../src/contract/match.ts';
import { builtInLabels } from '../../src/domains/active-domain.ts';
import { bindPreferenceOrigin } from '../../src/domains/bind-origin.ts';
import type { DomainDefinition } from '../../src/domains/definition.ts';
import { isGeo } from '../../src/domains/field.ts';
import type { Clause, Clauses } from '../../src/domains/filter.ts';
import type { ResolvePlace } from '../../src/domains/place.ts';
import { rowPasses } from '../../src/domains/row-passes.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { openTextEncoder } from '../../src/engines/encoders/open-text-encoder.ts';
import { alwaysServing } from '../../src/engines/encoders/testing/always-serving.ts';
import { encoderId, type TextEncoder } from '../../src/engines/encoders/text-encoder.ts';
import type { IndexRegistry } from '../../src/matching/index/candidate-index.ts';
import { openIndexRegistry } from '../../src/matching/index/open-index-registry.ts';
import { ReferenceIndex } from '../../src/matching/index/reference/reference-index.ts';
import { createMatchService } from '../../src/matching/match/create-match-service.ts';
import type { MatchService } from '../../src/matching/match/match-service.ts';
import { openGazetteer } from '../../src/people/places/gazetteer.ts';
import { createProfileService, type Profiles } from '../../src/people/profiles/create-profile-service.ts';
import { createRefreshLimiter } from '../../src/people/profiles/vectors/refresh-limiter.ts';
import type { Store } from '../../src/platform/storage/store.ts';
import { openNewStore } from '../../src/platform/storage/testing/migrated-database.ts';
import * as random from '../../src/platform/storage/testing/random-profiles.ts';

const extractsNothing = {
  extract: async () => ({ values: [], preferences: {}, preferenceSpans: {} }),
};

const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'counterpart-pipeline-'));
const definitions = new Map<string, DomainDefinition>();
let store: Store;
let indexes: IndexRegistry;
let encoder: TextEncoder;
let profiles: Profiles;
let match: MatchService;
/** Random worlds name places by their keys. */
let resolveRandom: ResolvePlace;

beforeAll(async () => {
  definitions.set('dating', shippedDomain('dating')!);
  store = await openNewStore(join(folder, 'counterpart.sqlite'));
  encoder = await openTextEncoder('embedded');
  indexes = openIndexRegistry({
    store,
    indexFor: (definition, sequence, encoder) => new ReferenceIndex(definition, sequence, encoder),
    servingEncoder: async () => encoderId(encoder.identity),
    followEveryMs: 0,
  });
  const gazetteer = await openGazetteer();
  const domainFor = async (tenant: TenantId, domain: string) => {
    const definition = definitions.get(`${tenant}/${domain}`) ?? definitions.get(domain);
    if (definition === undefined) throw apiError('domain_not_found', `there is no domain «${domain}»`);
    return { definition, labels: builtInLabels, threshold: 1000 };
  };
  let contexts = 0;
  profiles = createProfileService({
    store,
    encoders: alwaysServing(encoder),
    resolvePlace: gazetteer.resolve,
    domainFor,
    // Everything is given as fields here; reading texts has tests of its own.
    extractorFor: async () => extractsNothing,
    rulesFor: async () => extractsNothing,
    enrichmentAccess: async () => null,
    versionFor: async () => {
      throw new Error('no version is asked for here');
    },
    memoryAccess: async () => {
      throw new Error('no memory here');
    },
    refreshLimiter: createRefreshLimiter(),
    clock: () => NOW_MS,
    newContextId: () => `ctx_${contexts++}`,
  });
  resolveRandom = (given) =>
    typeof given === 'string'
      ? (random.somePlaces.find(({ key }) => key === given) ?? null)
      : { key: `point:${given.lat},${given.lon}`, name: 'point', country: null, ...given };
  match = createMatchService({
    store,
    indexes,
    resolvePlace: (given) => resolveRandom(given) ?? gazetteer.resolve(given),
    domainFor,
    ensureVector: profiles.ensureVector,
    readSeeker: profiles.readSeeker,
    clock: () => NOW_MS,
  });
});
afterAll(async () => {
  await indexes.close();
  await encoder.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const TENANT = tenantId('ten_lisbon');
const matchOf = async (request: Record<string, unknown>, tenant = TENANT): Promise<MatchResult> =>
  (await match.match(tenant, MatchRequest.parse({ domain: 'dating', ...request }))).result;

describe('candidates of a match', () => {
  beforeAll(async () => {
    const put = (user_id: string, fields: Record<string, unknown>, preferences?: Record<string, unknown>) =>
      profiles.upsert(TENANT, { user_id, domain: 'dating', fields, ...(preferences && { preferences }) });
    const likesMen = { gender: 'man' };
    await put(
      'ana',
      {
        age: 31,
        gender: 'woman',
        location: 'Lisbon, Portugal',
        relationship_goal: 'long_term',
        values_text: 'Family matters most to me. I go hiking in the mountains every weekend.',
      },
      { ...likesMen, location_within_km: 60 },
    );
    const man = { gender: 'man', relationship_goal: 'long_term' };
    const women = { gender: 'woman' };
    await put(
      'hiker',
      {
        ...man,
        age: 33,
        location: 'Lisbon, Portugal',
        values_text: 'On weekends I am out hiking in the hills. I want a big family.',
      },
      women,
    );
    await put(
      'gamer',
      {
        ...man,
        age: 33,
        location: 'Lisbon, Portugal',
        values_text: 'Video games and pizza nights. Crypto and fast cars.',
      },
      women,
    );
    await put('silent', { ...man, age: 33, location: 'Lisbon, Portugal' }, women);
    await put(
      'casual',
      { ...man, age: 33, location: 'Lisbon, Portugal', relationship_goal: 'casual' },
      women,
    );
    await put('cascais', { ...man, age: 45, location: 'Cascais, Portugal' }, women);
    await put('porto', { ...man, age: 31, location: 'Porto, Portugal' }, women);
    await put('gay', { ...man, age: 31, location: 'Lisbon, Portugal' }, { gender: 'man' });
    await put(
      'young demands',
      { ...man, age: 25, location: 'Lisbon, Portugal' },
      { gender: 'woman', age: { lte: 28 } },
    );
    await put('half a profile', { age: 31, gender: 'man' });
  });

  it('are ranked as a reader of the profiles would rank them, with reasons', async () => {
    const result = await matchOf({ user_id: 'ana', explain: true });
    expect(result.matches.map(({ user_id }) => user_id)).toEqual([
      'hiker',
      'silent',
      'gamer',
      'cascais',
      'casual',
    ]);
    const [hiker] = result.matches;
    expect(hiker!.reasons).toContain('Both want a long-term relationship');
    expect(hiker!.reasons).toContain('Both in Lisbon, Portugal');
    expect(hiker!.reasons!.join('\n')).toMatch(
      /You: «.*hiking in the mountains.*»; they: «.*hiking in the hills.*»/,
    );
    expect(hiker!.reasons!.length).toBeGreaterThanOrEqual(2);
    expect(hiker!.reasons!.length).toBeLessThanOrEqual(6);
    expect(result.matches.at(-1)!.reasons).toContain(
      'But you want a long-term relationship, they want something casual',
    );
    expect(result.trace![0]!.dropped).toEqual({ incomplete: 1, preferences: 1, not_wanted: 2 });
    expect(result.pipeline_stats).toMatchObject({ total: 9, after_sql_filter: 5 });
    expect(result.models_used.embedding!.version).toMatch(/^prior-dating\.v1@/);
  });

  it('are found for a seeker of another domain', async () => {
    definitions.set('clubs', { ...definitions.get('dating')!, domain: 'clubs', reciprocal: 'off' });
    const fields = { age: 32, gender: 'woman', location: 'Lisbon, Portugal', values_text: 'Hiking.' };
    await profiles.upsert(TENANT, { user_id: 'rita', domain: 'clubs', fields });
    const result = await matchOf({ user_id: 'rita', explain: true, filters: { location_within_km: 20 } });
    expect(result.matches[0]!.user_id).toBe('hiker');
    expect(result.matches[0]!.stage_scores!.embedding).toBeGreaterThan(
      result.matches[0]!.stage_scores!.light_ml!,
    );
    const record = await profiles.get(TENANT, 'rita', 'clubs');
    expect(Object.keys(record.embeddings).sort()).toEqual(['clubs', 'dating']);
  });
});

/** A request's filter for clauses that the wire can say. */
function wireOf(definition: DomainDefinition, clauses: Clauses): Record<string, unknown> {
  const wire: Record<string, unknown> = {};
  for (const clause of clauses) {
    if (clause.op === 'within_km') {
      if (clause.origin === null || `${clause.field}_from` in wire) continue;
      wire[`${clause.field}_within_km`] = clause.km;
      wire[`${clause.field}_from`] = clause.origin;
      continue;
    }
    const field = definition.fields.find(({ name }) => name === clause.field)!;
    const operands = { ...(wire[clause.field] as Record<string, unknown> | undefined) };
    if ('keys' in clause) {
      operands[clause.op === 'place_in' ? 'in' : 'nin'] = clause.keys.filter(
        (key) => !key.startsWith('unresolved:'),
      );
    } else if ('values' in clause) {
      operands[clause.op] = clause.values;
    } else if (!isGeo(field) || clause.op === 'exists') {
      operands[clause.op] = clause.value;
    }
    if (Object.keys(operands).length > 0) wire[clause.field] = operands;
  }
  return wire;
}

const worlds = random.schemas.chain((definition) =>
  fc.record({
    definition: fc.constant(definition),
    reciprocal: fc.constantFrom('product', 'off'),
    asked: fc.constantFrom(undefined, 'min', 'off'),
    candidates: fc.constantFrom('complete', 'any'),
    sqlFilter: fc.oneof(
      { weight: 4, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    people: fc.uniqueArray(random.people(definition), {
      minLength: 3,
      maxLength: 11,
      selector: ({ userId }) => userId,
    }),
    filter: random.clauses(definition).map((clauses) => clauses.slice(0, 2)),
    excluded: fc.uniqueArray(fc.constantFrom(...random.someUserIds), { maxLength: 2 }),
    decided: fc.array(fc.tuple(fc.nat(10), fc.constantFrom('rejected', 'accepted', 'expired')), {
      maxLength: 3,
    }),
  }),
);

describe('the candidates shown', () => {
  it('are exactly the rows that no rule excludes', async () => {
    let run = 0;
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const tenant = tenantId(`ten_random_${run++}`);
        const { reciprocal, candidates } = world;
        const definition = { ...world.definition, reciprocal, candidates } as DomainDefinition;
        definitions.set(`${tenant}/dating`, definition);
        const [seeker, ...others] = world.people;
        await store.profiles.write(
          world.people.map((person) => {
            const { row, profileVector } = random.storedProfile(definition, person);
            const vectors = profileVector === null ? [] : [profileVector];
            const complete = candidates === 'any' || row.complete;
            return {
              row: { ...row, tenantId: tenant, complete },
              contextItems: [],
              vectors,
              dropVectors: [],
              refreshDueAtMs: null,
            };
          }),
        );
        const decided = world.decided.map(([n, label]) => ({
          label,
          candidateId: others[n % others.length]!.userId,
        }));
        const seekerId = seeker!.userId;
        await store.outcomes.record(
          tenant,
          'dating',
          decided.map((outcome) => ({
            ...outcome,
            seekerId,
            weight: 1,
            matchId: null,
            at: '2026-01-01T00:00:00.000Z',
          })),
        );
        const labels = new Map(decided.map(({ candidateId, label }) => [candidateId, label]));
        const wire = wireOf(definition, world.filter);
        const request = {
          user_id: seekerId,
          limit: 100,
          filters: { ...wire, exclude_user_ids: world.excluded },
          stages: { sql_filter: world.sqlFilter },
          ...(world.asked && { reciprocal: world.asked }),
        };
        const result = await matchOf(request, tenant);

        const asked = clausesOf(definition, wire);
        const bothWays = reciprocal !== 'off' || (world.asked ?? 'off') !== 'off';
        const allowed = others.filter((other) => {
          if (other.blocks.includes(seekerId) || seeker!.blocks.includes(other.userId)) return false;
          if (world.excluded.includes(other.userId)) return false;
          if (['rejected', 'accepted'].includes(labels.get(other.userId) ?? '')) return false;
          if (!world.sqlFilter) return true;
          if (candidates === 'complete' && !other.complete) return false;
          const mine = bindPreferenceOrigin(seeker!.preferences, seeker!.places);
          const theirs = bindPreferenceOrigin(other.preferences, other.places);
          return (
            rowPasses([...asked, ...mine], other.values, other.places) &&
            (!bothWays || rowPasses(theirs, seeker!.values, seeker!.places))
          );
        });
        const ids = result.matches.map(({ user_id }) => user_id);
        expect(ids.toSorted()).toEqual(allowed.map(({ userId }) => userId).toSorted());
        expect(result.pipeline_stats).toMatchObject({
          total: others.length,
          after_sql_filter: allowed.length,
        });
        for (const { score } of result.matches) expect(score >= 0 && score <= 1).toBe(true);
        shown += ids.length;
      }),
      { numRuns: 120 },
    );
    expect(shown).toBeGreaterThan(50);
  });
});

/** The requested filters and preferences, derived from the wire form without the parser. */
function clausesOf(definition: DomainDefinition, wire: Record<string, unknown>): Clauses {
  return Object.entries(wire).flatMap(([key, operands]): Clause[] => {
    if (key.endsWith('_from')) return [];
    if (key.endsWith('_within_km')) {
      const field = key.replace(/_within_km$/, '');
      return [
        {
          op: 'within_km',
          field,
          km: operands as number,
          origin: wire[`${field}_from`] as { lat: number; lon: number },
        },
      ];
    }
    const geo = isGeo(definition.fields.find(({ name }) => name === key)!);
    return Object.entries(operands as object).map(([op, operand]): Clause => {
      if (geo && op !== 'exists')
        return { op: op === 'in' ? 'place_in' : 'place_nin', field: key, keys: operand };
      if (op === 'in' || op === 'nin') return { op, field: key, values: operand };
      return { op: op as 'eq', field: key, value: operand };
    });
  });
}
