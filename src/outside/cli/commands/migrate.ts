/**
 * `migrate`: brings the database up to date as a step of its own, before the servers of a new version start.
 */
import type { Command } from 'commander';
import type { CliActions } from '../cli-actions.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';

interface MigrateOptions extends DataOptions {
  readonly dryRun?: true;
}

export function addMigrateCommand(program: Command, actions: CliActions): void {
  withDataOptions(program.command('migrate'))
    .description('bring the database up to date; a server that starts does the same')
    .option('--dry-run', 'only list the steps that would be applied')
    .action(async ({ data, dryRun, json }: MigrateOptions) => {
      const steps = await actions.pendingMigrations(data);
      if (dryRun !== true && steps.length > 0) await (await actions.openStoreAndAccounts(data)).close();
      if (json) printJson({ steps, applied: dryRun !== true });
      else if (steps.length === 0) printLines('The database is up to date.');
      else printLines(...steps.map((step) => `${dryRun === true ? 'to apply' : 'applied'}  ${step}`));
    });
}
