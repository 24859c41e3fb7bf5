import { describe, expect, it } from 'vitest';
import { type AnyApiError, ApiError } from '../contract/errors.ts';
import { bindOrigin, bindPreferenceOrigin } from './bind-origin.ts';
import { DomainDefinition } from './definition.ts';
import { checkOutcomeLabels, parseFilters, parsePreferences } from './parse-filter.ts';
import type { Place, ResolvePlace } from './place.ts';
import { rowPasses } from './row-passes.ts';
import { unresolvedPlaces } from './unresolved-place.ts';

const definition = DomainDefinition.parse({
  domain: 'dating',
  version: 1,
  title: 'Dating',
  reciprocal: 'product',
  fields: [
    { name: 'age', kind: 'hard', type: 'integer', range: [18, 120] },
    { name: 'height_m', kind: 'hard', type: 'number' },
    { name: 'smokes', kind: 'hard', type: 'boolean' },
    { name: 'gender', kind: 'hard', type: 'enum', values: ['woman', 'man'] },
    { name: 'speaks', kind: 'hard', type: 'enum', multiple: true, values: ['en', 'pt', 'de'] },
    { name: 'job', kind: 'hard', type: 'string' },
    { name: 'location', kind: 'hard', type: 'string', format: 'geo' },
    { name: 'values_text', kind: 'soft', type: 'string' },
    { name: 'attachment_style', kind: 'derived', type: 'enum', values: ['secure', 'anxious'] },
  ],
  scorecard: {},
});

const lisbon: Place = {
  key: 'geonames:2267057',
  name: 'Lisbon, Portugal',
  country: 'PT',
  lat: 38.72,
  lon: -9.14,
};
const resolvePlace: ResolvePlace = (given) => {
  if (typeof given === 'object') return { ...lisbon, key: `point:${given.lat},${given.lon}`, ...given };
  return given.toLowerCase() === 'lisbon' ? lisbon : null;
};

const filters = (wire: Record<string, unknown>) => parseFilters(definition, wire, resolvePlace);
const preferences = (wire: Record<string, unknown>) => parsePreferences(definition, wire, resolvePlace);

function thrown(act: () => unknown): AnyApiError {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('valid filters', () => {
  it.each<[Record<string, unknown>, unknown[]]>([
    [{}, []],
    [{ age: 30 }, [{ op: 'eq', field: 'age', value: 30 }]],
    [{ smokes: false }, [{ op: 'eq', field: 'smokes', value: false }]],
    [{ gender: 'woman' }, [{ op: 'eq', field: 'gender', value: 'woman' }]],
    [{ gender: ['woman', 'man', 'woman'] }, [{ op: 'in', field: 'gender', values: ['woman', 'man'] }]],
    [{ gender: [] }, [{ op: 'in', field: 'gender', values: [] }]],
    [{ speaks: { nin: ['de'] } }, [{ op: 'nin', field: 'speaks', values: ['de'] }]],
    [{ job: { ne: '' } }, [{ op: 'ne', field: 'job', value: '' }]],
    [{ job: { eq: 'nurse' } }, [{ op: 'eq', field: 'job', value: 'nurse' }]],
    [
      { age: { gte: 25, lt: 35.5 } },
      [
        { op: 'gte', field: 'age', value: 25 },
        { op: 'lt', field: 'age', value: 35.5 },
      ],
    ],
    [{ height_m: { exists: true } }, [{ op: 'exists', field: 'height_m', value: true }]],
    [{ location: 'Lisbon' }, [{ op: 'place_in', field: 'location', keys: [lisbon.key] }]],
    [{ location: { ne: 'Lisbon' } }, [{ op: 'place_nin', field: 'location', keys: [lisbon.key] }]],
    [{ location: { lat: 1, lon: 2 } }, [{ op: 'place_in', field: 'location', keys: ['point:1,2'] }]],
    [{ age: { lte: 40, missing: 'pass' } }, [{ op: 'lte', field: 'age', value: 40, missing: 'pass' }]],
    [{ age: { lte: 40, missing: 'drop' } }, [{ op: 'lte', field: 'age', value: 40 }]],
    [
      { location: { ne: 'Lisbon', missing: 'pass' } },
      [{ op: 'place_nin', field: 'location', keys: [lisbon.key], missing: 'pass' }],
    ],
    [
      { location_within_km: { km: 5, missing: 'pass' }, location_from: 'Lisbon' },
      [{ op: 'within_km', field: 'location', km: 5, origin: { lat: 38.72, lon: -9.14 }, missing: 'pass' }],
    ],
    [{ location_within_km: { km: 5 } }, [{ op: 'within_km', field: 'location', km: 5, origin: null }]],
    [{ location_within_km: 5 }, [{ op: 'within_km', field: 'location', km: 5, origin: null }]],
    [
      { location_from: 'Lisbon', location_within_km: 20_037 },
      [{ op: 'within_km', field: 'location', km: 20_037, origin: { lat: 38.72, lon: -9.14 } }],
    ],
    [
      { location_within_km: 0.1, location_from: { lat: -90, lon: 180 } },
      [{ op: 'within_km', field: 'location', km: 0.1, origin: { lat: -90, lon: 180 } }],
    ],
  ])('%j', (wire, clauses) => {
    expect(filters(wire).clauses).toEqual(clauses);
  });

  it('distinguish a missing list of outcomes from an empty one', () => {
    expect(filters({}).excludeOutcomes).toBeUndefined();
    expect(filters({ exclude_outcomes: [] }).excludeOutcomes).toEqual([]);
    expect(filters({ exclude_outcomes: ['liked', 'liked'] }).excludeOutcomes).toEqual(['liked']);
  });

  it('exclude up to 10,000 user ids', () => {
    const ids = Array.from({ length: 10_000 }, (_, i) => `u${i}`);
    expect(filters({ exclude_user_ids: ids }).excludeUserIds).toEqual(ids);
    expect(thrown(() => filters({ exclude_user_ids: [...ids, 'one more'] })).code).toBe('invalid_request');
  });

  it('may be absent', () => {
    expect(parseFilters(definition, undefined, resolvePlace)).toEqual({
      clauses: [],
      excludeUserIds: [],
      excludeOutcomes: undefined,
    });
  });
});

describe('invalid filters', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ age: '30' }, 'filters.age'],
    [{ age: 29.5 }, 'filters.age'],
    [{ age: null }, 'filters.age'],
    [{ age: {} }, 'filters.age'],
    [{ age: { gte: '25' } }, 'filters.age.gte'],
    [{ age: { gte: Number.NaN } }, 'filters.age.gte'],
    [{ age: { between: [1, 2] } }, 'filters.age.between'],
    [{ age: { in: 30 } }, 'filters.age.in'],
    [{ age: { exists: 'yes' } }, 'filters.age.exists'],
    [{ age: [30, 'x'] }, 'filters.age[1]'],
    [{ age: [[30]] }, 'filters.age[0]'],
    [{ height_m: Number.POSITIVE_INFINITY }, 'filters.height_m'],
    [{ smokes: 'no' }, 'filters.smokes'],
    [{ smokes: { gt: false } }, 'filters.smokes.gt'],
    [{ gender: 'dragon' }, 'filters.gender'],
    [{ gender: { nin: ['man', 'dragon'] } }, 'filters.gender.nin[1]'],
    [{ gender: { gt: 'man' } }, 'filters.gender.gt'],
    [{ job: 7 }, 'filters.job'],
    [{ job: '\ud800' }, 'filters.job'],
    [{ job: { lt: 'b' } }, 'filters.job.lt'],
    [{ location: 7 }, 'filters.location'],
    [{ location: { lat: 91, lon: 0 } }, 'filters.location'],
    [{ location: { lat: 1 } }, 'filters.location'],
    [{ location: { gt: 'Lisbon' } }, 'filters.location.gt'],
    [{ location_within_km: 0 }, 'filters.location_within_km'],
    [{ location_within_km: 20_037.1 }, 'filters.location_within_km'],
    [{ location_within_km: '5' }, 'filters.location_within_km'],
    [{ location_from: 'Lisbon' }, 'filters.location_from'],
    [{ location_within_km: 5, location_from: ' ' }, 'filters.location_from'],
    [{ location_within_km: 5, location_from: null }, 'filters.location_from'],
    [{ exclude_user_ids: 'u1' }, 'filters.exclude_user_ids'],
    [{ exclude_user_ids: ['u1', '..'] }, 'filters.exclude_user_ids[1]'],
    [{ exclude_user_ids: [1.5] }, 'filters.exclude_user_ids[0]'],
    [{ exclude_outcomes: 'rejected' }, 'filters.exclude_outcomes'],
    [{ exclude_outcomes: [1] }, 'filters.exclude_outcomes[0]'],
  ])('%j is 400', (wire, path) => {
    const error = thrown(() => filters(wire));
    expect(error).toMatchObject({ code: 'invalid_request', details: { issues: [{ path }] } });
  });

  it('are reported with all faults, and with the values of an enum', () => {
    const error = thrown(() => filters({ age: 'x', gender: 'dragon', bogus: 1 }));
    expect(error).toMatchObject({ details: { issues: [{}, {}] } });
    expect(JSON.stringify(error.details)).toContain('one of woman, man');
  });

  it.each(['bogus', 'values_text', 'attachment_style', '__proto__', 'constructor', 'age_within_km'])(
    'unknown key %s is 422',
    (key) => {
      const error = thrown(() => filters(JSON.parse(`{"age": 30, "${key}": 1}`)));
      const known = [
        ...['age', 'height_m', 'smokes', 'gender', 'speaks', 'job', 'location', 'location_within_km'],
        ...['location_from', 'exclude_user_ids', 'exclude_outcomes'],
      ];
      expect(error).toMatchObject({ code: 'unknown_filter', details: { unknown: [key], known } });
    },
  );

  it.each([
    ['an unknown key', { ['k'.repeat(1_000_000)]: 1 }],
    [
      'many unknown keys',
      Object.fromEntries(Array.from({ length: 64 }, (_, n) => [`k${n}${'x'.repeat(999)}`, n])),
    ],
    ['an unknown operator', { age: { ['k'.repeat(1_000_000)]: 1 } }],
    ['a value', { age: 'x'.repeat(1_000_000) }],
    ['a place', { location_within_km: 5, location_from: 'x'.repeat(1_000_000) }],
  ])('%s of any length gives a short error', (_, wire) => {
    const { message, details } = thrown(() => filters(wire));
    expect(message.length).toBeLessThan(1_000);
    expect(JSON.stringify(details).length).toBeLessThan(4_000);
  });

  it('with many unknown keys are reported with their number and the first twenty', () => {
    const wire = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`k${n}`, n]));
    const { message, details } = thrown(() => filters(wire));
    expect(message).toContain('"k0", "k1", "k2", "k3", "k4" and 25 more');
    expect(details).toMatchObject({
      unknown: Array.from({ length: 20 }, (_, n) => `k${n}`),
      unknown_total: 30,
    });
  });

  it.each([
    ['age.missing', { age: { lte: 40, missing: 'keep' } }, 'must be "pass" or "drop"; "keep" was given'],
    ['age.missing', { age: { lte: 40, missing: null } }, 'must be "pass" or "drop"; null was given'],
    ['age.missing', { age: { exists: true, missing: 'pass' } }, 'says what exists asks for already'],
    ['age', { age: { missing: 'pass' } }, 'missing alone was given'],
    ['location_within_km.missing', { location_within_km: { km: 5, missing: 1 } }, 'must be "pass" or "drop"'],
    ['location_within_km.km', { location_within_km: { missing: 'pass' } }, 'must be a number of km'],
    ['location_within_km.lte', { location_within_km: { km: 5, lte: 5 } }, 'it takes km and missing'],
  ])('with a bad %s are 400', (path, wire, message) => {
    const error = thrown(() => filters(wire));
    expect(error).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: `filters.${path}`, message: expect.stringContaining(message) }] },
    });
  });

  it.each([
    ['location_from', { location_within_km: 5, location_from: 'Atlantis' }],
    ['location', { location: 'Atlantis' }],
    ['location.ne', { location: { ne: 'Atlantis' } }],
    ['location[1]', { location: ['Lisbon', 'Atlantis'] }],
    ['location.nin[0]', { location: { nin: ['Atlantis'] } }],
  ])('with a place that nobody knows are 422: %s', (path, wire) => {
    const error = thrown(() => filters(wire));
    expect(error).toMatchObject({ code: 'location_unknown', details: { fields: [`filters.${path}`] } });
    expect(error.message).toContain(`filters.${path}: no place answers to "Atlantis"`);
  });
});

describe('preferences', () => {
  it.each(['location_from', 'exclude_outcomes', 'values_text'])('do not have the key %s', (key) => {
    const error = thrown(() => preferences({ location_within_km: 5, [key]: 'Lisbon' }));
    if (error.code !== 'unknown_filter') throw error;
    expect(error.details.known).not.toContain(key);
  });

  it('have clauses and a block list', () => {
    expect(preferences({ age: { lte: 40 }, exclude_user_ids: ['u1'] })).toEqual({
      clauses: [{ op: 'lte', field: 'age', value: 40 }],
      excludeUserIds: ['u1'],
    });
    expect(thrown(() => preferences({ age: 'x' })).message).toContain('preferences.age');
  });

  it('keep a place that nobody knows, which equals none', () => {
    const { clauses } = preferences({ location: ['Lisbon', 'Atlantis'] });
    expect(clauses).toEqual([
      { op: 'place_in', field: 'location', keys: [lisbon.key, 'unresolved:Atlantis'] },
    ]);
    expect(clauses.flatMap(unresolvedPlaces)).toEqual(['Atlantis']);
  });
});

describe('areas', () => {
  const area = { key: 'area:PT', lat: 39, lon: -9, radiusKm: 200 };
  const within = (km: number, from: Place | null, place: Pick<Place, 'key' | 'lat' | 'lon' | 'radiusKm'>) => {
    const clauses = [{ op: 'within_km' as const, field: 'location', km, origin: null }];
    return rowPasses(
      bindPreferenceOrigin(clauses, from === null ? {} : { location: from }),
      { location: 'x' },
      { location: place },
    );
  };

  it('are within a distance with all of themselves, and a distance from them begins at their edge', () => {
    const far = { ...lisbon, lat: 41.9 };
    expect(within(100, lisbon, area)).toBe(false);
    expect(within(250, lisbon, area)).toBe(true);
    expect(within(100, { ...lisbon, ...area }, lisbon)).toBe(true);
    expect(within(100, { ...lisbon, ...area }, far)).toBe(false);
    expect(within(150, { ...lisbon, ...area }, far)).toBe(true);
    expect(within(1, { ...lisbon, ...area }, area)).toBe(true);
  });

  it('are so as the origin that a filter names', () => {
    const parsed = parseFilters(definition, { location_within_km: 5, location_from: 'Portugal' }, () => ({
      ...lisbon,
      ...area,
    }));
    expect(parsed.clauses).toEqual([
      { op: 'within_km', field: 'location', km: 205, origin: { lat: 39, lon: -9 } },
    ]);
  });
});

describe('the seeker’s own place as an origin', () => {
  const { clauses } = filters({ location_within_km: 5, age: 30 });

  it('is inserted where it is known', () => {
    expect(bindOrigin(clauses, { location: lisbon })[0]).toEqual({
      op: 'within_km',
      field: 'location',
      km: 5,
      origin: { lat: 38.72, lon: -9.14 },
    });
  });

  it('is 422 in filters where it is unknown, and stays null in preferences', () => {
    expect(thrown(() => bindOrigin(clauses, {})).code).toBe('location_unknown');
    expect(bindPreferenceOrigin(clauses, {})).toEqual(clauses);
  });

  it('does not replace a given origin', () => {
    const clauses = filters({ location_within_km: 5, location_from: { lat: 1, lon: 2 } }).clauses;
    expect(bindOrigin(clauses, { location: lisbon })).toEqual(clauses);
    expect(bindOrigin(clauses, {})).toEqual(clauses);
  });
});

describe('outcome labels', () => {
  it('are checked against the tenant’s', () => {
    checkOutcomeLabels(undefined, {});
    checkOutcomeLabels(['superlike'], { superlike: 1.5 });
    const long = Array.from({ length: 1000 }, (_, n) => `${n}${'x'.repeat(2000)}`);
    expect(JSON.stringify(thrown(() => checkOutcomeLabels(long, {}))).length).toBeLessThan(4_000);
    const error = thrown(() => checkOutcomeLabels(['superlike', 'toString'], { superlike: 1.5 }));
    expect(error.code).toBe('unknown_outcome');
    expect(error.details).toEqual({ unknown: ['toString'], known: ['superlike'] });
  });
});
