/**
 * A document about a person: its text is added as POST /context adds one. Its bytes are kept where the
 * workspace says so.
 */
import { createHash } from 'node:crypto';
import type { TenantId } from '../../contract/brands.ts';
import type { DocumentResult, ReadDocumentResult } from '../../contract/document.ts';
import { apiError } from '../../contract/errors.ts';
import type { MatchProfile, ReadProfile } from '../../contract/match.ts';
import type { AppendContextRequest, ContextResult } from '../../contract/user.ts';
import type { GivenDocument } from './document-formats.ts';
import type { DocumentReader } from './document-reader.ts';
import type { KeepDocument } from './keep-documents.ts';

export interface DocumentService {
  /**
   * Throws 413 `payload_too_large`, 422 `unreadable_document` and `unsupported_format`, and what the addition
   * of a text throws.
   */
  append(
    tenant: TenantId,
    person: Omit<AppendContextRequest, 'content'>,
    document: GivenDocument,
  ): Promise<DocumentResult>;
  /** Reads what a document says of a person. Stores nothing; throws as `append` does. */
  read(tenant: TenantId, domain: string, document: GivenDocument): Promise<ReadDocumentResult>;
}

interface DocumentParts {
  readonly reader: Pick<DocumentReader, 'read'>;
  readonly appendText: (tenant: TenantId, request: AppendContextRequest) => Promise<ContextResult>;
  readonly readProfile: (
    tenant: TenantId,
    domain: string,
    profile: MatchProfile,
    options: { readonly explained: boolean },
  ) => Promise<{ readonly read: ReadProfile }>;
  readonly keep: KeepDocument;
  readonly maxBytes: number;
}

export function createDocumentService({
  reader,
  appendText,
  readProfile,
  keep,
  maxBytes,
}: DocumentParts): DocumentService {
  const textOf = async (tenant: TenantId, document: GivenDocument) => {
    const { bytes } = document;
    if (bytes.length > maxBytes)
      throw apiError(
        'payload_too_large',
        `The document has ${bytes.length} bytes, and ${maxBytes} are the most.`,
        { path: 'file', given_bytes: bytes.length, limit_bytes: maxBytes },
      );
    const { text, ...read } = await reader.read(tenant, document);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { text, facts: { ...read, bytes: bytes.length, sha256, characters: text.length } };
  };
  return {
    append: async (tenant, person, document) => {
      const { text: content, facts } = await textOf(tenant, document);
      const result = await appendText(tenant, { ...person, content });
      const { format, sha256 } = facts;
      const { user_id: userId, domain } = result;
      const { source } = person;
      const kept = await keep(tenant, { userId, domain, source, format, sha256 }, document.bytes);
      return { ...result, document: { ...facts, kept } };
    },
    read: async (tenant, domain, document) => {
      const { text, facts } = await textOf(tenant, document);
      const { read } = await readProfile(tenant, domain, { context: text }, { explained: true });
      return { text, profile: read, document: facts };
    },
  };
}
