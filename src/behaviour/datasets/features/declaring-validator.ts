/**
 * Validates rows that may follow a declaration of their features: `{"type": "features", "items": …, "people":
 * …}`, as an export begins. The declaration of the request wins over that of the source.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  type DatasetFeatures,
  DeclaredFeatures,
  declaresFeatures,
} from '../../../contract/dataset-features.ts';
import type { DeclarationRow, FaultyRow } from '../rows/dataset-row.ts';
import { faulty, faultyRow, rowValidator, type ValidateRow } from '../rows/validate-row.ts';

const DeclarationLine = z.strictObject({ type: z.literal('features'), ...DeclaredFeatures.shape });

export interface DeclaringValidator {
  readonly validate: ValidateRow;
  /** The features by which the next row is validated. */
  features(): DatasetFeatures;
}

/** `given`: declared by the request. Where that declares none, the first row may. */
export function declaringValidator(given: DatasetFeatures): DeclaringValidator {
  let inForce = given;
  let validateRow = rowValidator(given);
  let isFirst = true;
  const declare = (value: object, mayDeclare: boolean): DeclarationRow | FaultyRow => {
    const parsed = DeclarationLine.safeParse(value);
    if (!parsed.success) return faultyRow(parsed.error, value);
    const { type, ...features } = parsed.data;
    const row = { type, features };
    if (declaresFeatures(given) || isDeepStrictEqual(features, inForce)) return row;
    if (!mayDeclare) return faulty('', lateDeclaration);
    inForce = features;
    validateRow = rowValidator(features);
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
  'declares other features than those in force; a source declares them in the first line of its first file, or the import in "features"';
