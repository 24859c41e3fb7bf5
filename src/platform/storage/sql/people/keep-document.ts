/** Writes that a document of a person is kept. */
import type { Kysely } from 'kysely';
import type { KeptDocument, KeptDocumentStore } from '../../kept-document-store.ts';
import type { Tables } from '../tables.generated.ts';

/** Within the transaction that sees the person, so that no erasure comes between. */
export async function keepDocument(
  db: Kysely<Tables>,
  { tenantId: tenant, userId, documentId, createdAt, ...document }: KeptDocument,
): ReturnType<KeptDocumentStore['keep']> {
  const person = await db
    .selectFrom('profiles')
    .select('user_id')
    .where('tenant_id', '=', tenant)
    .where('domain', '=', document.domain)
    .where('user_id', '=', userId)
    .execute();
  if (person.length === 0) return 'gone';
  const kept = await db
    .insertInto('kept_documents')
    .values({
      ...document,
      ...{ tenant_id: tenant, user_id: userId, document_id: documentId, created_at: createdAt },
    })
    .onConflict((row) => row.columns(['tenant_id', 'user_id', 'domain', 'sha256']).doNothing())
    .returning('document_id')
    .execute();
  return kept.length > 0 ? 'kept' : 'known';
}
