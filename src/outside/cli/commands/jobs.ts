/** `jobs list | show | cancel`: the job queue of a data folder, of all tenants and of the service itself. */
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { type Job, type JobStatus, jobStatuses } from '../../../platform/storage/job.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import { type DataOptions, positiveInteger, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

export function addJobCommands(program: Command, actions: CliActions): void {
  const jobs = program.command('jobs').description('background jobs: list, show and cancel them');
  addList(jobs, actions);
  addShow(jobs, actions);
  addCancel(jobs, actions);
}

interface ListOptions extends DataOptions {
  readonly kind?: string;
  readonly status?: JobStatus;
  readonly tenant?: string;
  readonly limit: number;
}

function addList(jobs: Command, actions: CliActions): void {
  withDataOptions(jobs.command('list', { isDefault: true }))
    .description('jobs, newest first; finished ones are kept for 30 days')
    .option('--kind <kind>', 'of this kind only, such as dataset_import')
    .option('--status <status>', `${jobStatuses.join(', ')}`, jobStatus)
    .option('--tenant <name>', 'of this tenant only')
    .option('--limit <number>', 'at most so many', positiveInteger, 50)
    .action(({ kind, status, tenant, limit, ...options }: ListOptions) =>
      withStoreAndAccounts(actions, options, async ({ store, accounts }) => {
        const tenantId = tenant === undefined ? null : (await accounts.findTenant(tenant)).tenantId;
        const found = await store.jobs.list(tenantId, {
          ...(kind !== undefined && { kinds: [kind] }),
          ...(status !== undefined && { statuses: [status] }),
          before: null,
          limit,
        });
        if (options.json) return printJson(found.map(shownJob));
        const names = new Map((await accounts.listTenants()).map((tenant) => [tenant.tenantId, tenant.name]));
        printTable(
          ['id', 'kind', 'status', 'done', 'tenant', 'made', 'finished'],
          found.map((job) => [
            job.jobId,
            job.kind,
            stateOf(job),
            `${Math.floor(job.progress * 100)} %`,
            names.get(job.tenantId) ?? job.tenantId,
            job.createdAt,
            job.finishedAt ?? '',
          ]),
        );
      }),
    );
}

function addShow(jobs: Command, actions: CliActions): void {
  withDataOptions(jobs.command('show'))
    .description('one job, with its result or what went wrong')
    .argument('<id>', 'its id (job_…)')
    .action((id: string, options: DataOptions) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const job = await jobOf(opened, id);
        if (options.json) return printJson(shownJob(job));
        for (const [name, value] of Object.entries(shownJob(job))) {
          if (value === null) continue;
          printLines(`${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`);
        }
      }),
    );
}

function addCancel(jobs: Command, actions: CliActions): void {
  withDataOptions(jobs.command('cancel'))
    .description('cancel a job: at once while it waits; a running one is requested to end')
    .argument('<id>', 'its id (job_…)')
    .action((id: string, options: DataOptions) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const job = await jobOf(opened, id);
        const kind = (await actions.taskKinds()).find((each) => each.kind === job.kind);
        const changes = kind?.onEnd?.(job, { status: 'cancelled' }) ?? [];
        const { jobs } = opened.store;
        const cancelled = await jobs.cancel(job.tenantId, id, { nowMs: actions.clock(), changes });
        if (cancelled === null) throw unknownJob(id);
        if (cancelled.status === 'succeeded' || cancelled.status === 'failed')
          throw new Error(`Job «${id}» has already ${cancelled.status}: there is nothing to cancel.`);
        if (options.json) return printJson(shownJob(cancelled));
        printLines(
          cancelled.status === 'running' ? `${id} was asked to end.` : `${id} is ${cancelled.status}.`,
        );
      }),
    );
}

async function jobOf({ store }: StoreAndAccounts, id: string): Promise<Job> {
  const job = await store.jobs.find(id);
  if (job === null) throw unknownJob(id);
  return job;
}

function unknownJob(id: string): Error {
  return new Error(`No job «${id}». «jobs list» shows those that are known.`);
}

function jobStatus(value: string): JobStatus {
  const status = jobStatuses.find((each) => each === value);
  if (status === undefined) throw new InvalidArgumentError(`Expected one of ${jobStatuses.join(', ')}.`);
  return status;
}

function stateOf({ status, cancelRequested, takes }: Job): string {
  if (status === 'running' && cancelRequested) return 'running, asked to end';
  return status === 'running' && takes > 1 ? `running, take ${takes}` : status;
}

/** Omits input and checkpoint, which may name people. */
function shownJob(job: Job) {
  return {
    id: job.jobId,
    tenant_id: job.tenantId,
    kind: job.kind,
    status: job.status,
    progress: job.progress,
    detail: job.detail,
    resource: job.resource,
    takes: job.takes,
    cancel_requested: job.cancelRequested,
    run_after: job.runAfterMs === null ? null : new Date(job.runAfterMs).toISOString(),
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    result: job.result,
    error: job.error,
  };
}
