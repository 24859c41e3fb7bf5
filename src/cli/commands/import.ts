/** `import`: people from a file of any size. */
import { readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { CliActions, OpenIntake } from '../cli-actions.ts';
import { CheckpointFile, importIdentity } from '../import/checkpoint.ts';
import { importProgress } from '../import/import-progress.ts';
import {
  applyMapping,
  type MappedBody,
  type Mapping,
  mappedColumns,
  parseMapping,
} from '../import/mapping.ts';
import { formatOf, openSource, type SourceFormat, sourceFormats } from '../import/read-source.ts';
import { RejectsFile } from '../import/rejects-file.ts';
import { type ImportResult, runImport } from '../import/run-import.ts';
import { type DataOptions, positiveInteger, withDataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { UsageError } from '../usage-error.ts';

interface ImportOptions extends DataOptions {
  readonly tenant: string;
  readonly domain?: string;
  readonly mapping?: string;
  readonly format?: SourceFormat;
  readonly rejects?: string;
  readonly batch: number;
  readonly restart?: true;
}

export function addImportCommand(program: Command, actions: CliActions): void {
  withDataOptions(program.command('import'))
    .description('import people from CSV, NDJSON or Parquet of any size')
    .argument('<source>', 'the file; .csv, .tsv and .ndjson may be packed (.gz)')
    .requiredOption('--tenant <name>', 'the tenant of the people')
    .option('--domain <name>', 'the domain; default: the one that the mapping names')
    .option('--mapping <file>', 'how columns become fields; without it, rows are POST /v1/users bodies')
    .addOption(new Option('--format <name>', 'default: by the ending of the name').choices(sourceFormats))
    .option('--rejects <file>', 'file for rows that cannot be imported; default: in the data folder')
    .option('--batch <rows>', 'rows a transaction', positiveInteger, 256)
    .option('--restart', 'begin with the first row, even where an interrupted import could go on')
    .addHelpText('after', HELP)
    .action((source: string, options: ImportOptions) => importPeople(actions, source, options));
}

const HELP = `
An import that was interrupted goes on where it stopped when it is called again. People who are there already are
replaced as POST /v1/users replaces them, so importing a file twice does no harm.
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
    const { result, rejectsFile, seconds } = await carryOut(intake, plan, options);
    const fallbacks = intake.fallbacks();
    report(result, { source, rejectsFile, seconds, fallbacks, json: options.json === true });
    if (!result.finished) process.exitCode = 130;
    else if (result.imported === 0 && result.rejected > 0) process.exitCode = 1;
  } finally {
    await intake.close();
  }
}

interface ImportPlan {
  readonly file: string;
  readonly format: SourceFormat;
  readonly domain: string;
  readonly mapping: { readonly text: string; readonly read: Mapping } | null;
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
  return { file, format, domain, mapping };
}

function readMapping(file: string): NonNullable<ImportPlan['mapping']> {
  const text = readFileSync(file, 'utf8');
  return { text, read: parseMapping(text, basename(file)) };
}

async function carryOut(intake: OpenIntake, plan: ImportPlan, options: ImportOptions) {
  const { file, format, domain, mapping } = plan;
  const { tenantId } = await intake.accounts.findTenant(options.tenant);
  await intake.accounts.domainFor(tenantId, domain);
  const identity = importIdentity(file, tenantId, domain, format, mapping?.text ?? '');
  const checkpoints = new CheckpointFile(join(options.data, 'imports', 'unfinished'), identity);
  const from = options.restart ? null : checkpoints.read();
  const rejectsPath =
    options.rejects ?? join(options.data, 'imports', 'rejects', `${basename(file)}.${identity}.ndjson`);
  const rejects = new RejectsFile(rejectsPath, from?.rejects_bytes ?? 0);
  if (from !== null)
    process.stderr.write(`An import of this file was interrupted; it goes on behind row ${from.row}.\n`);
  const columns = mapping === null ? null : mappedColumns(mapping.read);
  const source = openSource(format, { file, after: from?.row ?? 0, columns });
  const progress = importProgress(from === null ? 0 : source.progress());
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
          mapping === null ? { body: bodyOf(row) } : applyMapping(mapping.read, row, number),
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
  return { result, rejectsFile, seconds: (performance.now() - started) / 1000 };
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
  readonly json: boolean;
}

function report(result: ImportResult, { source, rejectsFile, seconds, fallbacks, json }: ImportReport): void {
  const rate = Math.round(result.rowsThisRun / Math.max(seconds, 0.001));
  if (json) {
    printJson({
      finished: result.finished,
      imported: result.imported,
      rejected: result.rejected,
      rejects_file: rejectsFile,
      read_by_rules_instead: fallbacks,
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
    ...(fallbacks === 0
      ? []
      : [`The language model did not answer for ${fallbacks} texts: the rules read them.`]),
    ...(rejectsFile === null ? [] : [`Rejected rows, each with its reason: ${rejectsFile}`]),
  );
}
