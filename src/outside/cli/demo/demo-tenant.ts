/**
 * The demo's own tenant, and the settings that make the demo harmless: a data folder and a tenant of its own.
 */

import type { TenantId } from '../../../contract/brands.ts';
import type { Accounts } from '../../accounts/create-accounts.ts';

const NAME = 'demo';
const RATE = 1000;

export interface DemoTenant {
  readonly tenantId: TenantId;
  readonly key: string;
  /** A token that opens the console once. */
  newLinkToken(): Promise<string>;
}

/** The tenant with all shipped domains, and a new key for it. Keys of earlier demos are revoked. */
export async function openDemoTenant(
  accounts: Pick<
    Accounts,
    'listTenants' | 'createTenant' | 'listKeys' | 'revokeKey' | 'createKey' | 'sessions'
  >,
): Promise<DemoTenant> {
  const known = (await accounts.listTenants()).find((tenant) => tenant.name === NAME);
  const { tenantId } =
    known ?? (await accounts.createTenant({ name: NAME, domains: 'all', email: 'demo@example.com' }));
  for (const { keyId, revokedAt } of await accounts.listKeys(tenantId)) {
    if (revokedAt === null) await accounts.revokeKey(keyId);
  }
  const { key, stored } = await accounts.createKey(tenantId, { rate: RATE, burst: RATE });
  const newLinkToken = async () => (await accounts.sessions.makeLink(stored.keyId)).token;
  return { tenantId, key, newLinkToken };
}

export interface DemoArguments {
  /** Arguments for the settings of `serve`, with the demo's defaults added. */
  readonly argv: readonly string[];
  /** Whether to end after the matches are shown. */
  readonly once: boolean;
  /** Whether the caller chose the port. Otherwise any free port is used. */
  readonly portGiven: boolean;
}

export function demoArguments(
  environment: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
): DemoArguments {
  const rest = argv.filter((argument) => argument !== '--once');
  const setting = (flag: string, variable: string) =>
    Boolean(environment[variable]) ||
    rest.some((argument) => argument === flag || argument.startsWith(`${flag}=`));
  const defaults = [
    ...(setting('--data', 'COUNTERPART_DATA') ? [] : ['--data', './data/demo']),
    ...(setting('--log-level', 'LOG_LEVEL') ? [] : ['--log-level', 'warn']),
  ];
  return {
    argv: [...rest, ...defaults],
    once: rest.length < argv.length,
    portGiven: setting('--port', 'PORT'),
  };
}
