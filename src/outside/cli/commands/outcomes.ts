/** `outcomes withdraw`: takes outcomes back, as POST /v1/outcomes/withdraw does, in any number. */
import type { Command } from 'commander';
import { type Withdrawal, WithdrawRequest } from '../../../contract/withdrawal.ts';
import { countInWords } from '../../../matching/learn/count-in-words.ts';
import type { CliActions } from '../cli-actions.ts';
import { learningOf } from '../learning-of.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

interface WithdrawOptions extends DataOptions {
  readonly tenant: string;
  readonly domain: string;
  readonly key?: string;
  readonly seeker?: string;
  readonly candidate?: string;
  readonly since?: string;
  readonly until?: string;
  readonly dryRun?: true;
}

export function addOutcomeCommands(program: Command, actions: CliActions): void {
  const outcomes = program
    .command('outcomes')
    .description('outcomes: take back what should not have been sent');
  withDataOptions(outcomes.command('withdraw'))
    .description('take outcomes back and train on what is left; all given conditions hold')
    .requiredOption('--tenant <name>', 'of this tenant')
    .requiredOption('--domain <name>', 'in this domain')
    .option('--key <id>', 'sent with this key (key_…), also a revoked one')
    .option('--seeker <id>', 'of this seeker')
    .option('--candidate <id>', 'on this candidate')
    .option('--since <time>', 'of this time or later: 2026-03-01 or 2026-03-01T12:00:00Z')
    .option('--until <time>', 'of this time or earlier')
    .option('--dry-run', 'only count; nothing changes')
    .addHelpText('after', HELP)
    .action((options: WithdrawOptions) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const { tenantId } = await opened.accounts.findTenant(options.tenant);
        const { withdraw } = learningOf(opened, actions.clock);
        const request = requestOf(options);
        const done = await untilNoneRemains(() => withdraw(tenantId, request));
        if (options.json) printJson(done);
        else printLines(...describe(done, request));
      }),
    );
}

function requestOf(options: WithdrawOptions): WithdrawRequest {
  const { domain, key, seeker, candidate, since, until, dryRun = false } = options;
  const parsed = WithdrawRequest.safeParse({
    domain,
    ...(key !== undefined && { key_id: key }),
    ...(seeker !== undefined && { seeker_id: seeker }),
    ...(candidate !== undefined && { candidate_id: candidate }),
    ...(since !== undefined && { since: timeOf(since, '--since') }),
    ...(until !== undefined && { until: timeOf(until, '--until') }),
    dry_run: dryRun,
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.path[0] === 'key_id' && key === undefined)
    throw new UsageError('Say which outcomes: --key, --seeker, --candidate, --since or --until.');
  throw new UsageError(`${issue?.path.join('.')}: ${issue?.message}.`);
}

/** A date is its beginning in UTC. */
function timeOf(text: string, option: string): string {
  const at = Date.parse(text);
  if (Number.isNaN(at))
    throw new UsageError(`${option} is «${text}»; expected 2026-03-01 or 2026-03-01T12:00:00Z.`);
  return new Date(at).toISOString();
}

type Done = Omit<Withdrawal, 'request_id'>;

async function untilNoneRemains(withdraw: () => Promise<Done>): Promise<Done> {
  let done = await withdraw();
  while (done.remaining > 0) {
    const next = await withdraw();
    done = {
      ...next,
      withdrawn: done.withdrawn + next.withdrawn,
      triplets_withdrawn: done.triplets_withdrawn + next.triplets_withdrawn,
      triplets_recomputed: done.triplets_recomputed + next.triplets_recomputed,
    };
  }
  return done;
}

function describe(done: Done, { domain, dry_run: dryRun }: WithdrawRequest): readonly string[] {
  const outcomes = countInWords(done.withdrawn, 'outcome');
  const triplets = countInWords(done.triplets_withdrawn, 'triplet');
  if (dryRun) return [`${outcomes} of ${domain} and ${triplets} would be taken back. Nothing changed.`];
  if (done.withdrawn === 0) return [`No outcome of ${domain} is selected. Nothing changed.`];
  return [
    `${outcomes} of ${domain} and ${triplets} are taken back; ${countInWords(done.triplets_recomputed, 'triplet')} were made anew.`,
    done.run_id === null
      ? 'Nothing is left to learn from, so no run starts. What serves stays.'
      : `The run ${done.run_id} learns from what is left. What serves stays until it is deployed.`,
  ];
}

const HELP = `
Examples:
  counterpart outcomes withdraw --tenant acme --domain dating --key key_01jx… --dry-run
  counterpart outcomes withdraw --tenant acme --domain dating --key key_01jx… --since 2026-03-01`;
