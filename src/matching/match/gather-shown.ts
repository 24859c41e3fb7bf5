/**
 * Gathers the matches shown before they are stored. A commit takes about as much time as the matches that
 * share it. So a match waits a few milliseconds for the next ones while other matches wait for a slot, and
 * the answering thread is busy anyway. Else it is stored at once.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { ShownMatch } from '../../platform/storage/learning-store.ts';

export type Remember = (shown: ShownMatch) => Promise<void>;

const LONGEST_MS = 6;
const MOST_GATHERED = 16;

interface Gathered {
  readonly shown: ShownMatch;
  readonly stored: PromiseWithResolvers<void>;
}

/** `isBusy`: whether a match of the tenant waits for its slot. */
export function gatherShown(remember: Remember, isBusy: (tenant: TenantId) => boolean): Remember {
  let gathered: Gathered[] = [];
  let timer: NodeJS.Timeout | undefined;

  function storeAll(): void {
    clearTimeout(timer);
    timer = undefined;
    const all = gathered;
    gathered = [];
    for (const { shown, stored } of all) remember(shown).then(stored.resolve, stored.reject);
  }

  return (shown) => {
    const stored = Promise.withResolvers<void>();
    gathered.push({ shown, stored });
    if (!isBusy(shown.tenantId) || gathered.length >= MOST_GATHERED) storeAll();
    else timer ??= setTimeout(storeAll, LONGEST_MS);
    return stored.promise;
  };
}
