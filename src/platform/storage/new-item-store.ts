/**
 * Items that were appended to datasets, with what happened since. They belong to the name of a dataset. The
 * newest MOST_NEW_ITEMS of a name are kept.
 */
import type { TenantId } from '../../contract/brands.ts';

export interface NewItem {
  readonly itemId: string;
  /** Events on the item, and on all items of the dataset, since it came. */
  readonly events: number;
  readonly eventsSince: number;
  /** How often it was shown. */
  readonly shown: number;
}

export interface NewItems {
  /** The newest first. */
  readonly items: readonly NewItem[];
  /** Appended events of the dataset, and places of the lists that may have new items. */
  readonly events: number;
  readonly shown: number;
}

export interface ShownPlaces {
  readonly tenantId: TenantId;
  readonly name: string;
  /** The length of the list. */
  readonly places: number;
  /** The new items among them. */
  readonly itemIds: readonly string[];
}

export const MOST_NEW_ITEMS = 500;

export interface NewItemStore {
  of(tenant: TenantId, name: string): Promise<NewItems>;
  /** The items as lines of JSONL, by id. */
  lines(tenant: TenantId, name: string, itemIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  addShown(shown: ShownPlaces): Promise<void>;
}
