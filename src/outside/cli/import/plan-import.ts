/**
 * The plan of an import, made before anything is opened: the mapping, the form or the guess, and the reading.
 */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Form } from '../../../platform/intake/forms/form.ts';
import { shippedForms } from '../../../platform/intake/forms/shipped-forms.ts';
import { type Mapping, parseMapping } from '../../../platform/intake/mapping/mapping.ts';
import type { RepeatedIds } from '../../../platform/intake/repeated-ids.ts';
import { detectFormat } from '../../../platform/intake/sources/detect-format.ts';
import { describeForm, findForm } from '../../../platform/intake/sources/find-form.ts';
import type { FoundEncoding, GivenReading } from '../../../platform/intake/sources/reading.ts';
import { type SourceFormat, sourceFormats } from '../../../platform/intake/sources/source-formats.ts';
import { UsageError } from '../usage-error.ts';
import { fileOnDisk } from './file-bytes.ts';
import { formNamed } from './form-named.ts';
import { type FieldsOf, type FileGuess, guessFile } from './guess-file.ts';
import { openSource } from './read-source.ts';
import { givenReading, type ReadingOptions } from './reading-options.ts';

export interface PlanOptions extends ReadingOptions {
  readonly domain?: string;
  readonly mapping?: string;
  readonly form?: string;
  readonly format?: SourceFormat;
  readonly repeated?: RepeatedIds;
  readonly sheet?: string;
  /** Imports by the guess, without asking. */
  readonly yes?: true;
}

export interface ImportPlan {
  readonly file: string;
  readonly format: SourceFormat;
  readonly domain: string;
  /** null: the rows are bodies of POST /v1/users. */
  readonly mapping: ReadMapping | null;
  readonly reading: GivenReading;
  /** Found with the form. */
  readonly encoding: FoundEncoding | undefined;
  readonly repeated: RepeatedIds;
}

interface ReadMapping {
  readonly text: string;
  readonly read: Mapping;
  readonly form?: Form;
}

interface OpenedFile {
  readonly file: string;
  readonly format: SourceFormat;
}

export async function fileNamed(source: string, { format: given }: PlanOptions): Promise<OpenedFile> {
  const file = resolve(source);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new UsageError(`There is no file ${source}.`);
  const format = given ?? (await detectFormat(fileOnDisk(file)));
  if (format === undefined)
    throw new UsageError(
      `Neither the ending nor the bytes of ${source} are of a known format; give --format ${sourceFormats.join(' | ')}.`,
    );
  return { file, format };
}

/** As the options say, else the mapping. */
export function readingOf({ sheet, ...options }: PlanOptions, mapping?: Mapping): GivenReading {
  const reading = givenReading(options, mapping);
  return sheet === undefined ? reading : { ...reading, sheet };
}

/** Throws UsageError. */
export async function planImport(
  source: string,
  options: PlanOptions,
  fieldsOf: FieldsOf,
): Promise<ImportPlan> {
  const opened = await fileNamed(source, options);
  if (options.mapping !== undefined && options.form !== undefined)
    throw new UsageError('Say --mapping or --form: a form has a mapping.');
  const { mapping, encoding } =
    options.mapping === undefined
      ? await withoutMapping(source, opened, options, fieldsOf)
      : { mapping: readMapping(options.mapping), encoding: undefined };
  const domain = options.domain ?? mapping?.read.domain;
  if (domain === undefined) throw new UsageError('Neither --domain nor the mapping names a domain.');
  const reading = readingOf(options, mapping?.read);
  const repeated = options.repeated ?? mapping?.read.repeated ?? 'refuse';
  return { ...opened, domain, mapping, reading, encoding, repeated };
}

/** By the form of the file; else its rows are bodies, or the columns are guessed. */
async function withoutMapping(
  source: string,
  opened: OpenedFile,
  options: PlanOptions,
  fieldsOf: FieldsOf,
): Promise<Pick<ImportPlan, 'mapping' | 'encoding'>> {
  const { file, format } = opened;
  const question = { file, columns: null, reading: readingOf(options) };
  const { found, encoding, areBodies } =
    options.form === undefined
      ? await findForm(await openSource(format, question), shippedForms())
      : { found: formNamed(options.form), encoding: undefined, areBodies: false };
  if (found === null && areBodies) return { mapping: null, encoding };
  if (found === null) return { mapping: await guessed(source, opened, options, fieldsOf), encoding };
  const { form, text } = found;
  const reading = readingOf(options, form);
  const described = await describeForm(await openSource(format, { ...question, reading, encoding }), found);
  process.stderr.write(`${described}\n`);
  return { mapping: { text, read: form, form }, encoding };
}

async function guessed(
  source: string,
  opened: OpenedFile,
  options: PlanOptions,
  fieldsOf: FieldsOf,
): Promise<ReadMapping> {
  const remedy =
    '--mapping FILE says what its columns mean; --form list prints the forms, and --form NAME forces one';
  if (options.domain === undefined)
    throw new UsageError(
      `No known form is recognised in ${source}. --domain NAME guesses what its columns mean; ${remedy}.`,
    );
  const guess = await guessFile({ ...opened, reading: readingOf(options) }, options.domain, fieldsOf);
  process.stderr.write(`${guess.text}\n`);
  assertUsable(source, guess, options);
  return { text: guess.text, read: guess.mapping };
}

function assertUsable(source: string, guess: FileGuess, { yes }: PlanOptions): void {
  if (!guess.hasId)
    throw new UsageError(
      `No column of ${source} looks like an id. Write the mapping above to a file (--guess prints it), say under user_id what the id is, and give it by --mapping.`,
    );
  if (yes === undefined)
    throw new UsageError(
      `No known form is recognised in ${source}. Above is the guess of what its columns mean: --yes imports by it; --guess prints it for a file that you correct and give by --mapping.`,
    );
}

function readMapping(file: string): ReadMapping {
  const text = readFileSync(file, 'utf8');
  const beside = new Map<string, string>();
  const read = parseMapping(text, basename(file), (name) => {
    const content = readFileSync(join(dirname(file), name), 'utf8');
    beside.set(name, content);
    return content;
  });
  return { text: [text, ...beside.values()].join('\n'), read };
}
