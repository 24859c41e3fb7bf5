/** Opens the data folder for one command, and closes it in any case. */
import type { CliActions, StoreAndAccounts } from './cli-actions.ts';

export async function withStoreAndAccounts(
  actions: CliActions,
  { data }: { readonly data: string },
  use: (opened: StoreAndAccounts) => Promise<void>,
): Promise<void> {
  const opened = await actions.openStoreAndAccounts(data);
  try {
    await use(opened);
  } finally {
    await opened.close();
  }
}
