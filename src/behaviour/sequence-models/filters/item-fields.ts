/**
 * The attributes of items as fields of the filter grammar. A date is a number there, of epoch milliseconds;
 * its operands are written as dates.
 */
import type { FeatureDeclarations, FeatureType } from '../../../contract/dataset-features.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import type { ItemFeatures } from '../../datasets/features/feature-columns.ts';

export interface ItemField {
  readonly field: FieldDefinition;
  readonly isDate: boolean;
}

/** The date from which an item could be chosen; items have it beside their attributes. */
export const CREATED_AT = 'created_at';

/** By name. Every attribute can be filtered by, and `created_at` where items have it. */
export function itemFields({
  declared,
  createdAtMs,
}: Pick<ItemFeatures, 'declared' | 'createdAtMs'>): ReadonlyMap<string, ItemField> {
  const types: FeatureDeclarations = {
    ...(createdAtMs !== null && { [CREATED_AT]: { type: 'date' } }),
    ...declared,
  };
  return new Map(Object.entries(types).map(([name, { type }]) => [name, fieldOf(name, type)]));
}

function fieldOf(name: string, type: FeatureType): ItemField {
  const isNumber = type === 'number' || type === 'date';
  const common = { kind: 'hard', multiple: false, required: false, priority: 'medium' } as const;
  return { field: { name, type: isNumber ? 'number' : 'string', ...common }, isDate: type === 'date' };
}
