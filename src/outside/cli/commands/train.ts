/** `train`: starts a training run. A running server or `counterpart work` carries it out. */
import type { Command } from 'commander';
import type { TenantId } from '../../../contract/brands.ts';
import type { TrainingRun } from '../../../contract/training-run.ts';
import { SHARED_OWNER } from '../../../platform/storage/learning-store.ts';
import { awaitEnd } from '../await-end.ts';
import type { CliActions } from '../cli-actions.ts';
import { type Learning, learningOf } from '../learning-of.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { describeRun } from './runs.ts';

interface TrainOptions extends DataOptions {
  readonly domain?: string;
  readonly tenant?: string;
  readonly tier?: string;
  readonly force?: boolean;
  readonly wait?: true;
}

export function addTrainCommand(program: Command, actions: CliActions): void {
  withDataOptions(program.command('train'))
    .description('train the ranker of a domain')
    .option('--domain <name>', 'the domain')
    .option('--tenant <name>', 'the tenant: trains its tier on its own outcomes')
    .option(
      '--tier <name>',
      '«domain» or «general»: a tier that all tenants share, on outcomes of those that agreed',
    )
    .option('--force', 'also below the threshold; the deployment gate still applies')
    .option('--wait', 'until the run has ended')
    .addHelpText('after', HELP)
    .action((options: TrainOptions) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const learning = learningOf(opened, actions.clock);
        const { owner, runId, isJoined = false } = await start(learning, opened, options);
        const run = options.wait ? await waitFor(learning, owner, runId) : await learning.run(owner, runId);
        if (isJoined && !options.json)
          printLines('A run of this domain was under way already; no other was started.');
        if (options.json) printJson(run);
        else printLines(...describeRun(run));
        if (run.status === 'failed') process.exitCode = 1;
      }),
    );
}

interface Started {
  readonly owner: TenantId;
  readonly runId: string;
  /** Whether the run was under way before. Default: false. */
  readonly isJoined?: boolean;
}

async function start(
  learning: Learning,
  { accounts }: Parameters<Parameters<typeof withStoreAndAccounts>[2]>[0],
  { tenant, tier, domain, force = false }: TrainOptions,
): Promise<Started> {
  if (tenant !== undefined && domain !== undefined && (tier === undefined || tier === 'tenant')) {
    const { tenantId } = await accounts.findTenant(tenant);
    const { run_id: runId, already_running: isJoined } = await learning.train(tenantId, { domain, force });
    return { owner: tenantId, runId, isJoined };
  }
  if (tenant === undefined && domain === undefined && tier === 'general') {
    return { owner: SHARED_OWNER, runId: await learning.trainGeneral() };
  }
  if (tenant === undefined && domain !== undefined && tier === 'domain') {
    return { owner: SHARED_OWNER, runId: await learning.trainShared(domain) };
  }
  throw new UsageError(
    "Give --tenant NAME --domain NAME for a tenant's own tier, --tier domain --domain NAME for the one that all tenants share, or --tier general alone: it is of all domains.",
  );
}

function waitFor(learning: Learning, owner: TenantId, runId: string): Promise<TrainingRun> {
  return awaitEnd({
    read: () => learning.run(owner, runId),
    isEnded: (run) => run.finished_at !== null,
    isQueued: (run) => run.status === 'queued',
    noWorker:
      'No worker has started the run yet: is a server running on this data folder, or «counterpart work»? Another run may be before it.',
  });
}

const HELP = `
Examples:
  counterpart train --tenant acme --domain dating --force --wait
  counterpart tenants set acme --share-outcomes on
  counterpart train --tier domain --domain dating
  counterpart train --tier general --wait`;
