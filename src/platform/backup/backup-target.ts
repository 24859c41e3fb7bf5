/** The target of backups: named files that are complete or do not exist. */
export interface BackupTarget {
  /** Replaces a file. Durable when it resolves. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is none. */
  get(name: string): Promise<Uint8Array | null>;
  has(name: string): Promise<boolean>;
  /** Names that begin with `prefix`, in order. */
  list(prefix: string): Promise<readonly string[]>;
  remove(name: string): Promise<void>;
}
