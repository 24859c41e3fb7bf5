/**
 * The general prior: a scorecard derived from the schema by rules that are the same for every domain. Close
 * values and shared values give points, and no single term is strong. It ranks domains that declare no terms,
 * and it is the `general` tier of the others.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import { type Knots, Scorecard } from '../../../domains/scorecard.ts';

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

/** A field of one side only, and the field that names the side, cannot be compared. */
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
      return [{ ...common, compare: 'same', same: 0.3, reason_equal: 'Same {field}: {value}' }];
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

/** Compares by difference where a range is declared, else by ratio. */
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
