/**
 * Finds the people that a log of erasures names by keyed hashes: hashes and compares the ids of a restored
 * store.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { Store } from '../storage/store.ts';
import type { NotedErasure, ReadErasure } from './erasures.ts';

/** Ids that the ready datasets of a tenant name, in pages. */
export type PeopleOfDatasets = (
  store: Pick<Store, 'datasets'>,
  tenant: TenantId,
) => AsyncIterable<readonly string[]>;

type FoundErasure = Omit<NotedErasure, 'key'> & {
  /** null: the store does not name the person. */
  readonly userId: string | null;
};

export interface FoundErasures {
  /** In the order of the log. */
  readonly found: readonly FoundErasure[];
  /** Number of erasures that name people of the store's tenants by another secret. */
  readonly missed: number;
}

const IDS_A_PAGE = 10_000;

export async function findErased(
  store: Store,
  erasures: readonly ReadErasure[],
  peopleOfDatasets: PeopleOfDatasets,
): Promise<FoundErasures> {
  const key = await store.people.markKey();
  const found: FoundErasure[] = [];
  let missed = 0;
  const idsByTenant = new Map<TenantId, ReadonlyMap<string, string>>();
  const marksByTenant = Map.groupBy(erasures, ({ tenant }) => tenant);
  for (const erasure of erasures) {
    const { tenant } = erasure;
    if ('userId' in erasure) {
      const [mark] = await store.people.marks(tenant, [erasure.userId]);
      found.push({ ...erasure, mark: mark! });
    } else if (erasure.key === key) {
      if (!idsByTenant.has(tenant)) {
        const marks = new Set(
          marksByTenant.get(tenant)!.flatMap((each) => ('mark' in each ? [each.mark] : [])),
        );
        idsByTenant.set(tenant, await idsOf(store, tenant, marks, peopleOfDatasets));
      }
      found.push({ ...erasure, userId: idsByTenant.get(tenant)!.get(erasure.mark) ?? null });
    } else if ((await store.accounts.tenant(tenant)) !== null) missed += 1;
  }
  return { found, missed };
}

/** The id of each mark that the tenant's rows name. */
async function idsOf(
  store: Store,
  tenant: TenantId,
  marks: ReadonlySet<string>,
  peopleOfDatasets: PeopleOfDatasets,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const addIds = async (page: readonly string[]) => {
    const hashed = await store.people.marks(tenant, page);
    for (const [at, mark] of hashed.entries()) if (marks.has(mark)) ids.set(mark, page[at]!);
  };
  for await (const page of store.people.ids(tenant, IDS_A_PAGE)) await addIds(page);
  for await (const page of peopleOfDatasets(store, tenant)) await addIds([...new Set(page)]);
  return ids;
}
