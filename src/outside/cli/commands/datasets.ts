/** `datasets`: import files of any size, list datasets, export them. */
import { type Command, Option } from 'commander';
import { datasetFields } from '../../../behaviour/datasets/dataset-fields.ts';
import { defaultTerms, timestampForms } from '../../../contract/dataset.ts';
import { basketFields } from '../../../contract/dataset-events.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { CliActions } from '../cli-actions.ts';
import { type AppendDatasetOptions, appendDataset } from '../datasets/append-dataset.ts';
import { type ExportToFileOptions, exportToFile } from '../datasets/export-to-file.ts';
import { allDatasets, findDataset } from '../datasets/find-datasets.ts';
import { type ImportDatasetOptions, importDataset } from '../datasets/import-dataset.ts';
import { showTrending, type TrendingOptions } from '../datasets/show-trending.ts';
import { withReadingOptions } from '../import/reading-options.ts';
import { type DataOptions, positiveInteger, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

export function addDatasetCommands(program: Command, actions: CliActions): void {
  const datasets = program.command('datasets').description('import, list and export datasets of behaviour');
  addImport(datasets, actions);
  addAppend(datasets, actions);
  addList(datasets, actions);
  addShow(datasets, actions);
  addExport(datasets, actions);
  addTrending(datasets, actions);
}

function addImport(datasets: Command, actions: CliActions): void {
  withReadingOptions(withDataOptions(datasets.command('import')))
    .description('import items and events from files of any size; several files are one dataset')
    .argument('<files...>', '.jsonl, .csv, .tsv (each may be packed: .gz) or .parquet')
    .requiredOption('--tenant <name>', 'the owner of the dataset')
    .requiredOption('--name <text>', 'its name; a name that is there already gets the next version')
    .option('--no-export', 'its terms forbid exports')
    .option('--no-training', 'its terms forbid training')
    .option('--terms <text>', 'its terms in words', defaultTerms)
    .option('--features <file>', 'a JSON file that declares the features of items, people and events')
    .option('--kinds <file>', 'a JSON file with the weights of kinds of events')
    .option('--repeats', 'people take an item again')
    .addOption(
      new Option('--baskets <field>', 'the field that is the same for what was taken together').choices(
        basketFields,
      ),
    )
    .addOption(timestampsOption())
    .addHelpText('after', IMPORT_HELP)
    .action((files: readonly string[], options: ImportDatasetOptions) =>
      importDataset(actions, files, options),
    );
}

const IMPORT_HELP = `
A row is {"type": "item", "item_id", "text"} or {"type": "event", "event_id", "person_id", "item_id", "kind",
"timestamp", "value"}; Parquet, CSV and TSV have the same as columns. Items may come after the events that name them. An
item may have "created_at" and, as may rows {"type": "person", "person_id"}, "attributes" of declared
features: {"items": {"price": "number", "genre": "list"}, "people": {"age": "number"}}. An event may have
"session_id" (with or in place of "person_id"), "basket_id", and "context" of declared features of events.

Example:
  counterpart datasets import items.jsonl events.jsonl.gz --tenant acme --name shop`;

function addAppend(datasets: Command, actions: CliActions): void {
  withReadingOptions(withDataOptions(datasets.command('append')))
    .description('append items and events of files to a dataset; they wait for its next version')
    .argument('<id>', 'ds_…, any version of the name')
    .argument('<files...>', '.jsonl, .csv, .tsv (each may be packed: .gz) or .parquet')
    .option('--tenant <name>', 'the owner of the dataset; default: found by the id')
    .addOption(timestampsOption())
    .addHelpText('after', APPEND_HELP)
    .action((id: string, files: readonly string[], options: AppendDatasetOptions) =>
      appendDataset(actions, id, files, options),
    );
}

function timestampsOption(): Option {
  return new Option('--timestamps <form>', 'the form of times').choices(timestampForms).default('iso');
}

const APPEND_HELP = `
Rows are those of an import. A row that is there already with the same content is passed over, so that the same
file again is right; one with other content is refused. POST /v1/datasets/ID/snapshots cuts the next version.`;

function addList(datasets: Command, actions: CliActions): void {
  withDataOptions(datasets.command('list', { isDefault: true }))
    .description('list datasets, newest first')
    .option('--tenant <name>', 'only of this tenant')
    .action((options: DataOptions & { readonly tenant?: string }) =>
      withStoreAndAccounts(actions, options, async ({ store, accounts }) => {
        const tenants =
          options.tenant === undefined
            ? await accounts.listTenants()
            : [await accounts.findTenant(options.tenant)];
        const found: { readonly tenant: string; readonly dataset: Dataset }[] = [];
        for (const { tenantId, name } of tenants) {
          for await (const dataset of allDatasets(store, tenantId)) found.push({ tenant: name, dataset });
        }
        if (options.json)
          return printJson(found.map(({ tenant, dataset }) => ({ ...datasetFields(dataset), tenant })));
        if (found.length === 0)
          return printLines('There is no dataset yet. «counterpart datasets import FILE» makes one.');
        printTable(
          ['id', 'tenant', 'name', 'version', 'items', 'events', 'made'],
          found.map(({ tenant, dataset }) => [
            dataset.datasetId,
            tenant,
            dataset.name,
            `v${dataset.version}`,
            String(dataset.itemCount),
            String(dataset.eventCount),
            dataset.createdAt,
          ]),
        );
      }),
    );
}

function addShow(datasets: Command, actions: CliActions): void {
  withDataOptions(datasets.command('show'))
    .description('show a dataset')
    .argument('<id>', 'ds_…')
    .action((id: string, options: DataOptions) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const { dataset, tenant } = await findDataset(opened, id);
        const { access, terms, files } = dataset;
        if (options.json) return printJson({ ...datasetFields(dataset), tenant, files });
        printLines(
          `${dataset.name} v${dataset.version} (${id}) of ${tenant}: ${dataset.itemCount} items, ${dataset.eventCount} events`,
          `source: ${dataset.source}, made ${dataset.createdAt}`,
          `export: ${access.export ? 'allowed' : 'forbidden'}, training: ${access.training ? 'allowed' : 'forbidden'}`,
          `terms: ${terms}`,
          ...files.map(({ key, bytes, sha256 }) => `${key}: ${bytes} bytes, sha256 ${sha256}`),
        );
      }),
    );
}

function addExport(datasets: Command, actions: CliActions): void {
  withDataOptions(datasets.command('export'))
    .description('write a dataset as JSONL or Parquet that can be imported again; the same bytes every time')
    .argument('<id>', 'ds_…')
    .requiredOption('--output <file>', 'where to')
    .option('--format <name>', 'jsonl or parquet; by default what the name of the file says, else jsonl')
    .option('--gzip', 'pack JSONL')
    .action((id: string, options: ExportToFileOptions) => exportToFile(actions, id, options));
}

function addTrending(datasets: Command, actions: CliActions): void {
  withDataOptions(datasets.command('trending'))
    .description('list the items that rise: more events in a window than in the one before')
    .argument('<id>', 'ds_…; the newest version of a name also has the events appended since')
    .option('--hours <n>', 'the length of the window', positiveInteger, 168)
    .option('--until <time>', 'its end, ISO 8601 with a zone; default: the newest event')
    .option('--limit <n>', 'items', positiveInteger, 20)
    .action((id: string, options: TrendingOptions) => showTrending(actions, id, options));
}
