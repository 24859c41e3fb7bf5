/**
 * Where large immutable files lie: dataset snapshots, exports, models, bundles. A key is written once and never
 * changed. Keys are `<tenant id>/<room>/<resource id>/<file name>`; each part is `[A-Za-z0-9][A-Za-z0-9_.:-]*` without
 * `..`, so that no key leaves its tenant.
 */
import type { TenantId } from '../contract/brands.ts';

export type ArtifactRoom = 'datasets' | 'exports' | 'staging' | 'models' | 'tokenizers' | 'bundles';

export interface StoredArtifact {
  readonly key: string;
  readonly bytes: number;
  /** Of the bytes, hex. */
  readonly sha256: string;
}

export interface ArtifactWriter {
  /** Resolves when more may be written (back pressure). */
  write(chunk: Uint8Array): Promise<void>;
  /** Durable under its key when it resolves; until then nobody sees it. */
  commit(): Promise<StoredArtifact>;
  /** Leaves nothing behind. */
  abort(): Promise<void>;
}

export interface ArtifactStore {
  /** Throws where the key is malformed or exists. */
  create(key: string): Promise<ArtifactWriter>;
  /** null: no such key. */
  stat(key: string): Promise<{ readonly bytes: number; readonly modifiedMs: number } | null>;
  /** Bytes [start, end) of a key; the whole without them. Throws where there is no such key. */
  read(key: string, range?: { readonly start: number; readonly end: number }): AsyncIterable<Uint8Array>;
  /** Random access, for column files. The caller closes it. */
  open(key: string): Promise<{
    readonly bytes: number;
    slice(start: number, end: number): Promise<ArrayBuffer>;
    close(): Promise<void>;
  }>;
  /** Where the file lies on this machine, for libraries that only take paths. */
  localPath(key: string): Promise<string>;
  remove(key: string): Promise<void>;
  /** Everything of a resource. */
  removeAll(tenant: TenantId, room: ArtifactRoom, resourceId: string): Promise<void>;
  /** Keys below a room of all tenants, with what `stat` says; for collecting what nobody needs any more. */
  list(
    room: ArtifactRoom,
  ): AsyncIterable<{ readonly key: string; readonly bytes: number; readonly modifiedMs: number }>;
  /** What writers that died left unfinished and untouched since; how many. */
  removePartials(beforeMs: number): Promise<number>;
}
