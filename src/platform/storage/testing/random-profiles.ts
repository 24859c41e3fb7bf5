/**
 * Random schemas, people and clauses for properties of filters and indexes. Values come from small pools, so
 * equal values, ties and boundaries are frequent. There are numbers one step apart, and texts that differ in
 * normalisation or case. There are places at the poles and on both sides of the date line, and exact
 * distances of two places.
 */
import fc from 'fast-check';
import { changeSequence, type TenantId, tenantId } from '../../../contract/brands.ts';
import { DomainDefinition } from '../../../domains/definition.ts';
import { type FieldDefinition, type FieldValue, type FieldValues, isGeo } from '../../../domains/field.ts';
import { type Clause, type Clauses, distanceKm, type Scalar } from '../../../domains/filter.ts';
import type { Place } from '../../../domains/place.ts';
import type { ProfileRow, ProfileVector } from '../profile-row.ts';
import { quantizeFinely } from '../quantized-vector.ts';
import type { StoredProfile } from '../store.ts';

export const aTenant: TenantId = tenantId('ten_01hzzzzzzzzzzzzzzzzzzzzzzz');
export const firstSequence = changeSequence(0);

export interface Person {
  readonly userId: string;
  readonly values: FieldValues;
  readonly places: Readonly<Record<string, Place>>;
  readonly preferences: Clauses;
  readonly blocks: readonly string[];
  readonly complete: boolean;
  readonly vector: Float32Array | null;
}

export function definitionOf(fields: readonly unknown[], version = 1): DomainDefinition {
  const input = { domain: 'dating', version, title: 'Random', reciprocal: 'product', fields, scorecard: {} };
  return DomainDefinition.parse(input);
}

export const someUserIds = ['u1', 'u2', 'u3', 'U1', 'ü', 'u\u0308', '😀', '～', 'u 1', '0', 'a'.repeat(256)];

const points: readonly (readonly [name: string, lat: number, lon: number])[] = [
  ['lisbon', 38.72635, -9.14843],
  ['porto', 41.14961, -8.61099],
  ['suva', -18.14161, 178.44149],
  ['apia', -13.83333, -171.76666],
  ['on the date line', 0, 180],
  ['on its other side', 0, -180],
  ['just west of it', 0.1, 179.999],
  ['just east of it', 0.1, -179.999],
  ['null island', 0, 0],
  ['north pole', 90, 0],
  ['north pole again', 90, 123.456],
  ['near the north pole', 89.999, -56.7],
  ['south pole', -90, 45],
];
export const somePlaces: readonly Place[] = points.map(([name, lat, lon]) => ({
  key: `geonames:${name}`,
  name,
  country: null,
  lat,
  lon,
  // One is an area.
  ...(name === 'porto' && { radiusKm: 40.5 }),
}));

const someNumbers = [
  0,
  -1,
  1,
  18,
  29.5,
  30,
  0.1 + 0.2,
  0.3,
  -273.15,
  2 ** 53,
  1e21,
  -1e300,
  Number.MAX_VALUE,
  5e-324,
];
const someTexts = [
  '',
  'a',
  'A',
  'é',
  'e\u0301',
  '😀',
  '～',
  'true',
  '30',
  "o'clock",
  '"quoted"',
  '100%',
  ' a',
  'a\\b',
];
const exactDistances = somePlaces.flatMap((a) =>
  somePlaces.map((b) => distanceKm(a.lat, a.lon, b.lat, b.lon)),
);

const kilometres = fc.oneof(
  fc.constantFrom(...exactDistances.filter((km) => km > 0)),
  fc.constantFrom(0.001, 1, 50, 20_000, 20_037),
  fc.double({ min: 0.001, max: 20_037, noNaN: true }),
);

const types = {
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  enum: { type: 'enum', values: ['red', 'green', 'blue'] },
  wide_enum: { type: 'enum', values: Array.from({ length: 70 }, (_, i) => `v${i}`) },
  set: { type: 'enum', multiple: true, values: ['en', 'pt', 'de', 'fr'] },
  wide_set: { type: 'enum', multiple: true, values: Array.from({ length: 70 }, (_, i) => `w${i}`) },
  text: { type: 'string' },
  geo: { type: 'string', format: 'geo' },
} as const;

export const schemas: fc.Arbitrary<DomainDefinition> = fc
  .array(fc.constantFrom(...Object.keys(types)), { minLength: 1, maxLength: 7 })
  .map((names) =>
    definitionOf([
      ...names.map((name, i) => ({
        name: `${name}_${i}`,
        kind: 'hard',
        ...types[name as keyof typeof types],
      })),
      { name: 'mood', kind: 'derived', type: 'enum', values: ['calm', 'wild'] },
      { name: 'about', kind: 'soft', type: 'string' },
    ]),
  );

const hardFields = (definition: DomainDefinition) => definition.fields.filter(({ kind }) => kind === 'hard');

function scalars(field: FieldDefinition): fc.Arbitrary<Scalar> {
  switch (field.type) {
    case 'integer':
      return fc.oneof(fc.integer({ min: 17, max: 32 }), fc.constantFrom(-1, 0, 2 ** 53));
    case 'number':
      return fc.oneof(
        fc.constantFrom(...someNumbers),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (x === 0 ? 0 : x)),
      );
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...field.values!);
    case 'string':
      return fc.oneof(fc.constantFrom(...someTexts), fc.string({ unit: 'grapheme', maxLength: 5 }));
  }
}

function fieldValues(field: FieldDefinition): fc.Arbitrary<FieldValue> {
  if (!field.multiple) return scalars(field);
  return fc.uniqueArray(scalars(field), { minLength: 1, maxLength: 4 }) as fc.Arbitrary<string[]>;
}

/** Absent as often as not. */
const perhaps = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const resolvedOrNot = fc.option(fc.constantFrom(...somePlaces), { nil: undefined });

export function people(definition: DomainDefinition): fc.Arbitrary<Person> {
  const values = definition.fields.map((field) => perhaps(fieldValues(field)));
  return fc
    .record({
      userId: fc.constantFrom(...someUserIds),
      values: fc.tuple(...values),
      places: fc.array(resolvedOrNot, { minLength: values.length, maxLength: values.length }),
      preferences: clauses(definition),
      blocks: fc.uniqueArray(fc.constantFrom(...someUserIds), { maxLength: 2 }),
      complete: fc.boolean(),
      vector: fc.option(vectors),
    })
    .map(({ values, places, ...person }) => {
      const held = definition.fields.map((field, i) => [field, values[i], places[i]] as const);
      const present = held.filter(([, value]) => value !== undefined);
      const resolved = present.filter(([field, , place]) => isGeo(field) && place !== undefined);
      return {
        ...person,
        values: Object.fromEntries(present.map(([field, value]) => [field.name, value!])),
        places: Object.fromEntries(resolved.map(([field, , place]) => [field.name, place!])),
      };
    });
}

/** Up to four clauses on hard fields; `within_km` without an origin among them. */
export function clauses(definition: DomainDefinition): fc.Arbitrary<Clauses> {
  const fields = hardFields(definition);
  const clause = fc.constantFrom(...fields).chain(clauseOn);
  return fc.array(fc.tuple(clause, fc.boolean()).map(perhapsMissing), { maxLength: 4 });
}

const perhapsMissing = ([clause, passes]: [Clause, boolean]): Clause =>
  passes && clause.op !== 'exists' ? { ...clause, missing: 'pass' } : clause;

function clauseOn(field: FieldDefinition): fc.Arbitrary<Clause> {
  const name = fc.constant(field.name);
  const exists = fc.record({ op: fc.constant('exists' as const), field: name, value: fc.boolean() });
  if (isGeo(field)) {
    const keys = fc.uniqueArray(fc.constantFrom('unresolved:atlantis', ...somePlaces.map(({ key }) => key)));
    const origin = fc.option(fc.constantFrom(...somePlaces).map(({ lat, lon }) => ({ lat, lon })));
    return fc.oneof(
      exists,
      fc.record({ op: fc.constantFrom('place_in' as const, 'place_nin' as const), field: name, keys }),
      fc.record({ op: fc.constant('within_km' as const), field: name, km: kilometres, origin }),
    );
  }
  const value = scalars(field);
  const values = fc.uniqueArray(value, { maxLength: 4 });
  const comparisons: fc.Arbitrary<Clause>[] = [
    exists,
    fc.record({ op: fc.constantFrom('eq' as const, 'ne' as const), field: name, value }),
    fc.record({ op: fc.constantFrom('in' as const, 'nin' as const), field: name, values }),
  ];
  if (field.type === 'integer' || field.type === 'number') {
    const order = fc.constantFrom('gt' as const, 'gte' as const, 'lt' as const, 'lte' as const);
    comparisons.push(fc.record({ op: order, field: name, value: value as fc.Arbitrary<number> }));
  }
  return fc.oneof(...comparisons);
}

export const DIMENSION = 6;
const vectors = fc.float32Array({ minLength: DIMENSION, maxLength: DIMENSION, min: -1, max: 1, noNaN: true });

export function storedProfile(definition: DomainDefinition, person: Person): StoredProfile {
  const { preferences, blocks, vector } = person;
  const kindOf = new Map(definition.fields.map((field) => [field.name, field.kind]));
  const entries = Object.entries(person.values);
  const row: ProfileRow = {
    tenantId: aTenant,
    domain: definition.domain,
    userId: person.userId,
    schemaVersion: `${definition.domain}.v${definition.version}`,
    layers: { client: {}, feedback: {}, extracted: {} },
    fields: Object.fromEntries(entries.filter(([name]) => kindOf.get(name) !== 'derived')),
    derived: Object.fromEntries(entries.filter(([name]) => kindOf.get(name) === 'derived')),
    extras: {},
    places: person.places,
    preferences: {
      given: null,
      givenAt: null,
      extracted: {},
      extractedProvenance: {},
      effective: { clauses: preferences, excludeUserIds: blocks },
    },
    missingRequired: [],
    complete: person.complete,
    createdAt: '2026-01-02T03:04:05.678Z',
    updatedAt: '2026-01-02T03:04:05.678Z',
    lastEnrichedAt: null,
    revision: 0,
  };
  return { row, profileVector: vector === null ? null : profileVector(definition.domain, vector) };
}

export function profileVector(
  domain: string,
  vector: Float32Array,
  encoderId = 'test@1#00000000',
): ProfileVector {
  return {
    domain: domain,
    sourceDomain: domain,
    encoderId,
    vector: quantizeFinely(vector),
    sentences: [],
    from: ['about'],
    at: '2026-01-02T03:04:05.678Z',
  };
}
