/**
 * The bytes of documents, kept as files where the workspace says so. The file is written before its row, and
 * removed after it. A crash in between leaves a file without a row, which the collection of files removes.
 */
import type { TenantId } from '../../contract/brands.ts';
import { newId } from '../../contract/new-id.ts';
import { artifactKey } from '../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../platform/artifacts/artifact-store.ts';
import { writeArtifact } from '../../platform/artifacts/write-artifact.ts';
import type { KeptDocument, KeptDocumentStore } from '../../platform/storage/kept-document-store.ts';

export interface KeptParts {
  readonly documents: KeptDocumentStore;
  readonly artifacts: Pick<ArtifactStore, 'create' | 'removeAll'>;
  /** Whether the workspace keeps documents. */
  readonly keepsDocuments: (tenant: TenantId) => Promise<boolean>;
  readonly clock: () => number;
}

type GivenToKeep = Omit<KeptDocument, 'tenantId' | 'documentId' | 'createdAt' | 'bytes'>;

/** Whether the bytes are kept now. */
export type KeepDocument = (tenant: TenantId, document: GivenToKeep, bytes: Uint8Array) => Promise<boolean>;

export function createKeepDocument({ documents, artifacts, keepsDocuments, clock }: KeptParts): KeepDocument {
  return async (tenant, document, bytes) => {
    if (!(await keepsDocuments(tenant))) return false;
    const documentId = newId('doc');
    await writeArtifact(artifacts, artifactKey(tenant, 'documents', documentId, 'original'), bytes);
    const createdAt = new Date(clock()).toISOString();
    const outcome = await documents.keep({
      ...document,
      ...{ tenantId: tenant, documentId, bytes: bytes.length, createdAt },
    });
    if (outcome !== 'kept') await artifacts.removeAll(tenant, 'documents', documentId);
    return outcome !== 'gone';
  };
}
