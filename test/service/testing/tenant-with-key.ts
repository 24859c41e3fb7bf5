/** Makes a tenant and its key in this process; two runs of the command line would take two seconds. */

import { openStoreAndAccounts } from '../../../src/composition/open-store.ts';
import type { NewKey } from '../../../src/outside/accounts/keys.ts';

/** `domains`: names with commas between them, `all`, or none. */
export async function tenantWithKey(
  data: string,
  name: string,
  domains = 'all',
  options: NewKey = { rate: 100_000, burst: 200_000 },
): Promise<string> {
  const { accounts, close } = await openStoreAndAccounts({ data });
  try {
    const { tenantId } = await accounts.createTenant({
      name,
      domains: domains === 'all' ? 'all' : domains.split(',').filter((domain) => domain !== ''),
      email: `${name}@example.com`,
    });
    return (await accounts.createKey(tenantId, options)).key;
  } finally {
    await close();
  }
}

/** A key of the operator, with a rate that no test reaches. */
export async function newOperatorKey(data: string): Promise<string> {
  const { accounts, close } = await openStoreAndAccounts({ data });
  try {
    return (await accounts.createOperatorKey({ rate: 100_000, burst: 200_000 })).key;
  } finally {
    await close();
  }
}
