/** Part of the composition root: the dependencies of re-encoding, which computes missing vectors. */

import type { TenantId } from '../contract/brands.ts';
import type { DomainDefinition } from '../domains/definition.ts';
import type { Encoders } from '../engines/encoders/active-encoders.ts';
import type { Accounts } from '../outside/accounts/create-accounts.ts';
import {
  makeMissing,
  type ReencodeControl,
  type ReencodeParts,
} from '../people/profiles/vectors/reencode-profiles.ts';
import type { Store } from '../platform/storage/store.ts';
import { type EncoderSettings, openEncoders } from './open-encoders.ts';

export function reencodeParts(
  {
    store,
    accounts,
    clock,
  }: { readonly store: Store; readonly accounts: Accounts; readonly clock: () => number },
  encoders: Encoders,
): ReencodeParts {
  return {
    store,
    encoders,
    clock,
    definitionFor: (tenant, domain) => definitionFor(accounts, tenant, domain),
  };
}

/** Runs in this process until no vector is missing. */
export async function reencodeHere(
  {
    store,
    accounts,
    settings,
  }: { readonly store: Store; readonly accounts: Accounts; readonly settings: EncoderSettings },
  control: ReencodeControl,
): Promise<{ readonly rows: number; readonly refused: number }> {
  const withoutEncoder = { ...settings, textEncoder: null };
  const encoders = await openEncoders(withoutEncoder, store, { mayBeginSwitch: false, onNotice: () => {} });
  try {
    return await makeMissing(reencodeParts({ store, accounts, clock: Date.now }, encoders), control);
  } finally {
    await encoders.close();
  }
}

/** A domain that the tenant no longer has is read in its newest version, because its rows are kept. */
async function definitionFor(
  accounts: Accounts,
  tenant: TenantId,
  domain: string,
): Promise<DomainDefinition | null> {
  const enabled = (await accounts.tenant(tenant))?.domains.some((each) => each.domain === domain);
  if (enabled === true) return (await accounts.domainFor(tenant, domain)).definition;
  const available = await accounts.availableDomains(tenant);
  const versions = available.filter((each) => each.domain === domain);
  return versions.sort((a, b) => b.version - a.version)[0] ?? null;
}
