/** Reads which documents of people are kept. */
import { tenantId } from '../../../../contract/brands.ts';
import type { KeptDocument, KeptDocumentStore } from '../../kept-document-store.ts';
import { compileOnce } from '../compile-once.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';

export function keptDocumentStore({ db, write }: SqlStoreParts): KeptDocumentStore {
  return {
    keep: (document) => write('keepDocument', document),
    ofPerson: async (tenant, userId) => (await ofPerson(db, tenant, userId)).map(decode),
    has: async (tenant, documentId) => (await withId(db, tenant, documentId)).length > 0,
  };
}

const ofPerson = compileOnce((db, tenant: string, userId: string) =>
  db
    .selectFrom('kept_documents')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('document_id'),
);

const withId = compileOnce((db, tenant: string, documentId: string) =>
  db
    .selectFrom('kept_documents')
    .select('document_id')
    .where('tenant_id', '=', tenant)
    .where('document_id', '=', documentId)
    .limit(1),
);

function decode(row: Tables['kept_documents']): KeptDocument {
  const { tenant_id, user_id: userId, document_id: documentId, created_at: createdAt, ...rest } = row;
  return { ...rest, tenantId: tenantId(tenant_id), userId, documentId, createdAt };
}
