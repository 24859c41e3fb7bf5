/** Terms for property tests: every comparator that a schema has fields for. */
import fc from 'fast-check';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldDefinition } from '../../../domains/field.ts';

const curve = fc
  .uniqueArray(fc.oneof(fc.constantFrom(0, 0.3, 0.7, 1, 2), fc.integer({ min: -5, max: 40 })), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((xs) =>
    fc
      .array(fc.integer({ min: -20, max: 20 }), { minLength: xs.length, maxLength: xs.length })
      .map((ys) => xs.toSorted((a, b) => a - b).map((x, at) => [x, ys[at]! / 10])),
  );
const points = fc.integer({ min: -20, max: 20 }).map((tenths) => tenths / 10);

/** Terms of every comparator that the schema has fields for, with conditions, weights and orientations. */
export function terms(definition: DomainDefinition): fc.Arbitrary<Record<string, unknown>> {
  const namesWhere = (test: (field: FieldDefinition) => boolean) =>
    definition.fields.filter(test).map(({ name }) => name);
  const choices = namesWhere(({ type }) => type === 'enum' || type === 'boolean');
  const numbers = namesWhere(({ type }) => type === 'integer' || type === 'number');
  const sets = namesWhere(({ type }) => type === 'enum');
  const geos = namesWhere(({ format }) => format === 'geo');
  const same = namesWhere(({ kind, multiple, type }) => kind !== 'soft' && !multiple && type !== 'number');
  const valuesOf = (name: string) =>
    definition.fields.find((field) => field.name === name)?.values ?? ['true', 'false'];
  const valued = (name: string) => fc.dictionary(fc.constantFrom(...valuesOf(name)), points, { maxKeys: 3 });
  const orientation = fc.constantFrom('forward', 'either');
  const pairOf = (names: string[]) =>
    fc.oneof(
      fc.constantFrom(...names).map((field) => ({ me: field, other: field })),
      fc.record({ me: fc.constantFrom(...names), other: fc.constantFrom(...names) }),
    );
  const withPair = (names: string[], rest: Record<string, fc.Arbitrary<unknown>>) =>
    fc
      .tuple(pairOf(names), fc.record({ orientation, ...rest }))
      .map(([pair, others]) => ({ ...pair, ...others }));
  const kinds: fc.Arbitrary<Record<string, unknown>>[] = [
    fc.record({ compare: fc.constant('recency'), knots: curve }),
    fc.record({ compare: fc.constant('completeness'), knots: curve }),
  ];
  if (numbers.length > 0) {
    kinds.push(
      withPair(numbers, { compare: fc.constant('difference'), signed: fc.boolean(), knots: curve }),
      withPair(numbers, { compare: fc.constant('ratio'), symmetric: fc.boolean(), knots: curve }),
      fc.record({ compare: fc.constant('prior'), other: fc.constantFrom(...numbers), knots: curve }),
      fc.record({ compare: fc.constant('prior'), me: fc.constantFrom(...numbers), knots: curve }),
      fc.record({
        compare: fc.constant('within'),
        me: fc.oneof(fc.constantFrom(...numbers), fc.record({ max: fc.constantFrom(...numbers) })),
        other: fc.record({ min: fc.constantFrom(...numbers), max: fc.constantFrom(...numbers) }),
        overshoot: fc.constantFrom('share', 'absolute'),
        orientation,
        knots: curve,
      }),
    );
  }
  if (choices.length > 0) {
    kinds.push(
      fc
        .constantFrom(...choices)
        .chain((other) =>
          fc.record({ compare: fc.constant('prior'), other: fc.constant(other), points: valued(other) }),
        ),
      fc
        .constantFrom(...choices)
        .chain((me) => fc.record({ compare: fc.constant('prior'), me: fc.constant(me), points: valued(me) })),
      fc.constantFrom(...choices).chain((field) =>
        fc.record({
          compare: fc.constant('matrix'),
          field: fc.constant(field),
          symmetric: fc.boolean(),
          default: points,
          matrix: fc.dictionary(fc.constantFrom(...valuesOf(field)), valued(field), { maxKeys: 3 }),
        }),
      ),
    );
  }
  if (sets.length > 0) {
    const measure = fc.constantFrom('count', 'jaccard', 'cover_mine', 'cover_theirs');
    kinds.push(withPair(sets, { compare: fc.constant('overlap'), measure, knots: curve }));
  }
  if (geos.length > 0) kinds.push(withPair(geos, { compare: fc.constant('distance'), knots: curve }));
  if (same.length > 0)
    kinds.push(withPair(same, { compare: fc.constant('same'), same: points, different: points }));
  const condition = fc.constantFrom(...choices).chain((field) =>
    fc.dictionary(fc.constantFrom('me', 'other'), fc.constant({ [field]: valuesOf(field).slice(0, 2) }), {
      maxKeys: 2,
    }),
  );
  return fc
    .tuple(
      fc.oneof(...kinds),
      fc.record({ missing: points, weight: fc.constantFrom(0, 0.5, 1, 3) }),
      fc.record({ when: condition, unless: condition }, { requiredKeys: [] }),
    )
    .map(([term, common, conditions]) => ({ name: 'term', ...term, ...common, ...conditions }));
}
