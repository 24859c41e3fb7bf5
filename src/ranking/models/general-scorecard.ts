/**
 * The general prior: a scorecard made from a schema by rules that know no domain. Near goes with near, what is
 * shared speaks for a pair, and nothing speaks strongly. It ranks a domain whose file declares no terms, and it is
 * the `general` tier of those that do.
 */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldDefinition } from '../../domains/field.ts';
import { type Knots, Scorecard } from '../../domains/scorecard.ts';

type TermInput = Readonly<Record<string, unknown>>;

const weightOf = { high: 1, medium: 0.7, low: 0.4 } as const satisfies Record<
  FieldDefinition['priority'],
  number
>;

const distanceKnots: Knots = [
  [0, 0.6],
  [50, 0.3],
  [300, -0.2],
  [2000, -0.6],
];
const jaccardKnots: Knots = [
  [0, -0.2],
  [0.5, 0.5],
  [1, 0.8],
];
const ratioKnots: Knots = [
  [1, 0.3],
  [1.5, 0],
  [4, -0.4],
];
const recencyKnots: Knots = [
  [0, 0.2],
  [30, 0],
  [365, -0.5],
];

export function generalScorecard(definition: DomainDefinition): Scorecard {
  const terms = definition.fields.filter((field) => onBothSides(definition, field)).flatMap(termOf);
  return Scorecard.parse({
    terms: [...terms, { name: 'last_updated', compare: 'recency', knots: recencyKnots }],
  });
}

/** What only one side of the domain has, or what tells the sides apart, cannot be alike. */
function onBothSides({ sides }: DomainDefinition, field: FieldDefinition): boolean {
  return sides === undefined || (field.name !== sides.field && field.sides?.length !== 1);
}

function termOf(field: FieldDefinition): readonly TermInput[] {
  const common = { name: field.name, field: field.name, weight: weightOf[field.priority] };
  if (field.kind === 'soft') return [];
  if (field.format === 'geo') {
    const words = {
      reason: '{km} km apart',
      reason_equal: 'Both in {value}',
      reason_against: '{km} km apart',
    };
    return [{ ...common, compare: 'distance', knots: distanceKnots, ...words }];
  }
  switch (field.type) {
    case 'enum':
      if (field.multiple) {
        return [
          {
            ...common,
            compare: 'overlap',
            measure: 'jaccard',
            knots: jaccardKnots,
            reason: 'You share {shared}',
          },
        ];
      }
      return [{ ...common, compare: 'same', same: 0.3, reason: 'Same {field}: {value}' }];
    case 'boolean':
      return [{ ...common, compare: 'same', same: 0.2 }];
    case 'integer':
    case 'number':
      return [numberTerm(field, common)];
    case 'string':
      return [];
    default:
      return field.type satisfies never;
  }
}

/** Closeness within the declared range, else as a ratio. */
function numberTerm(field: FieldDefinition, common: TermInput): TermInput {
  const words = { reason: 'Similar {field}: {me} and {other}', reason_equal: 'Same {field}: {value}' };
  if (field.range === undefined)
    return { ...common, compare: 'ratio', symmetric: true, knots: ratioKnots, ...words };
  const width = Math.max(field.range[1] - field.range[0], Number.MIN_VALUE);
  const knots: Knots = [
    [0, 0.4],
    [width * 0.05, 0.2],
    [width * 0.2, -0.2],
    [width, -0.6],
  ];
  return { ...common, compare: 'difference', knots, ...words };
}
