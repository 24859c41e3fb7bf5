/**
 * The store of large immutable files: dataset snapshots, exports, models, bundles and documents. A key is written once
 * and never changed. Keys are `<tenant id>/<room>/<resource id>/<file name>`. Each part is
 * `[A-Za-z0-9][A-Za-z0-9_.:-]*` without `..`, so that no key leaves the folder of its tenant.
 */
import type { TenantId } from '../../contract/brands.ts';

export type ArtifactRoom =
  | 'datasets'
  | 'exports'
  | 'staging'
  | 'models'
  | 'tokenizers'
  | 'bundles'
  | 'indexes'
  | 'documents';

export interface StoredArtifact {
  readonly key: string;
  readonly bytes: number;
  /** Hex, of the whole file. */
  readonly sha256: string;
}

export interface ArtifactWriter {
  /** Resolves when more may be written (backpressure). */
  write(chunk: Uint8Array): Promise<void>;
  /** The artifact is durable under its key when the promise resolves, and invisible before. */
  commit(): Promise<StoredArtifact>;
  /** Removes the written bytes. */
  abort(): Promise<void>;
}

export interface ArtifactStore {
  /** Throws if the key is malformed or exists. */
  create(key: string): Promise<ArtifactWriter>;
  /** Null if the key does not exist. */
  stat(key: string): Promise<{ readonly bytes: number; readonly modifiedMs: number } | null>;
  /** Bytes [start, end) of an artifact, by default all. Throws if the key does not exist. */
  read(key: string, range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>;
  /** Random access, for column files. The caller closes it. */
  open(key: string): Promise<{
    readonly bytes: number;
    slice(start: number, end: number): Promise<ArrayBuffer>;
    close(): Promise<void>;
  }>;
  /**
   * Makes an address from which a client reads the file without asking this service. Null where only this
   * service can read the files.
   */
  readonly addressOf:
    | ((key: string, shown: { readonly filename: string; readonly contentType: string }) => Promise<string>)
    | null;
  remove(key: string): Promise<void>;
  /** Removes all files of a resource. */
  removeAll(tenant: TenantId, room: ArtifactRoom, resourceId: string): Promise<void>;
  /**
   * Lists the keys of all tenants in a room, with the fields of `stat`. Used to collect unreferenced files.
   */
  list(
    room: ArtifactRoom,
  ): AsyncIterable<{ readonly key: string; readonly bytes: number; readonly modifiedMs: number }>;
  /** Removes unfinished files last written before `beforeMs` (epoch ms). Returns their number. */
  removePartials(beforeMs: number): Promise<number>;
}
