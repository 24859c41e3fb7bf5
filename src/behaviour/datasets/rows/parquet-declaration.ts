/**
 * The declaration of a dataset, in the metadata of its Parquet file: the first line that its JSONL would
 * have.
 */
import type { FileMetaData } from 'hyparquet';
import { parseJson } from '../../../contract/parse-json.ts';
import type { RowBatch } from './dataset-row.ts';
import { faulty, type ValidateRow } from './validate-row.ts';

export const DECLARATION_KEY = 'counterpart.declaration';

/** As a first row, which has the number 0; none where the file has no declaration. */
export function declarationBatches(
  { key_value_metadata: pairs = [] }: FileMetaData,
  file: number,
  validate: ValidateRow,
): readonly RowBatch[] {
  const text = pairs.find(({ key }) => key === DECLARATION_KEY)?.value;
  return text === undefined ? [] : [{ file, rows: [validated(text, validate)], lines: [0] }];
}

function validated(text: string, validate: ValidateRow) {
  try {
    return validate(parseJson(text));
  } catch {
    return faulty('', `the metadata ${DECLARATION_KEY} is no JSON`);
  }
}
