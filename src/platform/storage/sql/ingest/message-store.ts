/** Reads what messages mean to workspaces, and the last refused ones. */
import type { MessageStore } from '../../message-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';

export function messageStore({ db, write }: SqlStoreParts): MessageStore {
  return {
    mapping: async (tenant) => {
      const found = await db
        .selectFrom('message_mappings')
        .selectAll()
        .where('tenant_id', '=', tenant)
        .executeTakeFirst();
      return found === undefined ? null : { mapping: JSON.parse(found.mapping), changedAt: found.changed_at };
    },
    putMapping: (tenant, stored) => write('putMessageMapping', tenant, stored),
    rejects: async (tenant, limit) => {
      const rows = await db
        .selectFrom('message_rejects')
        .selectAll()
        .where('tenant_id', '=', tenant)
        .orderBy('reject_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        rejectId: row.reject_id,
        at: row.at,
        messageId: row.message_id,
        type: row.type,
        event: row.event,
        userId: row.user_id,
        otherId: row.other_id,
        code: row.code,
        message: row.message,
      }));
    },
    addRejects: async (tenant, rejects) => {
      if (rejects.length > 0) await write('addMessageRejects', tenant, rejects);
    },
  };
}
