/** `runs list | show | deploy`: training runs, and going back to an earlier one. */
import type { Command } from 'commander';
import type { TenantId } from '../../../contract/brands.ts';
import type { TrainingRun } from '../../../contract/training-run.ts';
import { SHARED_OWNER } from '../../../platform/storage/learning-store.ts';
import type { CliActions } from '../cli-actions.ts';
import { type Learning, learningOf, type OwnerOptions, ownerOf } from '../learning-of.ts';
import { type DataOptions, positiveInteger, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

export function addRunCommands(program: Command, actions: CliActions): void {
  const runs = program.command('runs').description('training runs: list them, go back to one');
  addList(runs, actions);
  addShow(runs, actions);
  addDeploy(runs, actions);
}

function withOwner(command: Command): Command {
  return withDataOptions(command)
    .option('--tenant <name>', 'runs of this tenant')
    .option('--shared', 'runs of the tiers that all tenants share');
}

function addList(runs: Command, actions: CliActions): void {
  withOwner(runs.command('list'))
    .description('runs, newest first')
    .option('--domain <name>', 'of this domain only')
    .option('--limit <number>', 'at most so many', positiveInteger, 20)
    .action((options: DataOptions & OwnerOptions & { domain?: string; limit: number }) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const owner = await ownerOf(opened, options);
        const { domain, limit } = options;
        const { data } = await learningOf(opened, actions.clock).runs(owner, { domain, before: null, limit });
        if (options.json) return printJson(data);
        printTable(
          ['id', 'domain', 'status', 'serves', 'triplets', 'AUC before', 'after', 'made'],
          data.map((run) => [
            run.run_id,
            run.domain,
            stateOf(run),
            run.in_force ? 'yes' : '',
            String(run.triplets_used),
            figure(run.metrics.before?.auc),
            figure(run.metrics.after?.auc),
            run.created_at,
          ]),
        );
      }),
    );
}

function addShow(runs: Command, actions: CliActions): void {
  withOwner(runs.command('show'))
    .description('one run, with its result')
    .argument('<id>', 'its id (run_…)')
    .action((id: string, options: DataOptions & OwnerOptions) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const run = await learningOf(opened, actions.clock).run(await ownerOf(opened, options), id);
        if (options.json) printJson(run);
        else printLines(...describeRun(run));
      }),
    );
}

function addDeploy(runs: Command, actions: CliActions): void {
  withOwner(runs.command('deploy'))
    .description('let the model of a kept run serve, an earlier or a later one; or none (--none)')
    .argument('[id]', 'its id (run_…)')
    .option('--none', 'serve without a model of this owner; the tier above ranks')
    .option('--domain <name>', 'with --none: in this domain (with --shared, * is the general tier)')
    .action((id: string | undefined, options: DeployOptions) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const owner = await ownerOf(opened, options);
        const learning = learningOf(opened, actions.clock);
        if (id === undefined) return withdraw(learning, owner, options);
        if (options.none || options.domain !== undefined) throw new UsageError(ONE_OF_BOTH);
        const run = await learning.deploy(owner, id);
        if (options.json) printJson(run);
        else printLines(`${run.version} serves ${run.domain} from the next match on.`);
      }),
    );
}

type DeployOptions = DataOptions & OwnerOptions & { readonly none?: true; readonly domain?: string };

const ONE_OF_BOTH = 'Give the id of a run, or --none --domain NAME to serve without a model of this owner.';

async function withdraw(
  learning: Learning,
  owner: TenantId,
  { none, domain, json }: DeployOptions,
): Promise<void> {
  if (none === undefined || domain === undefined) throw new UsageError(ONE_OF_BOTH);
  if (owner === SHARED_OWNER) {
    const served = await learning.withdrawShared(domain);
    if (json) printJson({ domain, withdrawn: served });
    else
      printLines(`No shared model of ${domain} serves${served ? ' from the next match on' : '; none did'}.`);
    return;
  }
  const now = await learning.deployIn(owner, { domain, run_id: null });
  if (json) printJson(now);
  else printLines(`${now.serving.version} serves ${domain} from the next match on.`);
}

/** Lines for people; also the last output of `train --wait`. */
export function describeRun(run: TrainingRun): readonly string[] {
  const { before, after } = run.metrics;
  const compared = (['auc', 'log_loss', 'ece'] as const).map(
    (name) => `${name}: ${figure(before?.[name])} before, ${figure(after?.[name])} after`,
  );
  return [
    `${run.run_id}: ${stateOf(run)}${run.in_force ? ', serves now' : ''}`,
    `${run.domain}, ${run.tier} tier, ${run.triplets_used} triplets${run.forced ? ', forced' : ''}`,
    ...(run.version === null ? [] : [`version: ${run.version}`]),
    ...(after === null ? [] : compared),
    ...(run.reason === null ? [] : [run.reason]),
  ];
}

function stateOf({ status, progress }: TrainingRun): string {
  return status === 'running' || status === 'evaluating'
    ? `${status} ${Math.floor(progress * 100)} %`
    : status;
}

function figure(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(3) : '–';
}
