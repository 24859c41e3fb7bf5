/**
 * `evaluate`: compares a domain's model with the prior, popularity and chance, on outcomes that it never saw.
 */
import type { Command } from 'commander';
import { renderReport } from '../../../matching/learn/evaluate/render-report.ts';
import type { CliActions } from '../cli-actions.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

interface EvaluateOptions extends DataOptions {
  readonly tenant: string;
  readonly domain: string;
  readonly head?: string;
}

export function addEvaluateCommand(program: Command, actions: CliActions): void {
  withDataOptions(program.command('evaluate'))
    .description('how good matching is in a domain, on outcomes held out of training')
    .requiredOption('--tenant <name>', 'the tenant')
    .requiredOption('--domain <name>', 'the domain')
    .option('--head <version>', 'a kept version, compared with the one that serves')
    .addHelpText('after', HELP)
    .action((options: EvaluateOptions) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const { tenantId } = await opened.accounts.findTenant(options.tenant);
        const wanted = { tenant: tenantId, domain: options.domain, model: options.head ?? null };
        const report = await actions.evaluate(opened, options.data, wanted);
        if (options.json) printJson(report);
        else printLines(renderReport(report));
      }),
    );
}

const HELP = `
The outcomes are the held-out side. A head is represented by its twin, which was fitted without that side.
docs/design/evaluation.md says how to read the tables.

Example:
  counterpart evaluate --tenant acme --domain dating`;
