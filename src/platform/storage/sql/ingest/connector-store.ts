/** Reads the checkpoints of connectors. */
import type { ConnectorStore } from '../../connector-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import { decodeConnector, findConnector } from './change-connectors.ts';

export function connectorStore({ db, write }: SqlStoreParts): ConnectorStore {
  return {
    get: (tenant, name) => findConnector(db, tenant, name),
    list: async (tenant) =>
      (
        await db
          .selectFrom('connectors')
          .selectAll()
          .where('tenant_id', '=', tenant)
          .orderBy('name')
          .execute()
      ).map(decodeConnector),
    all: async () =>
      (await db.selectFrom('connectors').selectAll().orderBy('tenant_id').orderBy('name').execute()).map(
        decodeConnector,
      ),
    take: (begun) => write('takeConnector', begun),
    save: (checkpoint, route) => write('saveConnector', checkpoint, route),
    remove: (tenant, name) => write('removeConnector', tenant, name),
  };
}
