/** The guess of a mapping for a file on the disk. */
import { factsOfSource } from '../../../platform/intake/guess/facts-of-source.ts';
import { guessMapping } from '../../../platform/intake/guess/guess-mapping.ts';
import type { IntakeField } from '../../../platform/intake/guess/intake-field.ts';
import { mappingText } from '../../../platform/intake/guess/mapping-text.ts';
import { hasId, plannedMapping } from '../../../platform/intake/guess/planned-mapping.ts';
import type { Mapping } from '../../../platform/intake/mapping/mapping.ts';
import type { GivenReading } from '../../../platform/intake/sources/reading.ts';
import type { SourceFormat } from '../../../platform/intake/sources/source-formats.ts';
import { openSource } from './read-source.ts';

/** The fields of a domain, by its name. */
export type FieldsOf = (domain: string) => Promise<readonly IntakeField[]>;

/** The schema of mappings that came with this command. */
const schema = new URL('../../../../docs/reference/mapping.schema.json', import.meta.url).href;

export interface FileGuess {
  readonly mapping: Mapping;
  readonly text: string;
  /** Whether a column has the ids; else rows are numbered. */
  readonly hasId: boolean;
}

interface GuessedFile {
  readonly file: string;
  readonly format: SourceFormat;
  readonly reading: GivenReading;
}

export async function guessFile(
  { file, format, reading }: GuessedFile,
  domain: string,
  fieldsOf: FieldsOf,
): Promise<FileGuess> {
  const facts = await factsOfSource(await openSource(format, { file, reading, columns: null }));
  const fields = await fieldsOf(domain);
  const columns = guessMapping(fields, facts);
  const mapping = plannedMapping({ domain, columns });
  return {
    mapping,
    text: mappingText({ mapping, columns, fields, rows: facts.rows, schema }),
    hasId: hasId(columns),
  };
}
