/**
 * Validates rows that may follow a declaration: `{"type": "features", "items": …, "people": …, "kinds": …,
 * "repeats": …}`, as an export begins. The declaration of the request wins over that of the source.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  DeclaredBaskets,
  DeclaredKinds,
  DeclaredRepeats,
  noDeclaredEvents,
} from '../../../contract/dataset-events.ts';
import {
  type DatasetFeatures,
  DeclaredFeatures,
  declaresFeatures,
} from '../../../contract/dataset-features.ts';
import type { DeclarationRow, FaultyRow } from '../rows/dataset-row.ts';
import { faulty, faultyRow, rowValidator, type ValidateRow } from '../rows/validate-row.ts';

const DeclarationLine = z.strictObject({
  type: z.literal('features'),
  ...DeclaredFeatures.shape,
  kinds: DeclaredKinds.default({}),
  repeats: DeclaredRepeats.default(false),
  baskets: DeclaredBaskets.default(null),
});

export interface DeclaringValidator {
  readonly validate: ValidateRow;
  /** The features by which the next row is validated. */
  features(): DatasetFeatures;
}

/** `given`: declared by the request. Where that declares none, the first row may. */
export function declaringValidator(given: DatasetFeatures): DeclaringValidator {
  let inForce = given;
  let validateRow = rowValidator(given);
  let eventsInForce = noDeclaredEvents;
  let isFirst = true;
  const declare = (value: object, mayDeclare: boolean): DeclarationRow | FaultyRow => {
    const parsed = DeclarationLine.safeParse(value);
    if (!parsed.success) return faultyRow(parsed.error, value);
    const { type, items, people, events, kinds, repeats, baskets } = parsed.data;
    const features = { items, people, events };
    const row = { type, features, declaredEvents: { kinds, repeats, baskets } };
    if (!mayDeclare && !isDeepStrictEqual(row.declaredEvents, eventsInForce))
      return faulty('', lateDeclaration);
    eventsInForce = row.declaredEvents;
    if (declaresFeatures(given) || isDeepStrictEqual(row.features, inForce)) return row;
    if (!mayDeclare) return faulty('', lateDeclaration);
    inForce = row.features;
    validateRow = rowValidator(inForce);
    return row;
  };
  return {
    features: () => inForce,
    validate: (value) => {
      const mayDeclare = isFirst;
      isFirst = false;
      return isDeclaration(value) ? declare(value, mayDeclare) : validateRow(value);
    },
  };
}

function isDeclaration(value: unknown): value is object {
  return typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'features';
}

const lateDeclaration =
  'declares other features or kinds than those in force; a source declares them in the first line of its first file, or the import in "features", "kinds", "repeats" and "baskets"';
