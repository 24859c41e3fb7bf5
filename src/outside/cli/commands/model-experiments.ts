/** `model-experiments create | list | show | pause | resume | stop | promote`: models compared behind an alias. */
import type { Command } from 'commander';
import { createModelExperimentService } from '../../../behaviour/sequence-models/experiments/create-model-experiment-service.ts';
import type { ModelExperimentService } from '../../../behaviour/sequence-models/experiments/model-experiment-service.ts';
import type { TenantId } from '../../../contract/brands.ts';
import {
  CreateModelExperimentRequest,
  type ModelExperiment,
  type ModelExperimentSummary,
} from '../../../contract/model-experiment.ts';
import type { CliActions } from '../cli-actions.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { readSettings } from '../read-settings.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

interface ExperimentOptions extends DataOptions {
  readonly tenant: string;
}

const MOST_LISTED = 100;

export function addModelExperimentCommands(program: Command, actions: CliActions): void {
  const experiments = program
    .command('model-experiments')
    .description('compare models behind an alias: begin, list, read, pause, stop, promote the winner');
  addCreate(experiments, actions);
  addList(experiments, actions);
  addChange(experiments, actions, 'show', 'get', 'settings, results and decision of an experiment');
  addChange(experiments, actions, 'pause', 'pause', 'everyone gets the model of the alias until it goes on');
  addChange(experiments, actions, 'resume', 'resume', 'let a paused experiment go on');
  addChange(experiments, actions, 'stop', 'stop', 'make a last result and end an experiment');
  addPromote(experiments, actions);
}

function ofTenant(command: Command): Command {
  return withDataOptions(command).requiredOption('--tenant <name>', 'the tenant that the alias belongs to');
}

function addCreate(experiments: Command, actions: CliActions): void {
  ofTenant(experiments.command('create'))
    .description('begin an experiment')
    .requiredOption('--settings <file>', 'JSON: the body of POST /v1/model-experiments')
    .addHelpText(
      'after',
      '\nExample:\n  counterpart model-experiments create --tenant acme --settings newer.json',
    )
    .action((options: ExperimentOptions & { settings: string }) =>
      withExperiments(actions, options, async (service, tenant) => {
        const request = readSettings(
          options.settings,
          CreateModelExperimentRequest,
          'an experiment on models',
        );
        print(await service.create(tenant, request), options);
      }),
    );
}

function addList(experiments: Command, actions: CliActions): void {
  ofTenant(experiments.command('list'))
    .description(`the newest ${MOST_LISTED} experiments`)
    .action((options: ExperimentOptions) =>
      withExperiments(actions, options, async (service, tenant) => {
        const { data } = await service.list(tenant, { alias: null, before: null, limit: MOST_LISTED });
        if (options.json) return printJson(data);
        if (data.length === 0) return printLines('There is no experiment yet.');
        printTable(['id', 'name', 'alias', 'design', 'state'], data.map(row));
      }),
    );
}

function addChange(
  experiments: Command,
  actions: CliActions,
  name: string,
  change: 'get' | 'pause' | 'resume' | 'stop',
  description: string,
): void {
  ofTenant(experiments.command(name))
    .description(description)
    .argument('<id>', 'mexp_…')
    .action((id: string, options: ExperimentOptions) =>
      withExperiments(actions, options, async (service, tenant) =>
        print(await service[change](tenant, id), options),
      ),
    );
}

function addPromote(experiments: Command, actions: CliActions): void {
  ofTenant(experiments.command('promote'))
    .description('let the alias name the model of the winner, and end the experiment')
    .argument('<id>', 'mexp_…')
    .option('--arm <name>', 'this arm, whatever the result')
    .action((id: string, options: ExperimentOptions & { arm?: string }) =>
      withExperiments(actions, options, async (service, tenant) =>
        print(await service.promote(tenant, id, options.arm ?? null), options),
      ),
    );
}

const row = ({ id, name, alias, design, state, ended_by }: ModelExperimentSummary) => [
  id,
  name,
  alias,
  design,
  ended_by === null ? state : `${state} (${ended_by})`,
];

function withExperiments(
  actions: CliActions,
  options: ExperimentOptions,
  action: (service: ModelExperimentService, tenant: TenantId) => Promise<void>,
): Promise<void> {
  return withStoreAndAccounts(actions, options, async ({ store, accounts }) => {
    const { tenantId } = await accounts.findTenant(options.tenant);
    const { modelExperiments: experiments, models, datasets } = store;
    const { clock } = actions;
    await action(createModelExperimentService({ experiments, models, datasets, clock }), tenantId);
  });
}

function print(experiment: Omit<ModelExperiment, 'request_id'>, { json }: DataOptions): void {
  if (json) {
    printJson(experiment);
    return;
  }
  const { id, name, design, alias, state, ended_at, ends_at, result } = experiment;
  printLines(
    `${id} «${name}», ${design} behind alias:${alias}: ${state === 'ended' ? `ended at ${ended_at}` : `${state} until ${ends_at}`}.`,
    experiment.decision,
  );
  if (result === null) return;
  printTable(
    ['arm', 'people', 'shown', 'successes', 'value', 'effect', 'low', 'high'],
    result.arms.map(({ name: arm, people, shown, successes, value, effect }) => [
      arm,
      ...[people, shown, successes].map(String),
      ...[value, effect?.estimate, effect?.low, effect?.high].map(figure),
    ]),
  );
}

const figure = (value: number | null | undefined) =>
  value == null ? '' : String(Number(value.toPrecision(3)));
