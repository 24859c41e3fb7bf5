/** `counterpart import`: people from a file. */
import { basename, join } from 'node:path';
import { type Command, Option } from 'commander';
import { type ReadingDepth, readingDepths } from '../../../contract/reading-depths.ts';
import { shippedDomains } from '../../../domains/shipped-domains.ts';
import { shippedForms } from '../../../platform/intake/forms/shipped-forms.ts';
import { mappedColumns, readsWholeRow } from '../../../platform/intake/mapping/mapping.ts';
import { ratesIn, withRates } from '../../../platform/intake/mapping/with-rates.ts';
import { PeopleRows } from '../../../platform/intake/people-rows.ts';
import { repeatedIds } from '../../../platform/intake/repeated-ids.ts';
import { formedSource } from '../../../platform/intake/sources/formed-source.ts';
import { readingLine } from '../../../platform/intake/sources/reading.ts';
import { sourceFormats } from '../../../platform/intake/sources/source-formats.ts';
import { schemaOf } from '../../accounts/schema-of.ts';
import type { CliActions, OpenIntake } from '../cli-actions.ts';
import { CheckpointFile, importIdentity } from '../import/checkpoint.ts';
import { areDocuments } from '../import/documents/document-files.ts';
import { importDocuments } from '../import/documents/import-documents.ts';
import { exitCodeOf, MAX_REJECTED } from '../import/end-of-import.ts';
import { guessFile } from '../import/guess-file.ts';
import { importProgress } from '../import/import-progress.ts';
import {
  fileNamed,
  type ImportPlan,
  type PlanOptions,
  planImport,
  readingOf,
} from '../import/plan-import.ts';
import { openSource } from '../import/read-source.ts';
import { readingBehind } from '../import/reading-behind.ts';
import { withReadingOptions } from '../import/reading-options.ts';
import { RejectsFile } from '../import/rejects-file.ts';
import { reportImport } from '../import/report-import.ts';
import { runImport } from '../import/run-import.ts';
import { type DataOptions, positiveInteger, share, withDataOptions } from '../options.ts';
import { printJson, printTable } from '../print.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

interface ImportOptions extends DataOptions, PlanOptions {
  readonly tenant?: string;
  readonly guess?: true;
  readonly dryRun?: true;
  readonly idFrom?: string;
  readonly rejects?: string;
  readonly batch: number;
  readonly restart?: true;
  readonly maxRejected: number;
  readonly reading: ReadingDepth;
}

export function addImportCommand(program: Command, actions: CliActions): void {
  withReadingOptions(withDataOptions(program.command('import')))
    .description(
      'import people from Excel, CSV, JSON, NDJSON, YAML, XML, JSON-LD in a page, or Parquet, or from documents: PDF, DOCX, LaTeX, Markdown, text, pages',
    )
    .argument(
      '[sources...]',
      'one file of rows, which may be packed (.gz, .zst) but for Parquet; or documents, each one person, or a folder of them',
    )
    .option('--tenant <name>', 'the tenant of the people')
    .option('--domain <name>', 'the domain; default: the one that the mapping or the form names')
    .option(
      '--mapping <file>',
      'how columns become fields; without it, a known form is recognised, rows are POST /v1/users bodies, or the columns are guessed',
    )
    .option('--guess', 'print the mapping that header and values suggest, as YAML, and store nothing')
    .option('--yes', 'import by that guess where there is neither a mapping nor a known form')
    .option('--form <name>', 'the form of the file, or a file of your own (.yaml); list: print all forms')
    .option(
      '--id-from <pattern>',
      'documents: a regular expression whose first group is the id; default: the name of the file without its ending',
    )
    .addOption(new Option('--format <name>', 'default: by the ending of the name').choices(sourceFormats))
    .option('--sheet <name>', 'of an Excel file; default: the first one')
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
    .option('--dry-run', 'check every row and report, and store nothing')
    .option('--restart', 'begin with the first row, even where an interrupted import could go on')
    .addHelpText('after', HELP)
    .action((sources: readonly string[], options: ImportOptions) => {
      if (options.form === 'list') return listForms(options);
      const [source] = sources;
      if (source === undefined) throw new UsageError('Name the file to import.');
      const { tenant } = options;
      if (areDocuments(sources)) {
        refuseRowOptions(options);
        if (tenant === undefined) throw new UsageError(NO_TENANT);
        return importDocuments(actions, sources, { ...options, tenant });
      }
      if (sources.length > 1) throw new UsageError('Name one file of rows, or documents.');
      if (options.guess) return printGuess(actions, source, options);
      if (tenant === undefined) throw new UsageError(NO_TENANT);
      return importPeople(actions, source, { ...options, tenant });
    });
}

function listForms({ json }: ImportOptions): void {
  const forms = shippedForms().map(({ form: { form, standard, domain, become } }) => ({
    ...{ form, standard, domain, become },
  }));
  if (json) printJson({ forms });
  else
    printTable(
      ['form', 'standard', 'becomes'],
      forms.map(({ form, standard, domain, become }) => [form, standard, `${domain} ${become}`]),
    );
}

/** Options of `import` that say how rows are read. */
const ROW_OPTIONS = ['mapping', 'form', 'format', 'sheet', 'guess', 'yes', 'dryRun'] as const;

function refuseRowOptions(options: ImportOptions): void {
  const used = ROW_OPTIONS.filter((name) => options[name] !== undefined);
  if (used.length === 0) return;
  const names = used.map((name) => `--${name === 'dryRun' ? 'dry-run' : name}`).join(', ');
  throw new UsageError(`Only for files of rows: ${names}. These are documents.`);
}

const NO_TENANT = 'Say --tenant NAME: the tenant of the people.';

type ImportCall = ImportOptions & { readonly tenant: string };

const HELP = `
An import that was interrupted goes on where it stopped when it is called again. People who are there already are
replaced as POST /v1/users replaces them, so importing a file twice does no harm.
Known forms of files need no mapping (--form list prints them). The command says what it recognised before it stores
anything.
Encoding, delimiter, quotes, decimal sign and the line of the header are found by the file's bytes and printed; the options
and the keys of the mapping say otherwise.
Documents are one person each; the id is the name of the file, or what --id-from finds in it. Headings, lists, tables and
columns are kept; a document that cannot be read (a scan, a password) is rejected with the reason.
It runs at a lower priority, so that a server beside it has the processor first.

Examples:
  counterpart import --tenant acme --domain dating --mapping people.yaml people.csv
  counterpart import --tenant acme resumes.json
  counterpart import --tenant acme --form google-merchant feed.tsv.gz
  counterpart import --tenant acme --domain hiring cvs/*.pdf
  counterpart export-users --tenant acme --domain dating --out people.ndjson
  counterpart import --tenant acme2 --domain dating people.ndjson`;

async function printGuess(actions: CliActions, source: string, options: ImportOptions): Promise<void> {
  const { domain } = options;
  if (domain === undefined)
    throw new UsageError('Say --domain NAME: the domain whose fields the columns become.');
  const opened = await fileNamed(source, options);
  const reading = readingOf(options);
  const { text } = await guessFile({ ...opened, reading }, domain, (name) =>
    fieldsFor(actions, options, name),
  );
  process.stdout.write(text);
}

/** The fields of the tenant's domain; without a tenant, of the domain that ships. */
async function fieldsFor(actions: CliActions, { data, tenant }: ImportOptions, domain: string) {
  if (tenant === undefined) {
    const shipped = shippedDomains();
    const definition = shipped.find((each) => each.domain === domain);
    if (definition !== undefined) return schemaOf(definition).fields;
    const names = shipped.map((each) => each.domain).join(', ');
    throw new UsageError(
      `No domain ${domain} ships with the service; there are ${names}. --tenant NAME takes one of its own.`,
    );
  }
  let fields: ReturnType<typeof schemaOf>['fields'] = [];
  await withStoreAndAccounts(actions, { data }, async ({ accounts }) => {
    const { tenantId } = await accounts.findTenant(tenant);
    fields = schemaOf((await accounts.domainFor(tenantId, domain)).definition).fields;
  });
  return fields;
}

async function importPeople(actions: CliActions, source: string, options: ImportCall): Promise<void> {
  const plan = await planImport(source, options, (domain) => fieldsFor(actions, options, domain));
  actions.lowerPriority();
  const intake = await actions.openIntake(options.data);
  try {
    const { json = false, dryRun = false, maxRejected } = options;
    const { result, ...carried } = await carryOut(intake, plan, options);
    reportImport(result, {
      ...{ ...carried, source, fallbacks: intake.fallbacks(), repeated: plan.repeated },
      ...{ json, dryRun, maxRejected },
    });
    exitCodeOf(result, maxRejected);
  } finally {
    await intake.close();
  }
}

async function carryOut(intake: OpenIntake, plan: ImportPlan, options: ImportCall) {
  const { file, format, domain, mapping: given, reading, encoding, repeated } = plan;
  const { tenantId } = await intake.accounts.findTenant(options.tenant);
  const { definition } = await intake.accounts.domainFor(tenantId, domain);
  const mapping = given === null ? null : withRates(given.read, domain, ratesIn(definition));
  const how = JSON.stringify([reading, repeated, ...(options.dryRun ? ['dry run'] : [])]);
  const identity = importIdentity(file, tenantId, domain, format, given?.text ?? '', how);
  const checkpoints = new CheckpointFile(join(options.data, 'imports', 'unfinished'), identity);
  const from = options.restart || options.dryRun ? null : checkpoints.read();
  const rejectsPath =
    options.rejects ?? join(options.data, 'imports', 'rejects', `${basename(file)}.${identity}.ndjson`);
  const rejects = new RejectsFile(rejectsPath, from?.rejects_bytes ?? 0);
  if (from !== null)
    process.stderr.write(`An import of this file was interrupted; it goes on behind row ${from.row}.\n`);
  const form = given?.form;
  const areAllRead = mapping === null || form !== undefined || readsWholeRow(mapping);
  const opened = await openSource(format, {
    ...{ file, reading, encoding },
    columns: areAllRead ? null : mappedColumns(mapping),
  });
  const source = form === undefined ? opened : formedSource(opened, form);
  const line = readingLine(basename(file), source.report());
  if (line !== null) process.stderr.write(`${line}\n`);
  const progress = importProgress(0);
  const started = performance.now();
  const people = new PeopleRows({ domain, mapping, decimal: source.decimal, repeated });
  // An interruption takes effect after the current batch.
  const result = await untilInterrupted((signal) =>
    runImport({
      ...{ file, source, people, from, checkpoints, rejects, progress, signal },
      target: {
        ...{ profiles: intake.profiles, tenant: tenantId, reading: options.reading },
        isDryRun: options.dryRun === true,
      },
      batchSize: options.batch,
    }),
  ).finally(() => progress.end());
  const rejectsFile = result.rejected > 0 ? rejectsPath : null;
  const seconds = (performance.now() - started) / 1000;
  const behind = await readingBehind(intake.store, tenantId, domain);
  return { result, rejectsFile, seconds, reading: source.report(), repeatedRows: people.repeated, behind };
}
