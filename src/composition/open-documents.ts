/** Part of the composition root: the process that reads documents, and what adds their texts. */
import type { TenantId } from '../contract/brands.ts';
import { createDocumentService, type DocumentService } from '../people/documents/create-document-service.ts';
import { createDocumentReader, type DocumentReader } from '../people/documents/document-reader.ts';
import { createKeepDocument, type KeepDocument, type KeptParts } from '../people/documents/keep-documents.ts';
import type { Profiles } from '../people/profiles/create-profile-service.ts';
import type { ProfileService } from '../people/profiles/profile-service.ts';
import type { Settings } from '../platform/config/settings.ts';
import { type ArtifactSettings, openArtifacts } from './open-artifacts.ts';
import type { StoreAndAccounts } from './open-store.ts';

const script = new URL('../processes/document-process.ts', import.meta.url);
const SECOND_MS = 1000;

type DocumentSettings = Pick<
  Settings,
  'documentBytes' | 'documentPages' | 'documentSeconds' | 'documentMemoryMib'
>;

interface OpenReader {
  readonly reader: DocumentReader;
  readonly maxBytes: number;
}

function openDocumentReader(settings: DocumentSettings): OpenReader {
  const reader = createDocumentReader({
    script,
    maxPages: settings.documentPages,
    timeoutMs: settings.documentSeconds * SECOND_MS,
    maxMemoryMiB: settings.documentMemoryMib,
  });
  return { reader, maxBytes: settings.documentBytes };
}

/** The parts with which an import reads documents and keeps their bytes. */
export function openDocumentIntake(
  settings: DocumentSettings & ArtifactSettings,
  { store, accounts }: Pick<StoreAndAccounts, 'store' | 'accounts'>,
): OpenReader & { readonly keep: KeepDocument } {
  const artifacts = openArtifacts(settings);
  const keep = openKeepDocument({ documents: store.keptDocuments, artifacts, clock: Date.now }, accounts);
  return { ...openDocumentReader(settings), keep };
}

export function openKeepDocument(
  kept: Omit<KeptParts, 'keepsDocuments'>,
  { tenant: find }: Pick<StoreAndAccounts['accounts'], 'tenant'>,
): KeepDocument {
  const keepsDocuments = async (tenant: TenantId) => (await find(tenant))?.settings.keepDocuments === true;
  return createKeepDocument({ ...kept, keepsDocuments });
}

export function openDocuments(
  settings: DocumentSettings,
  { append, readSeeker }: Pick<Profiles, 'append' | 'readSeeker'>,
  keep: KeepDocument,
): { readonly documents: DocumentService; close(): Promise<void> } {
  const { reader, maxBytes } = openDocumentReader(settings);
  return {
    documents: createDocumentService({
      reader,
      appendText: append,
      readProfile: readSeeker,
      keep,
      maxBytes,
    }),
    close: () => reader.close(),
  };
}

/** Erasures that remove the files of documents at once. */
export function withoutFilesOfErased(
  profiles: ProfileService,
  { documents, artifacts }: Pick<KeptParts, 'documents' | 'artifacts'>,
): ProfileService {
  return {
    ...profiles,
    erase: async (tenant, userId, domain, options) => {
      const kept = await documents.ofPerson(tenant, userId);
      const erased = await profiles.erase(tenant, userId, domain, options);
      for (const document of kept)
        if (domain === null || document.domain === domain)
          await artifacts.removeAll(tenant, 'documents', document.documentId);
      return erased;
    },
  };
}
