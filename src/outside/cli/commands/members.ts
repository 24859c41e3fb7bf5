/** `members`: the people who sign in to the console by the identity provider. */
import type { Command } from 'commander';
import { counted } from '../../../contract/errors.ts';
import { roleNames, roleOf, scopesOfRole } from '../../../contract/roles.ts';
import type { Member } from '../../../platform/storage/member-store.ts';
import { OPERATOR_OWNER, tenantScopes } from '../../../platform/storage/store.ts';
import type { CliActions } from '../cli-actions.ts';
import { commaList, type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

interface RightsOptions {
  readonly role?: string;
  readonly scopes?: readonly string[];
}

export function addMemberCommands(program: Command, actions: CliActions): void {
  const members = program
    .command('members')
    .description('add, list, change and remove the people who sign in to the console');
  addAdd(members, actions);
  addList(members, actions);
  addSet(members, actions);
  addRemove(members, actions);
  addEndSessions(members, actions);
}

const roleTexts = roleNames.map((role) => `${role} (${scopesOfRole[role].join(',')})`).join(', ');

function withRights(command: Command): Command {
  return command
    .option('--role <name>', `one of ${roleTexts}`)
    .option('--scopes <names>', `in place of a role, of ${tenantScopes.join(',')}`, commaList);
}

interface AddOptions extends DataOptions, RightsOptions {
  readonly tenant?: string;
  readonly operator?: true;
  readonly name?: string;
}

function addAdd(members: Command, actions: CliActions): void {
  withRights(withDataOptions(members.command('add')))
    .description('let a person with this verified mail address sign in')
    .argument('<email>', 'the address, as the identity provider has it')
    .option('--tenant <name>', 'the workspace')
    .option('--operator', 'the area of the operator, in place of a workspace and of a role')
    .option('--name <text>', 'what the person is called')
    .addHelpText(
      'after',
      '\nExamples:\n  counterpart members add ana@acme.example --tenant acme --role matchmaker\n  counterpart members add ops@acme.example --operator',
    )
    .action((email: string, options: AddOptions) => {
      const { tenant, operator, name, role, scopes } = options;
      if ((tenant === undefined) === (operator === undefined))
        throw new UsageError('Give either --tenant NAME, or --operator.');
      if (operator && (role ?? scopes) !== undefined)
        throw new UsageError('A member of the operator has no role and no other scope: leave both out.');
      return withStoreAndAccounts(actions, options, async ({ accounts }) => {
        const member =
          tenant === undefined
            ? await accounts.addOperator({ email, name })
            : await accounts.addMember((await accounts.findTenant(tenant)).tenantId, {
                ...{ email, name, role, scopes },
              });
        if (options.json) return printJson(shownMember(member));
        printLines(
          `${member.email} may sign in (${member.memberId}), with ${member.scopes.join(',')}.`,
          'The service needs OIDC_ISSUER and OIDC_CLIENT_ID for that.',
        );
      });
    });
}

function addList(members: Command, actions: CliActions): void {
  withDataOptions(members.command('list'))
    .description('list members, and their live sessions of the console')
    .option('--tenant <name>', 'of this tenant only')
    .action((options: DataOptions & { tenant?: string }) =>
      withStoreAndAccounts(actions, options, async ({ accounts }) => {
        const tenant = options.tenant === undefined ? null : await accounts.findTenant(options.tenant);
        const all = await accounts.listMembers(tenant?.tenantId ?? null);
        const live = await accounts.sessions.list(tenant?.tenantId ?? null);
        const sessionsOf = ({ memberId }: Member) => live.filter(({ keyId }) => keyId === memberId).length;
        if (options.json)
          return printJson(all.map((member) => ({ ...shownMember(member), sessions: sessionsOf(member) })));
        const names = new Map((await accounts.listTenants()).map((tenant) => [tenant.tenantId, tenant.name]));
        printTable(
          ['id', 'email', 'name', 'tenant', 'role', 'scopes', 'last sign-in', 'console sessions'],
          all.map((member) => [
            member.memberId,
            member.email,
            member.name ?? '',
            member.tenantId === OPERATOR_OWNER
              ? '(operator)'
              : (names.get(member.tenantId) ?? member.tenantId),
            roleOf(member.scopes) ?? '',
            member.scopes.join(','),
            member.lastSignInAt ?? 'never',
            String(sessionsOf(member)),
          ]),
        );
      }),
    );
}

interface SetOptions extends DataOptions, RightsOptions {
  readonly name?: string;
  readonly unbind?: true;
}

function addSet(members: Command, actions: CliActions): void {
  withRights(withDataOptions(members.command('set')))
    .description('change what a member may do, at once, or its name')
    .argument('<id>', 'its id (mem_…), as «members list» shows it')
    .option('--name <text>', 'what the person is called; empty: nothing')
    .option(
      '--unbind',
      'end its sessions, and let the next sign-in bind it anew, as after a change of the identity provider',
    )
    .action((id: string, options: SetOptions) => {
      const { name, role, scopes, unbind } = options;
      if ([name, role, scopes, unbind].every((given) => given === undefined))
        throw new UsageError('Give --role, --scopes, --name or --unbind.');
      return withStoreAndAccounts(actions, options, async ({ accounts }) => {
        const change = { name: name === '' ? null : name, role, scopes, unbind };
        const member = await accounts.changeMember(id, change);
        if (options.json) printJson(shownMember(member));
        else printLines(`${id} (${member.email}) has ${member.scopes.join(',')}.`);
      });
    });
}

function addRemove(members: Command, actions: CliActions): void {
  withDataOptions(members.command('remove'))
    .description('remove a member and end its console sessions, at once')
    .argument('<id>', 'its id (mem_…), as «members list» shows it')
    .action((id: string, options: DataOptions) =>
      withStoreAndAccounts(actions, options, async ({ accounts }) => {
        const { email } = await accounts.removeMember(id);
        if (options.json) printJson({ id, email, removed: true });
        else printLines(`${id} (${email}) is removed.`);
      }),
    );
}

function addEndSessions(members: Command, actions: CliActions): void {
  withDataOptions(members.command('end-sessions'))
    .description('end the console sessions of a member, at once; it stays a member')
    .argument('<id>', 'its id (mem_…), as «members list» shows it')
    .action((id: string, options: DataOptions) =>
      withStoreAndAccounts(actions, options, async ({ accounts }) => {
        const ended = await accounts.sessions.endAllOf(id);
        if (options.json) printJson({ id, ended_sessions: ended });
        else printLines(`${counted(ended, 'session')} of ${id} ended.`);
      }),
    );
}

/** As `--json` shows it. `tenant_id` is null for a member of the operator. */
function shownMember(member: Member) {
  return {
    id: member.memberId,
    tenant_id: member.tenantId === OPERATOR_OWNER ? null : member.tenantId,
    email: member.email,
    name: member.name,
    role: roleOf(member.scopes),
    scopes: member.scopes,
    created_at: member.createdAt,
    created_by: member.createdBy,
    last_sign_in_at: member.lastSignInAt,
  };
}
