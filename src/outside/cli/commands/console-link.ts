/** `console-link`: a link that opens the console signed in, once. */
import type { Command } from 'commander';
import type { CliActions } from '../cli-actions.ts';
import { commaList, type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

interface LinkOptions extends DataOptions {
  readonly scopes?: readonly string[];
  readonly url?: string;
}

export function addConsoleLinkCommand(program: Command, actions: CliActions): void {
  withDataOptions(program.command('console-link'))
    .description('print a link that opens the console signed in: once, within ten minutes')
    .argument('<key-id>', 'the key that the session stands for (key_…), as «keys list» shows it')
    .option('--scopes <names>', 'of the scopes of the key; default: all of them', commaList)
    .option('--url <address>', 'where the browser reaches the service; default: as the settings say')
    .action((keyId: string, { scopes, url, ...options }: LinkOptions) =>
      withStoreAndAccounts(actions, options, async ({ accounts }) => {
        const { token, expiresAtMs } = await accounts.sessions.makeLink(keyId, scopes);
        const link = consoleLink(url ?? actions.serviceAddress(options.data), token);
        const expiresAt = new Date(expiresAtMs).toISOString();
        if (options.json) printJson({ link, key_id: keyId, expires_at: expiresAt });
        else printLines(link, '', `It works once, until ${expiresAt}.`);
      }),
    );
}

/**
 * `screen`: where the console opens, below `/console/`, with its query. The token stands behind «#», which
 * browsers send to no server and write into no log.
 */
export function consoleLink(url: string, token: string, screen = ''): string {
  return `${url.replace(/\/+$/, '')}/console/${screen}#link=${token}`;
}
