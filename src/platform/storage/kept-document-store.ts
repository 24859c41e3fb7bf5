/** Which documents of people are kept as files. Erasures delete the rows; a file without a row is removed. */
import type { TenantId } from '../../contract/brands.ts';

export interface KeptDocument {
  readonly tenantId: TenantId;
  readonly userId: string;
  readonly domain: string;
  /** Checksum of the bytes, hex. The same bytes are kept once. */
  readonly sha256: string;
  /** Names the file: `doc_<lower-case ULID>`. */
  readonly documentId: string;
  readonly source: string;
  readonly format: string;
  readonly bytes: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export interface KeptDocumentStore {
  /** `known`: the same bytes are kept already. `gone`: the person has no row in the domain. */
  keep(document: KeptDocument): Promise<'kept' | 'known' | 'gone'>;
  /** The documents of a person, over all domains, oldest first. */
  ofPerson(tenant: TenantId, userId: string): Promise<readonly KeptDocument[]>;
  has(tenant: TenantId, documentId: string): Promise<boolean>;
}
