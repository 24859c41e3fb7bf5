/**
 * A match service over a real store and the index that serves. Profiles are written directly to the store.
 * `COUNTERPART_TEST_INDEX=reference` runs the same tests over the reference index.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TenantId, tenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import { MatchRequest, type MatchResult, NOT_STORED, type ReadProfile } from '../../../contract/match.ts';
import { builtInLabels } from '../../../domains/active-domain.ts';
import { DomainDefinition, schemaVersion } from '../../../domains/definition.ts';
import type { FieldValues } from '../../../domains/field.ts';
import type { Preferences } from '../../../domains/filter.ts';
import { noPreferences } from '../../../domains/filter.ts';
import { parsePreferences } from '../../../domains/parse-filter.ts';
import type { Place, ResolvePlace } from '../../../domains/place.ts';
import { encoderId } from '../../../engines/encoders/text-encoder.ts';
import type { ProfileRow, ProfileVector } from '../../../platform/storage/profile-row.ts';
import { quantizeFinely, quantizeVector } from '../../../platform/storage/quantized-vector.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { openNewStore } from '../../../platform/storage/testing/migrated-database.ts';
import { openIndexRegistry } from '../../index/open-index-registry.ts';
import { ReferenceIndex } from '../../index/reference/reference-index.ts';
import { SegmentedIndex } from '../../index/segments/segmented-index.ts';
import { QueryWorkers } from '../../index/segments/workers/query-workers.ts';
import { createMatchService, type MatchDependencies } from '../create-match-service.ts';
import type { ReadSeeker } from '../find-seeker.ts';

export const TENANT = tenantId('ten_match');
export const NOW = '2026-03-01T12:00:00.000Z';
const DIMENSION = 4;
export const identity = { name: 'test', version: '1', dimension: DIMENSION, weightsHash: 'f'.repeat(64) };

const place = (key: string, name: string, lat: number, lon: number): Place => ({
  key,
  name,
  country: 'PT',
  lat,
  lon,
});
export const places = {
  lisbon: place('p:lisbon', 'Lisbon, Portugal', 38.72, -9.14),
  cascais: place('p:cascais', 'Cascais, Portugal', 38.7, -9.42),
  porto: place('p:porto', 'Porto, Portugal', 41.15, -8.61),
};
export const resolvePlace: ResolvePlace = (given) =>
  typeof given === 'string'
    ? (Object.values(places).find(({ name }) => name.startsWith(given)) ?? null)
    : null;

export const miniDating = DomainDefinition.parse({
  domain: 'mini-dating',
  version: 1,
  title: 'Mini dating',
  reciprocal: 'product',
  fields: [
    { name: 'age', kind: 'hard', type: 'integer', required: true },
    {
      name: 'goal',
      kind: 'hard',
      type: 'enum',
      values: ['long_term', 'casual'],
      value_labels: { long_term: 'a long-term relationship', casual: 'something casual' },
    },
    { name: 'city', kind: 'hard', type: 'string', format: 'geo' },
    { name: 'about', kind: 'soft', type: 'string' },
    { name: 'hobbies', kind: 'hard', type: 'enum', multiple: true, values: ['chess', 'surf', 'jazz'] },
  ],
  scorecard: {
    intercept: -0.5,
    terms: [
      {
        name: 'goal',
        compare: 'matrix',
        field: 'goal',
        symmetric: true,
        matrix: { long_term: { long_term: 1, casual: -1.5 }, casual: { casual: 0.8 } },
        reason_equal: 'Both want {value}',
        reason_against: '{You} want {me}, {they} want {other}',
      },
      {
        name: 'age',
        compare: 'difference',
        signed: true,
        field: 'age',
        knots: [
          [-20, -1.5],
          [0, 0.5],
          [10, -1],
        ],
        reason: '{difference:year|years} apart in age',
        reason_equal: 'Both {value}',
      },
      {
        name: 'distance',
        compare: 'distance',
        field: 'city',
        knots: [
          [0, 0.6],
          [50, 0.2],
          [400, -0.8],
        ],
        reason: '{km} km apart',
        reason_equal: 'Both in {value}',
        reason_against: '{km} km apart',
      },
      {
        name: 'hobbies_named',
        compare: 'mentions',
        me: 'hobbies',
        other: 'about',
        knots: [
          [0, 0],
          [1, 0.5],
        ],
        reason: '{They} write about {shared}',
      },
      {
        name: 'shared_words',
        compare: 'shared_words',
        knots: [
          [0, 0],
          [0.5, 1],
        ],
      },
    ],
  },
});

/** The same fields, ranked one way. */
export const oneWay = DomainDefinition.parse({
  ...miniDating,
  domain: 'one-way',
  reciprocal: 'off',
  candidates: 'any',
});

export const work = DomainDefinition.parse({
  domain: 'work',
  version: 1,
  title: 'Work',
  reciprocal: 'min',
  candidates: 'any',
  sides: { field: 'side', seeks: { talent: ['job'], job: ['talent'] } },
  fields: [
    { name: 'side', kind: 'hard', type: 'enum', values: ['talent', 'job'] },
    { name: 'age', kind: 'hard', type: 'integer' },
    { name: 'wants', kind: 'hard', type: 'number', sides: ['talent'] },
    { name: 'pays', kind: 'hard', type: 'number', sides: ['job'] },
    { name: 'about', kind: 'soft', type: 'string' },
  ],
  scorecard: {
    terms: [
      {
        name: 'pay',
        compare: 'within',
        me: 'wants',
        other: { max: 'pays' },
        orientation: 'either',
        knots: [
          [0, 1],
          [0.5, -1],
        ],
        reason: '{They} pay {other}, {you} ask {me}',
      },
    ],
  },
});

interface PersonGiven {
  readonly fields?: FieldValues;
  readonly at?: Place;
  readonly vector?: readonly number[];
  readonly sentences?: readonly { readonly text: string; readonly vector: readonly number[] }[];
  readonly preferences?: Readonly<Record<string, unknown>>;
  readonly complete?: boolean;
  readonly updatedAt?: string;
  readonly encoderId?: string;
}

export interface MatchWorld {
  readonly store: Store;
  put(definition: DomainDefinition, userId: string, given?: PersonGiven, tenant?: TenantId): Promise<void>;
  match(
    request: Readonly<Record<string, unknown>> &
      ({ readonly user_id: string } | { readonly profile: object }),
    options?: { readonly tenant?: TenantId; readonly signal?: AbortSignal },
  ): Promise<MatchResult>;
  close(): Promise<void>;
}

interface WorldOptions extends Partial<MatchDependencies> {
  /** Default: the value of `COUNTERPART_TEST_INDEX`, else `segments`. */
  readonly index?: 'segments' | 'reference';
}

export async function openMatchWorld({ index, ...given }: WorldOptions = {}): Promise<MatchWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-match-'));
  const store = await openNewStore(join(folder, 'counterpart.sqlite'));
  const isReference = (index ?? process.env.COUNTERPART_TEST_INDEX) === 'reference';
  const workers = isReference ? null : new QueryWorkers(1);
  const indexes = openIndexRegistry({
    store,
    indexFor: (definition, sequence, encoder) =>
      workers === null
        ? new ReferenceIndex(definition, sequence, encoder)
        : new SegmentedIndex(definition, workers, { sequence, encoderId: encoder }),
    servingEncoder: async () => encoderId(identity),
    followEveryMs: 0,
  });
  const domains = new Map([miniDating, oneWay, work].map((definition) => [definition.domain, definition]));
  const service = createMatchService({
    store,
    indexes,
    resolvePlace,
    domainFor: async (_tenant, domain) => {
      const definition = domains.get(domain);
      if (definition === undefined) throw apiError('domain_not_found', `there is no domain «${domain}»`);
      return { definition, labels: builtInLabels, threshold: 1000 };
    },
    ensureVector: async (tenant, userId, domain) => {
      const [row] = (await store.profiles.listDomains(tenant, userId)).filter(
        (each) => each.domain !== domain,
      );
      if (row === undefined) return null;
      const vectors = await store.profiles.vectors(tenant, userId);
      return { row, profileVector: vectors.find((each) => each.domain === row.domain) ?? null };
    },
    readSeeker: readSeekerOf(domains),
    clock: () => Date.parse(NOW),
    ...given,
  });
  return {
    store,
    async put(definition, userId, person = {}, tenant = TENANT) {
      const [existing] = await store.profiles.getMany(tenant, definition.domain, [userId]);
      const row = { ...rowOf(definition, userId, person, tenant), revision: existing?.revision ?? 0 };
      const vectors = vectorsOf(definition, person);
      const write = { row, contextItems: [], vectors, dropVectors: [], refreshDueAtMs: null };
      const [result] = await store.profiles.write([write]);
      if (result !== 'written') throw new Error(`${userId}: ${result}`);
    },
    match: async (request, options) => {
      const parsed = matchRequest({ domain: miniDating.domain, ...request });
      return (await service.match(options?.tenant ?? TENANT, parsed, options?.signal)).result;
    },
    async close() {
      await indexes.close();
      await workers?.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A request without `user_id` has a profile. */
export function matchRequest({
  user_id = NOT_STORED,
  ...given
}: Readonly<Record<string, unknown>>): MatchRequest {
  return { ...MatchRequest.omit({ user_id: true }).parse(given), user_id: user_id as string };
}

/** A profile's fields and preferences are taken as they are; its text is not read. */
export function readSeekerOf(domains: ReadonlyMap<string, DomainDefinition>): ReadSeeker {
  return async (tenant, domain, profile) => ({
    row: rowOf(domains.get(domain)!, NOT_STORED, profile as PersonGiven, tenant),
    vectors: [],
    read: {} as ReadProfile,
  });
}

function rowOf(
  definition: DomainDefinition,
  userId: string,
  personGiven: PersonGiven,
  tenant: TenantId,
): ProfileRow {
  const at = personGiven.updatedAt ?? NOW;
  const effective: Preferences =
    personGiven.preferences === undefined
      ? noPreferences
      : parsePreferences(definition, personGiven.preferences, resolvePlace);
  return {
    tenantId: tenant,
    domain: definition.domain,
    userId,
    schemaVersion: schemaVersion(definition),
    layers: { client: {}, feedback: {}, extracted: {} },
    fields: { ...personGiven.fields, ...(personGiven.at !== undefined && { city: personGiven.at.name }) },
    derived: {},
    extras: {},
    places: personGiven.at === undefined ? {} : { city: personGiven.at },
    preferences: {
      given: personGiven.preferences ?? null,
      givenAt: at,
      extracted: {},
      extractedProvenance: {},
      effective,
    },
    missingRequired: [],
    complete: personGiven.complete ?? true,
    createdAt: at,
    updatedAt: at,
    lastEnrichedAt: null,
    revision: 0,
  };
}

function vectorsOf(definition: DomainDefinition, personGiven: PersonGiven): ProfileVector[] {
  if (personGiven.vector === undefined) return [];
  return [
    {
      domain: definition.domain,
      sourceDomain: definition.domain,
      encoderId: personGiven.encoderId ?? encoderId(identity),
      vector: quantizeFinely(Float32Array.from(personGiven.vector)),
      sentences: (personGiven.sentences ?? []).map(({ text, vector }) => ({
        text,
        vector: quantizeVector(Float32Array.from(vector)),
      })),
      from: ['about'],
      at: NOW,
    },
  ];
}
