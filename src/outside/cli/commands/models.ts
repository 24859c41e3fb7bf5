/** `adapt` and `models list | show | export`: train models on datasets, list and export them. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { modelFields } from '../../../behaviour/sequence-models/adaptation/model-fields.ts';
import { AdaptationRequest } from '../../../contract/adaptation.ts';
import { type ModelFields, type ModelListState, modelListStates } from '../../../contract/model.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import type { Job } from '../../../platform/storage/job.ts';
import type { Model } from '../../../platform/storage/model-store.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import { findDataset } from '../datasets/find-datasets.ts';
import { awaitJob } from '../models/await-job.ts';
import { type ExportModelOptions, exportModel } from '../models/export-model.ts';
import { allModels, findModel } from '../models/find-models.ts';
import { type PredictAllOptions, predictAll } from '../models/predict-all.ts';
import { type SegmentPeopleOptions, segmentPeople } from '../models/segment-people.ts';
import { type DataOptions, positiveInteger, wholeNumber, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

export function addModelCommands(program: Command, actions: CliActions): void {
  addAdapt(program, actions);
  const models = program.command('models').description('sequence models: list them, show how good they are');
  addList(models, actions);
  addShow(models, actions);
  addExport(models, actions);
  addPredictAll(models, actions);
  addSegments(models, actions);
}

interface AdaptOptions extends DataOptions {
  readonly name?: string;
  readonly architecture?: string;
  readonly base?: string;
  readonly tokenizer?: string;
  readonly settings?: unknown;
  readonly protocol?: string;
  readonly wait?: true;
}

function addAdapt(program: Command, actions: CliActions): void {
  withDataOptions(program.command('adapt'))
    .description('train a model on a dataset; a running server, or «counterpart work», carries it out')
    .argument('<dataset>', 'ds_…')
    .option('--name <text>', 'its name; default: the dataset’s')
    .option('--architecture <name>', 'sequential-recommender (default) or generative-retriever')
    .option('--base <id>', 'the model to start from')
    .option('--tokenizer <id>', 'tokenizer of a generative retriever; default: one is fitted')
    .option('--settings <json>', 'as in POST /v1/adaptations; default: chosen from the data', parsedJson)
    .option(
      '--protocol <name>',
      'what chooses epochs and blend: time or leave_one_out; default: from the data',
    )
    .option('--wait', 'until the model is ready or has failed')
    .addHelpText('after', HELP)
    .action((datasetId: string, options: AdaptOptions) =>
      withStoreAndAccounts(actions, options, (opened) => adapt(actions, opened, datasetId, options)),
    );
}

const HELP = `
Examples:
  counterpart adapt ds_01k… --wait
  counterpart adapt ds_01k… --name shop --settings '{"history_length": 50, "evaluation": "full"}'`;

async function adapt(
  actions: CliActions,
  opened: StoreAndAccounts,
  datasetId: string,
  options: AdaptOptions,
): Promise<void> {
  const { dataset } = await findDataset(opened, datasetId);
  const { tenantId } = dataset;
  const request = requestOf(datasetId, dataset.name, options);
  const accepted = await (await actions.openModels(opened)).adapt(tenantId, request, null);
  if (accepted.state === 'replay') throw new Error('an adaptation without a key cannot be a replay');
  const { jobId, resource } = accepted.job;
  if (options.wait) await awaitJob(opened, accepted.job, progressLine);
  const { model } = await findModel(opened, resource!.id);
  if (options.json) printJson({ job_id: jobId, model: modelFields(model) });
  else
    printLines(
      ...describeModel(model),
      ...(options.wait ? [] : [`job: ${jobId} («counterpart jobs show» shows its progress)`]),
    );
  if (model.status === 'failed') process.exitCode = 1;
}

function requestOf(dataset_id: string, name: string, options: AdaptOptions): AdaptationRequest {
  const { architecture, base, tokenizer, settings, protocol } = options;
  const parsed = AdaptationRequest.safeParse({
    dataset_id,
    name: options.name ?? name,
    ...(architecture !== undefined && { architecture }),
    ...(base !== undefined && { base_model_id: base }),
    ...(tokenizer !== undefined && { tokenizer_id: tokenizer }),
    ...((settings !== undefined || protocol !== undefined) && { settings: withProtocol(settings, protocol) }),
  });
  if (parsed.success) return parsed.data;
  throw new UsageError(faultsOf(parsed.error.issues, architecture ?? 'sequential-recommender').join('\n'));
}

/** Settings that are no object stay, so that they are refused as given. */
function withProtocol(settings: unknown, protocol: string | undefined): unknown {
  if (protocol === undefined) return settings;
  if (settings === undefined) return { protocol };
  const isObject = typeof settings === 'object' && settings !== null && !Array.isArray(settings);
  return isObject ? { ...settings, protocol } : settings;
}

/** The faults of the given architecture; the first form of the union is the sequential recommender's. */
function faultsOf(
  issues: readonly {
    readonly path: readonly PropertyKey[];
    readonly message: string;
    readonly errors?: unknown;
  }[],
  architecture: string,
): readonly string[] {
  return issues.flatMap((issue) => {
    if (!Array.isArray(issue.errors))
      return [`${issue.path.map(String).join('.') || 'The request'}: ${issue.message}.`];
    const forms = issue.errors as (typeof issues)[];
    return faultsOf(forms[architecture === 'generative-retriever' ? 1 : 0] ?? [], architecture);
  });
}

function parsedJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new InvalidArgumentError(`Expected JSON; ${(error as Error).message}.`);
  }
}

function progressLine({ status, progress, detail }: Job): string {
  const {
    stage,
    epoch,
    minutes_left: left,
    minutes_left_at_most: most,
  } = (detail ?? {}) as {
    readonly stage?: string;
    readonly epoch?: number;
    readonly minutes_left?: number;
    readonly minutes_left_at_most?: number;
  };
  const parts = [
    `${Math.floor(progress * 100)} %`,
    stage ?? status,
    epoch === undefined ? '' : `epoch ${epoch}`,
    left === undefined ? '' : `about ${Math.ceil(left)} min left`,
    most === undefined ? '' : `at most ${Math.ceil(most)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const nothingFound: Readonly<Record<ModelListState, string>> = {
  ready:
    'No model can serve yet. «counterpart adapt DATASET» makes one; «--status all» shows those that do not.',
  training: 'No model is in training.',
  failed: 'No model has failed.',
  all: 'There is no model yet. «counterpart adapt DATASET» makes one.',
};

function addList(models: Command, actions: CliActions): void {
  withDataOptions(models.command('list', { isDefault: true }))
    .description('list models that can serve, newest first')
    .option('--tenant <name>', 'only of this tenant')
    .addOption(
      new Option('--status <state>', 'or those in training, those that failed, or all')
        .choices(modelListStates)
        .default('ready'),
    )
    .action((options: DataOptions & { readonly tenant?: string; readonly status: ModelListState }) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const found: { readonly tenant: string; readonly model: Model }[] = [];
        for await (const one of allModels(opened, options.tenant, options.status)) found.push(one);
        if (options.json)
          return printJson(found.map(({ tenant, model }) => ({ ...modelFields(model), tenant })));
        if (found.length === 0) return printLines(nothingFound[options.status]);
        printTable(
          ['id', 'tenant', 'name', 'version', 'architecture', 'status', 'dataset', 'made'],
          found.map(({ tenant, model }) => [
            model.modelId,
            tenant,
            model.name,
            `v${model.version}`,
            model.architecture,
            model.status,
            model.datasetId,
            model.createdAt,
          ]),
        );
      }),
    );
}

function addShow(models: Command, actions: CliActions): void {
  withDataOptions(models.command('show'))
    .description('show a model’s card: what it can do, and how good it is')
    .argument('<id>', 'model_…')
    .action((id: string, options: DataOptions) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const { model, tenant } = await findModel(opened, id);
        if (options.json) return printJson({ ...modelFields(model), tenant });
        printLines(...describeModel(model), `tenant: ${tenant}`);
      }),
    );
}

function addExport(models: Command, actions: CliActions): void {
  withDataOptions(models.command('export'))
    .description('write its bundle, a tar.gz with ONNX and item table; the same bytes every time')
    .argument('<id>', 'model_…')
    .requiredOption('--output <file>', 'where to')
    .action((id: string, options: ExportModelOptions) => exportModel(actions, id, options));
}

function addPredictAll(models: Command, actions: CliActions): void {
  withDataOptions(models.command('predict-all'))
    .description('rank items for all people of the dataset, or those of a file; the worker does it')
    .argument('<id>', 'model_…')
    .option('--dataset <id>', 'the dataset of the people; default: the newest version of that of the model')
    .option(
      '--source <uri>',
      'rows {"person_id"} or {"history"}: file:NAME below imports/, or a place that is allowed',
    )
    .option('--source-format <name>', 'jsonl (default) or parquet')
    .option('--limit <n>', 'items a person', positiveInteger, 20)
    .option('--format <name>', 'of the result: jsonl or parquet', 'jsonl')
    .option('--with-seen', 'rank items of the history too')
    .option('--request <file>', 'further keys of the request as JSON: filters, boosts, rules')
    .option('--output <file>', 'wait for the end, and write the result there')
    .action((id: string, options: PredictAllOptions) => predictAll(actions, id, options));
}

function addSegments(models: Command, actions: CliActions): void {
  withDataOptions(models.command('segments'))
    .description(
      'group the people of the dataset by what the model reads in their histories; the worker does it',
    )
    .argument('<id>', 'model_…')
    .option('--k <n>', 'so many segments; default: as many as are separated best', positiveInteger)
    .option('--k-max <n>', 'the most that are tried without --k; default: 10', positiveInteger)
    .option('--sample <n>', 'people among whom the middles are sought; default: 2000', positiveInteger)
    .option('--min-events <n>', 'people with fewer are in no segment; default: 3', positiveInteger)
    .option('--seed <n>', 'the same seed gives the same segments; default: 0', wholeNumber)
    .option('--format <name>', 'of the list of people: jsonl (default) or parquet')
    .option('--wait', 'until they are found, and print them')
    .option('--output <file>', 'wait, and write the list of people with their segments there')
    .action((id: string, options: SegmentPeopleOptions) => segmentPeople(actions, id, options));
}

function describeModel(model: Model): readonly string[] {
  const card: ModelFields = modelFields(model);
  const origin = card.base_model_id === null ? '' : `, going on from ${card.base_model_id}`;
  return [
    `${card.name} ${card.version} (${card.id}): ${card.architecture}, ${card.status}`,
    `made of ${card.dataset_id}${origin}, ${card.created_at}`,
    ...(card.status === 'ready'
      ? [
          `can: ${card.capabilities.join(', ')}; ${card.item_count} items, histories of up to ${card.max_history_items}, vectors of ${card.embedding_dimensions}`,
        ]
      : []),
    card.error === null ? card.evaluation : `${card.error.code}: ${card.error.message}`,
  ];
}
