/** Records of a known form as rows of a dataset. */
import type { DatasetFeatures, FeatureType } from '../../../contract/dataset-features.ts';
import { applyMapping } from '../../../platform/intake/mapping/mapping.ts';
import { Mapping } from '../../../platform/intake/mapping/mapping-schema.ts';
import type { Row } from '../../../platform/intake/mapping/source-row.ts';
import type { Decimal } from '../../../platform/intake/number-text.ts';
import type { RowOrFault } from '../rows/dataset-row.ts';
import { faulty, type ValidateRow } from '../rows/validate-row.ts';
import { withTimestamps } from '../rows/with-timestamps.ts';
import type { DatasetFormFile } from './dataset-form.ts';

export interface FormedRowsParts {
  readonly features: DatasetFeatures;
  readonly validate: ValidateRow;
  readonly decimal: Decimal;
  /** A cell as a value of a declared feature. */
  readonly attribute: (cell: unknown, type: FeatureType) => unknown;
}

const featuresOf = { item: 'items', person: 'people', event: 'events' } as const;

export function formedRows(
  form: DatasetFormFile,
  { features, validate, decimal, attribute }: FormedRowsParts,
): (record: Row) => RowOrFault {
  const mapping = { ...Mapping.parse({ user_id: { constant: 'row' } }), fields: form.values };
  const declared = Object.entries(features[featuresOf[form.row]]);
  const field = form.row === 'event' ? 'context' : 'attributes';
  const check = withTimestamps(form.timestamps, validate);
  let number = 0;
  return (record) => {
    const mapped = applyMapping(mapping, record, ++number, decimal);
    if ('rejected' in mapped) return faulty('', mapped.rejected);
    const values = valuesOf(record, declared, attribute);
    return check({
      type: form.row,
      ...mapped.body.fields,
      ...(values.length > 0 && { [field]: Object.fromEntries(values) }),
    });
  };
}

/** The columns whose names in small letters are those of features. */
function valuesOf(
  record: Row,
  declared: readonly (readonly [string, { readonly type: FeatureType }])[],
  attribute: FormedRowsParts['attribute'],
) {
  const columns = new Map(Object.keys(record).map((name) => [name.toLowerCase(), name]));
  return declared.flatMap(([name, { type }]) => {
    const cell = record[columns.get(name) ?? ''];
    return cell === undefined || cell === null || cell === '' ? [] : [[name, attribute(cell, type)] as const];
  });
}
