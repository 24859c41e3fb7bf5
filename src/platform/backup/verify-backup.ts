/** Reads a whole backup, and compares every block and every file with its SHA-256. */
import type { BackupTarget } from './backup-target.ts';
import { readStored } from './blocks.ts';
import { readManifest } from './manifest.ts';

export interface VerifyReport {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  /** A sentence for each damaged file. */
  readonly faults: readonly string[];
}

/** `name`: null for the last backup. Throws where there is no such backup. */
export async function verifyBackup(target: BackupTarget, name: string | null): Promise<VerifyReport> {
  const { database, artifacts, name: found } = await readManifest(target, name);
  const faults: string[] = [];
  let bytes = 0;
  const files = [...database.files, ...artifacts];
  for (const file of files) {
    try {
      for await (const block of readStored(target, file)) bytes += block.length;
    } catch (error) {
      faults.push((error as Error).message);
    }
  }
  return { name: found, files: files.length, bytes, faults };
}
