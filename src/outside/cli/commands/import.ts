/** `import`: people from a file of any size. */
import { readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type ReadingDepth, readingDepths } from '../../../contract/reading-depths.ts';
import { currencyNamedBy } from '../../../people/reading/money/currency-named-by.ts';
import {
  applyMapping,
  type MappedBody,
  type Mapping,
  mappedColumns,
  parseMapping,
} from '../../../platform/intake/mapping/mapping.ts';
import { withRates } from '../../../platform/intake/mapping/with-rates.ts';
import { type RepeatedIds, repeatedIds, SeenIds } from '../../../platform/intake/repeated-ids.ts';
import type { CliActions, OpenIntake } from '../cli-actions.ts';
import { CheckpointFile, importIdentity } from '../import/checkpoint.ts';
import { importProgress } from '../import/import-progress.ts';
import { formatOf, openSource, type SourceFormat, sourceFormats } from '../import/read-source.ts';
import { type GivenReading, notedLines, type ReadingReport, readingLine } from '../import/reading.ts';
import { type ReadingBehind, readingBehind } from '../import/reading-behind.ts';
import { givenReading, type ReadingOptions, withReadingOptions } from '../import/reading-options.ts';
import { RejectsFile } from '../import/rejects-file.ts';
import { type ImportResult, runImport } from '../import/run-import.ts';
import type { WarningSummary } from '../import/warning-counts.ts';
import { type DataOptions, positiveInteger, share, withDataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { UsageError } from '../usage-error.ts';

interface ImportOptions extends DataOptions, ReadingOptions {
  readonly tenant: string;
  readonly domain?: string;
  readonly mapping?: string;
  readonly format?: SourceFormat;
  readonly rejects?: string;
  readonly batch: number;
  readonly restart?: true;
  readonly repeated?: RepeatedIds;
  readonly maxRejected: number;
  readonly reading: ReadingDepth;
}

export function addImportCommand(program: Command, actions: CliActions): void {
  withReadingOptions(withDataOptions(program.command('import')))
    .description('import people from CSV, NDJSON or Parquet of any size')
    .argument('<source>', 'the file; .csv, .tsv and .ndjson may be packed (.gz)')
    .requiredOption('--tenant <name>', 'the tenant of the people')
    .option('--domain <name>', 'the domain; default: the one that the mapping names')
    .option('--mapping <file>', 'how columns become fields; without it, rows are POST /v1/users bodies')
    .addOption(new Option('--format <name>', 'default: by the ending of the name').choices(sourceFormats))
    .option('--rejects <file>', 'file for rows that cannot be imported; default: in the data folder')
    .option('--batch <rows>', 'rows a transaction', positiveInteger, 256)
    .addOption(
      new Option(
        '--repeated <what>',
        'rows whose id an earlier row has: refuse them, let each replace the person, or merge its values; default: refuse',
      ).choices(repeatedIds),
    )
    .addOption(
      new Option(
        '--reading <depth>',
        'fast: store people by structure and rules; a job then reads their texts in full, where that may differ. full: read them in full first',
      )
        .choices(readingDepths)
        .default('fast'),
    )
    .option(
      '--max-rejected <share>',
      'exit with 3 where a greater share of the rows is rejected, 0 to 1',
      share,
      MAX_REJECTED,
    )
    .option('--restart', 'begin with the first row, even where an interrupted import could go on')
    .addHelpText('after', HELP)
    .action((source: string, options: ImportOptions) => importPeople(actions, source, options));
}

/** Above it the mapping is wrong, rather than some rows. */
const MAX_REJECTED = 0.5;
const TOO_MANY_REJECTED = 3;

const HELP = `
An import that was interrupted goes on where it stopped when it is called again. People who are there already are
replaced as POST /v1/users replaces them, so importing a file twice does no harm.
Encoding, delimiter, quotes, decimal sign and the line of the header are found by the file's bytes and printed; the options
and the keys of the mapping say otherwise.
It runs at a lower priority, so that a server beside it has the processor first.

Examples:
  counterpart import --tenant acme --domain dating --mapping people.yaml people.csv
  counterpart export-users --tenant acme --domain dating --out people.ndjson
  counterpart import --tenant acme2 --domain dating people.ndjson`;

async function importPeople(actions: CliActions, source: string, options: ImportOptions): Promise<void> {
  const plan = readPlan(source, options);
  actions.lowerPriority();
  const intake = await actions.openIntake(options.data);
  try {
    const { result, rejectsFile, seconds, reading, notes, behind } = await carryOut(intake, plan, options);
    const fallbacks = intake.fallbacks();
    const rows = result.imported + result.rejected;
    const tooMany = rows > 0 && result.rejected / rows > options.maxRejected;
    report(result, {
      source,
      rejectsFile,
      seconds,
      fallbacks,
      reading,
      notes,
      behind,
      repeated: plan.repeated,
      options,
      tooMany,
    });
    if (!result.finished) process.exitCode = 130;
    else if (tooMany) process.exitCode = TOO_MANY_REJECTED;
  } finally {
    await intake.close();
  }
}

interface ImportPlan {
  readonly file: string;
  readonly format: SourceFormat;
  readonly domain: string;
  readonly mapping: { readonly text: string; readonly read: Mapping } | null;
  readonly reading: GivenReading;
  readonly repeated: RepeatedIds;
}

/** Reports errors of usage before anything is opened. */
function readPlan(source: string, options: ImportOptions): ImportPlan {
  const file = resolve(source);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new UsageError(`There is no file ${source}.`);
  const format = options.format ?? formatOf(file);
  if (format === undefined)
    throw new UsageError(`${source} has no known ending; give --format ${sourceFormats.join(' | ')}.`);
  const mapping = options.mapping === undefined ? null : readMapping(options.mapping);
  const domain = options.domain ?? mapping?.read.domain;
  if (domain === undefined) throw new UsageError('Neither --domain nor the mapping names a domain.');
  if (mapping === null && format !== 'ndjson') {
    throw new UsageError(`A ${format} file needs --mapping FILE, which says what its columns mean.`);
  }
  const reading = givenReading(options, mapping?.read);
  const repeated = options.repeated ?? mapping?.read.repeated ?? 'refuse';
  return { file, format, domain, mapping, reading, repeated };
}

function readMapping(file: string): NonNullable<ImportPlan['mapping']> {
  const text = readFileSync(file, 'utf8');
  return { text, read: parseMapping(text, basename(file)) };
}

async function carryOut(intake: OpenIntake, plan: ImportPlan, options: ImportOptions) {
  const { file, format, domain, mapping: given, reading, repeated } = plan;
  const { tenantId } = await intake.accounts.findTenant(options.tenant);
  const { definition } = await intake.accounts.domainFor(tenantId, domain);
  const mapping = given === null ? null : withRates(given.read, definition, currencyNamedBy);
  const how = JSON.stringify([reading, repeated]);
  const identity = importIdentity(file, tenantId, domain, format, given?.text ?? '', how);
  const checkpoints = new CheckpointFile(join(options.data, 'imports', 'unfinished'), identity);
  const from = options.restart ? null : checkpoints.read();
  const rejectsPath =
    options.rejects ?? join(options.data, 'imports', 'rejects', `${basename(file)}.${identity}.ndjson`);
  const rejects = new RejectsFile(rejectsPath, from?.rejects_bytes ?? 0);
  if (from !== null)
    process.stderr.write(`An import of this file was interrupted; it goes on behind row ${from.row}.\n`);
  const columns = mapping === null ? null : mappedColumns(mapping);
  const source = await openSource(format, { file, columns, reading });
  const line = readingLine(basename(file), source.report());
  if (line !== null) process.stderr.write(`${line}\n`);
  const notes = { repeated: 0 };
  const progress = importProgress(0);
  const started = performance.now();
  // An interruption takes effect after the current batch.
  const result = await untilInterrupted((signal) =>
    runImport({
      file,
      source,
      target: {
        profiles: intake.profiles,
        tenant: tenantId,
        domain,
        toBody: (row, number) =>
          mapping === null ? { body: bodyOf(row) } : applyMapping(mapping, row, number, source.decimal),
        reading: options.reading,
        repeated,
        seen: new SeenIds(),
        notes,
      },
      batchSize: options.batch,
      from,
      checkpoints,
      rejects,
      progress,
      signal,
    }),
  ).finally(() => progress.end());
  const rejectsFile = result.rejected > 0 ? rejectsPath : null;
  const seconds = (performance.now() - started) / 1000;
  const behind = await readingBehind(intake.store, tenantId, domain);
  return { result, rejectsFile, seconds, reading: source.report(), notes, behind };
}

/** An exported row is a POST /users body. The domain comes from the call. */
function bodyOf({ domain: _, ...body }: Readonly<Record<string, unknown>>): MappedBody {
  return body as unknown as MappedBody;
}

interface ImportReport {
  readonly source: string;
  readonly rejectsFile: string | null;
  readonly seconds: number;
  readonly fallbacks: number;
  readonly reading: ReadingReport;
  readonly notes: { readonly repeated: number };
  readonly behind: ReadingBehind;
  readonly repeated: RepeatedIds;
  readonly options: ImportOptions;
  readonly tooMany: boolean;
}

function report(
  result: ImportResult,
  {
    source,
    rejectsFile,
    seconds,
    fallbacks,
    reading,
    notes,
    behind,
    repeated,
    options,
    tooMany,
  }: ImportReport,
): void {
  const rate = Math.round(result.rowsThisRun / Math.max(seconds, 0.001));
  const { json, maxRejected } = options;
  if (json) {
    printJson({
      finished: result.finished,
      imported: result.imported,
      rejected: result.rejected,
      rejects_file: rejectsFile,
      repeated: notes.repeated,
      read: reading,
      warnings: result.warnings,
      read_by_rules_instead: fallbacks,
      to_read_in_full: behind.people,
      reading_job: behind.jobId,
      rows_this_run: result.rowsThisRun,
      seconds: Number(seconds.toFixed(3)),
      rows_per_second: rate,
    });
    return;
  }
  printLines(
    ...(result.finished ? [] : ['Stopped before the end; the same command goes on where it stopped.']),
    `${source}: ${result.imported} imported, ${result.rejected} rejected.`,
    `${result.rowsThisRun} rows in ${seconds.toFixed(1)} s, ${rate} rows/s.`,
    ...repeatedLine(notes.repeated, repeated),
    ...notedLines(reading),
    ...behindLine(behind),
    ...(fallbacks === 0
      ? []
      : [`The language model did not answer for ${fallbacks} texts: the rules read them.`]),
    ...result.warnings.map(warningLine),
    ...(rejectsFile === null ? [] : [`Rejected rows, each with its reason: ${rejectsFile}`]),
    ...(tooMany ? [`More than ${maxRejected} of the rows were rejected (--max-rejected).`] : []),
  );
}

const repeatedRows: Readonly<Record<RepeatedIds, string>> = {
  refuse: 'were refused (--repeated replace or merge takes them)',
  replace: 'replaced it',
  merge: 'were merged into it',
};

function repeatedLine(rows: number, repeated: RepeatedIds): readonly string[] {
  return rows === 0 ? [] : [`${rows} rows have the id of an earlier row, and ${repeatedRows[repeated]}.`];
}

function behindLine({ people, jobId }: ReadingBehind): readonly string[] {
  if (people === 0) return [];
  const job = jobId === null ? 'the job of the next import' : `${jobId} (counterpart jobs show)`;
  const whose = people === 1 ? '1 person' : `${people} people`;
  return [`The texts of ${whose} are read in full by ${job}, wherever jobs run.`];
}

/** "37 rows: place_unknown in location, as «Narnia» in row 12: …" */
function warningLine({ code, field, rows, first }: WarningSummary): string {
  const count = `${rows} ${rows === 1 ? 'row' : 'rows'}`;
  return `${count} with ${code}${field === null ? '' : ` in ${field}`}; the first is row ${first.row}: ${first.message}`;
}
