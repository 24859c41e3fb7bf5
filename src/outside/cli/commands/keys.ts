/** `keys`: the API keys of clients, and the console sessions that stand for them. */
import type { Command } from 'commander';
import { counted } from '../../../contract/errors.ts';
import type { ConsoleSession } from '../../../platform/storage/session-store.ts';
import { type ApiKey, OPERATOR_OWNER } from '../../../platform/storage/store.ts';
import type { CliActions } from '../cli-actions.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { addCreateKey } from './create-key.ts';
import { shownKey } from './shown-key.ts';

export function addKeyCommands(program: Command, actions: CliActions): void {
  const keys = program
    .command('keys')
    .description('make, list, rename and revoke API keys; list and end their console sessions');
  addCreateKey(keys, actions);
  addList(keys, actions);
  addRename(keys, actions);
  addRevoke(keys, actions);
  addEndSessions(keys, actions);
}

function addList(keys: Command, actions: CliActions): void {
  withDataOptions(keys.command('list'))
    .description('list keys, without their secret part, and their live sessions of the console')
    .option('--tenant <name>', 'of this tenant only')
    .action((options: DataOptions & { tenant?: string }) =>
      withStoreAndAccounts(actions, options, async ({ accounts }) => {
        const tenant = options.tenant === undefined ? null : await accounts.findTenant(options.tenant);
        const all = await accounts.listKeys(tenant?.tenantId ?? null);
        const live = await accounts.sessions.list(tenant?.tenantId ?? null);
        const sessionsOf = ({ keyId }: ApiKey) => live.filter((session) => session.keyId === keyId);
        if (options.json) {
          return printJson(
            all.map((key) => ({ ...shownKey(key), sessions: sessionsOf(key).map(shownSession) })),
          );
        }
        const names = new Map((await accounts.listTenants()).map((tenant) => [tenant.tenantId, tenant.name]));
        printTable(
          ['id', 'name', 'tenant', 'scopes', 'limits', 'made', 'last used', 'state', 'console sessions'],
          all.map((key) => [
            key.keyId,
            key.name ?? '',
            key.tenantId === OPERATOR_OWNER ? '(operator)' : (names.get(key.tenantId) ?? key.tenantId),
            key.scopes.join(','),
            `${key.rate}/s, burst ${key.burst}`,
            key.createdAt,
            key.usedAt ?? '',
            stateOf(key, actions.clock()),
            sessionsInWords(sessionsOf(key)),
          ]),
        );
      }),
    );
}

function addRename(keys: Command, actions: CliActions): void {
  withDataOptions(keys.command('rename'))
    .description('give a key another name, or none; what it may do stays')
    .argument('<id>', 'its id (key_…), as «keys list» shows it')
    .argument('[name]', 'left out: no name')
    .action((id: string, name: string | undefined, options: DataOptions) =>
      withStoreAndAccounts(actions, options, async ({ accounts }) => {
        const key = await accounts.renameKey(id, name ?? null);
        if (options.json) printJson(shownKey(key));
        else printLines(key.name === null ? `${id} has no name.` : `${id} is called «${key.name}».`);
      }),
    );
}

function addRevoke(keys: Command, actions: CliActions): void {
  withDataOptions(keys.command('revoke'))
    .description('revoke a key and end its console sessions, at once')
    .argument('<id>', 'its id (key_…), as «keys list» shows it')
    .action((id: string, options: DataOptions) =>
      withStoreAndAccounts(actions, options, async ({ accounts }) => {
        await accounts.revokeKey(id);
        if (options.json) printJson({ id, revoked: true });
        else printLines(`${id} is revoked.`);
      }),
    );
}

function addEndSessions(keys: Command, actions: CliActions): void {
  withDataOptions(keys.command('end-sessions'))
    .description('end the console sessions of a key, at once; the key stays in force')
    .argument('<id>', 'its id (key_…), as «keys list» shows it')
    .action((id: string, options: DataOptions) =>
      withStoreAndAccounts(actions, options, async ({ accounts }) => {
        const ended = await accounts.sessions.endAllOf(id);
        if (options.json) printJson({ id, ended_sessions: ended });
        else printLines(`${counted(ended, 'session')} of ${id} ended. Unused links of the key are void too.`);
      }),
    );
}

function shownSession({ createdAtMs, usedAtMs, expiresAtMs, scopes }: ConsoleSession) {
  return {
    created_at: new Date(createdAtMs).toISOString(),
    last_used_at: new Date(usedAtMs).toISOString(),
    expires_at: new Date(expiresAtMs).toISOString(),
    scopes,
  };
}

/** `sessions`: oldest first. */
function sessionsInWords(sessions: readonly ConsoleSession[]): string {
  if (sessions.length === 0) return 'none';
  const since = new Date(sessions[0]!.createdAtMs).toISOString();
  const until = new Date(Math.max(...sessions.map(({ expiresAtMs }) => expiresAtMs))).toISOString();
  return `${sessions.length} since ${since} until ${until}`;
}

function stateOf({ revokedAt, expiresAt }: ApiKey, nowMs: number): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (expiresAt === null) return 'in force';
  return Date.parse(expiresAt) <= nowMs ? `expired ${expiresAt}` : `in force until ${expiresAt}`;
}
