/** Opens the data folder for one command, and closes it whatever happens. */
import type { CliActions, OpenBooks } from './cli-actions.ts';

export async function withBooks(
  actions: CliActions,
  { data }: { readonly data: string },
  use: (books: OpenBooks) => Promise<void>,
): Promise<void> {
  const books = await actions.openStoreAndAccounts(data);
  try {
    await use(books);
  } finally {
    await books.close();
  }
}
