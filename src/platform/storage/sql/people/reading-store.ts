/** The store of rows to be read in full. */
import type { ReadingStore } from '../../reading-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import { countRowsToRead, findTexts, findTextsToRead, listRowsToRead } from './rows-to-read.ts';

export function readingStore({ db, readers, write }: SqlStoreParts): ReadingStore {
  return {
    list: (tenant, domain, limit) => listRowsToRead(db, tenant, domain, limit),
    count: (tenant, domain) => countRowsToRead(readers, tenant, domain),
    ofRow: (tenant, domain, userId) => findTextsToRead(db, tenant, domain, userId),
    texts: (tenant, contextIds) => findTexts(readers, tenant, contextIds),
    settle: async (tenant, domain, rows) => {
      if (rows.length > 0) await write('settleRowsToRead', tenant, domain, rows);
    },
  };
}
