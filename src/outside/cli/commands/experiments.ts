/** `experiments create | list | show | pause | resume | stop`: two ways of ranking, compared on real matches. */
import type { Command } from 'commander';
import {
  CreateExperimentRequest,
  type Experiment,
  type ExperimentSummary,
} from '../../../contract/experiment.ts';
import type { ExperimentService } from '../../../matching/experiments/experiment-service.ts';
import type { Accounts } from '../../accounts/create-accounts.ts';
import type { CliActions } from '../cli-actions.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { readSettings } from '../read-settings.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

const MOST_LISTED = 100;

export function addExperimentCommands(program: Command, actions: CliActions): void {
  const experiments = program
    .command('experiments')
    .description('compare two ways of ranking on real matches: begin, list, read, pause, stop');
  addCreate(experiments, actions);
  addList(experiments, actions);
  const one = (name: string, description: string) =>
    withDataOptions(experiments.command(name)).description(description).argument('<id>', 'exp_…');
  one('show', 'settings, results and decision of an experiment').action((id: string, options: DataOptions) =>
    withExperiments(actions, options, async (service) => print(await service.get(id), options)),
  );
  one('pause', 'rank as usual until the experiment goes on').action((id: string, options: DataOptions) =>
    withExperiments(actions, options, async (service) => print(await service.pause(id), options)),
  );
  one('resume', 'let a paused experiment go on').action((id: string, options: DataOptions) =>
    withExperiments(actions, options, async (service) => print(await service.resume(id), options)),
  );
  one('stop', 'make a last result and end an experiment').action((id: string, options: DataOptions) =>
    withExperiments(actions, options, async (service) => print(await service.stop(id), options)),
  );
}

function addCreate(experiments: Command, actions: CliActions): void {
  withDataOptions(experiments.command('create'))
    .description('begin an experiment')
    .requiredOption('--tenant <name>', 'the tenant whose domain it is')
    .requiredOption('--settings <file>', 'JSON: the body of POST /v1/experiments without tenant_id')
    .addHelpText('after', '\nExample:\n  counterpart experiments create --tenant acme --settings nearer.json')
    .action((options: DataOptions & { tenant: string; settings: string }) =>
      withExperiments(actions, options, async (service, accounts) => {
        const { tenantId } = await accounts.findTenant(options.tenant);
        const given = { tenant_id: tenantId };
        const request = readSettings(options.settings, CreateExperimentRequest, 'an experiment', given);
        print(await service.create(request), options);
      }),
    );
}

function addList(experiments: Command, actions: CliActions): void {
  withDataOptions(experiments.command('list'))
    .description(`the newest ${MOST_LISTED} experiments`)
    .option('--tenant <name>', 'only those of a tenant')
    .action((options: DataOptions & { tenant?: string }) =>
      withExperiments(actions, options, async (service, accounts) => {
        const { tenant } = options;
        const tenantId = tenant === undefined ? null : (await accounts.findTenant(tenant)).tenantId;
        const { data } = await service.list({ tenantId, before: null, limit: MOST_LISTED });
        if (options.json) return printJson(data);
        if (data.length === 0) return printLines('There is no experiment yet.');
        printTable(['id', 'name', 'tenant', 'domain', 'design', 'state'], data.map(row));
      }),
    );
}

const row = ({ id, name, tenant_id, domain, design, state, ended_by }: ExperimentSummary) => [
  id,
  name,
  tenant_id,
  domain,
  design,
  ended_by === null ? state : `${state} (${ended_by})`,
];

function withExperiments(
  actions: CliActions,
  options: DataOptions,
  action: (service: ExperimentService, accounts: Accounts) => Promise<void>,
): Promise<void> {
  return withStoreAndAccounts(actions, options, async (opened) => {
    const service = await actions.openExperiments(opened, options.data);
    await action(service, opened.accounts);
  });
}

function print(experiment: Omit<Experiment, 'request_id'>, { json }: DataOptions): void {
  if (json) {
    printJson(experiment);
    return;
  }
  const { id, name, design, domain, state, ended_at, ends_at, result } = experiment;
  printLines(
    `${id} «${name}», ${design} in ${domain}: ${state === 'running' ? `runs until ${ends_at}` : `ended at ${ended_at}`}.`,
    experiment.decision,
  );
  if (result === null) return;
  printTable(
    ['arm', 'units', 'matches', 'shown', 'positive', 'mutual', 'value', 'no match', 'p95 ms', 'Gini'],
    result.arms.map((arm) => [
      arm.name,
      ...[arm.units, arm.matches, arm.shown, arm.positives, arm.mutual].map(String),
      ...[arm.value, arm.no_match_rate, arm.latency_p95_ms, arm.exposure_gini].map(figure),
    ]),
  );
}

const figure = (value: number | null) => (value === null ? '' : String(Number(value.toPrecision(3))));
