/** Finds how a file is read and what its columns are: by all of its bytes, and by its first rows. */
import { FACT_ROWS, FactsOfColumns } from 'counterpart-intake/guess/column-facts.ts';
import { detectFormat } from 'counterpart-intake/sources/detect-format.ts';
import { findForm } from 'counterpart-intake/sources/find-form.ts';
import { formedSource } from 'counterpart-intake/sources/formed-source.ts';
import { openSource } from 'counterpart-intake/sources/open-source.ts';
import type { FoundEncoding, GivenReading, ReadingReport } from 'counterpart-intake/sources/reading.ts';
import type { NumberedRow, SourceReader } from 'counterpart-intake/sources/source-reader.ts';
import { browserFile } from './browser-file.ts';
import type { FileSchema } from './file-mapping.ts';
import type { Chosen, Layout } from './layout.ts';
import { type RecognisedForm, recognisedForm } from './recognised-form.ts';
import { shippedForm, shippedForms } from './shipped-forms.ts';

const SAMPLE_ROWS = 200;

export interface OpenedFile {
  readonly layout: Layout;
  /** Its known form, which the layout has where it is used. */
  readonly recognised: RecognisedForm | null;
  readonly report: ReadingReport;
  readonly facts: FactsOfColumns;
  /** The first rows. */
  readonly sample: readonly NumberedRow[];
}

/** null: the file has no row. */
export async function openFile(
  file: File,
  schema: FileSchema,
  chosen: Chosen = {},
): Promise<OpenedFile | null> {
  if (file.size === 0) return null;
  // A file of unknown bytes is tried as a table, whose reader says what is wrong with them.
  const format = (await detectFormat(browserFile(file))) ?? 'csv';
  const { repeated = 'refuse', byColumns = false, ...reading } = chosen;
  const open = (encoding: FoundEncoding) =>
    openSource(format, { file: browserFile(file), columns: null, reading, encoding });
  const { found, areBodies, encoding } = await findForm(await open({}), shippedForms());
  const recognised = found && (await recognisedForm(await open(encoding), found, schema));
  const form = byColumns ? undefined : usedForm(recognised, schema);
  const first = await firstRows(formed(await open(encoding), form));
  if (first === null) return null;
  const layout = {
    format,
    reading: foundReading(reading, first.report),
    bodies: areBodies,
    ...(form !== undefined && { form }),
    repeated,
  };
  return { layout, recognised, ...first };
}

/** Reads the file from its beginning, as it was opened. */
export async function readRows(file: File, { format, reading, form }: Layout): Promise<SourceReader> {
  return formed(await openSource(format, { file: browserFile(file), columns: null, reading }), form);
}

function formed(source: SourceReader, form: string | undefined): SourceReader {
  return form === undefined ? source : formedSource(source, shippedForm(form));
}

function usedForm(recognised: RecognisedForm | null, { domain }: FileSchema): string | undefined {
  if (recognised === null || recognised.fault !== null) return undefined;
  return recognised.form.domain === domain ? recognised.form.form : undefined;
}

async function firstRows(
  source: SourceReader,
): Promise<Pick<OpenedFile, 'report' | 'facts' | 'sample'> | null> {
  const facts = new FactsOfColumns();
  const sample: NumberedRow[] = [];
  for await (const row of source.rows) {
    if (sample.length < SAMPLE_ROWS) sample.push(row);
    if ('row' in row) facts.add(row.row);
    if (facts.rows >= FACT_ROWS) break;
  }
  return sample.length === 0 ? null : { report: source.report(), facts, sample };
}

/** As it was found, so that the same file is read in the same way again. */
function foundReading(reading: GivenReading, report: ReadingReport): GivenReading {
  const { encoding, delimiter, quote, decimal, header_line: header, sheet } = report;
  return {
    ...reading,
    ...(encoding !== undefined && { encoding }),
    ...(delimiter !== undefined && { delimiter, decimal, quote: quote ?? null }),
    ...(header !== undefined && { skipLines: header - 1 }),
    ...(sheet !== undefined && { sheet }),
  };
}
