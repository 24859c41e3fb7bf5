/** The store of blocked ids. */
import type { BlockStore } from '../../block-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import { blockedAmong } from './blocked-people.ts';

export function blockStore({ db, write }: SqlStoreParts): BlockStore {
  return {
    among: (tenant, userIds) => blockedAmong(db, tenant, userIds),
    add: (tenant, mark) => write('blockPerson', tenant, mark, Date.now()),
    lift: (tenant, userId) => write('liftBlock', tenant, userId),
  };
}
