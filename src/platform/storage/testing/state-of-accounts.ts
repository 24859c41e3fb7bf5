/** The accounts and the audit log of a store, and of the model, in one form. */
import type { TenantId } from '../../../contract/brands.ts';
import { OPERATOR_OWNER, type Store } from '../store.ts';
import { verifyAudit } from '../verify-audit.ts';
import { allPages } from './against-model.ts';
import type { ModelAccounts } from './model-accounts.ts';
import { ALPHA, BETA } from './sample-profiles.ts';

export const tenants = [ALPHA, BETA];
export const people = ['ana', 'ben'];

/**
 * Entries of one millisecond from two processes have ids in any order. The numbers of a chain are in order.
 */
const byChain = (a: Numbered, b: Numbered) => compare(a.tenantId, b.tenantId) || a.number - b.number;
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

interface Numbered {
  readonly tenantId: string;
  readonly number: number;
}

export async function stateOf({ accounts, audit, people: stored }: Store, model: ModelAccounts) {
  const marks: [string, string][] = [];
  for (const owner of tenants)
    for (const [at, mark] of (await stored.marks(owner, people)).entries()) marks.push([mark, people[at]!]);
  const nameOf = new Map(marks);
  const entries = async (tenantId: TenantId | null) =>
    (
      await allPages(
        (before, limit) => audit.page({ tenantId }, { before, limit }),
        ({ entryId }) => entryId,
        7,
      )
    ).toSorted(byChain);
  const known = await entries(null);
  return {
    tenants: await Promise.all(tenants.map((owner) => accounts.tenant(owner))),
    byName: await Promise.all(['one', 'two'].map((name) => accounts.tenantNamed(name))),
    keys: await Promise.all([...tenants, OPERATOR_OWNER].map((owner) => accounts.listKeys(owner))),
    byHash: await Promise.all(model.keys.map(({ hash }) => accounts.keyByHash(hash))),
    ofOther: await Promise.all(
      model.keys.map(({ keyId, tenantId }) => accounts.key(tenantId === ALPHA ? BETA : ALPHA, keyId)),
    ),
    keyPages: await allPages(
      (before, limit) => accounts.pageOfKeys(ALPHA, { before, limit }),
      ({ keyId }) => keyId,
    ),
    definitions: await Promise.all(tenants.map((owner) => accounts.definitions(owner))),
    version: await accounts.accountsVersion(),
    log: known.map(({ tenantId, number, action, target, person }) => {
      return {
        tenantId,
        number,
        action,
        target: target?.id ?? null,
        person: person === null ? null : nameOf.get(person),
      };
    }),
    ofOwners: (await Promise.all(tenants.map(entries))).map((list) => list.map(({ number }) => number)),
    chains: await Promise.all(
      (await audit.chains()).map(async ({ tenantId, number, anchorNumber }) => {
        return { tenantId, number, anchorNumber, fault: (await verifyAudit(audit, tenantId))!.fault };
      }),
    ),
  };
}

export function stateOfModel(model: ModelAccounts) {
  const keysOf = (owner: TenantId) => model.keys.filter(({ tenantId }) => tenantId === owner);
  return {
    tenants: tenants.map((owner) => model.tenant(owner)),
    byName: ['one', 'two'].map((name) => model.tenants.find((each) => each.name === name) ?? null),
    keys: [...tenants, OPERATOR_OWNER].map(keysOf),
    byHash: model.keys,
    ofOther: model.keys.map(() => null),
    keyPages: keysOf(ALPHA).toReversed(),
    definitions: tenants.map((owner) =>
      model.definitions
        .filter((each) => each.tenant === owner)
        .map(({ tenant: _, ...definition }) => definition)
        .sort((a, b) => (a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : a.version - b.version)),
    ),
    version: model.changes,
    log: model.entries.toSorted(byChain),
    ofOwners: tenants.map((owner) =>
      model.entries.filter(({ tenantId }) => tenantId === owner).map(({ number }) => number),
    ),
    chains: model.owners().map((tenantId) => {
      const anchorNumber = model.anchors.get(tenantId) ?? 0;
      return { tenantId, number: model.numberOf(tenantId), anchorNumber, fault: null };
    }),
  };
}
