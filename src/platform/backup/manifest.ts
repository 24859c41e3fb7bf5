/**
 * The table of contents of a backup. Files are lists of blocks. A block is a file of the target, named by its
 * SHA-256. So a later backup shares its equal blocks with an earlier one.
 */
import { z } from 'zod';
import type { BackupTarget } from './backup-target.ts';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const FileEntry = z.strictObject({
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: Sha256,
  blocks: z.array(Sha256).readonly(),
});
const Manifest = z.strictObject({
  format: z.literal(1),
  /** ISO 8601: a moment before everything in it was read. */
  startedAt: z.iso.datetime(),
  database: z.strictObject({
    kind: z.enum(['sqlite', 'postgres']),
    migrations: z.array(z.string()).readonly(),
    files: z
      .array(FileEntry.extend({ columns: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)).readonly() }))
      .readonly(),
  }),
  /** Named by their keys. */
  artifacts: z.array(FileEntry).readonly(),
  /**
   * The log of erasures after the backup: a folder of the machine of the backup, or a bucket; null in older
   * manifests.
   */
  erasureLog: z.string().nullable().default(null),
});

export type FileEntry = z.infer<typeof FileEntry>;
export type Manifest = z.infer<typeof Manifest>;

const FOLDER = 'backups/';
/** Erasures, copied beside the backups. */
export const ERASURES = 'erasures/';
export const BLOCKS = 'blocks/';
export const blockName = (sha256: string) => `${BLOCKS}${sha256.slice(0, 2)}/${sha256}`;

/** Names of all backups, oldest first: `2026-11-24T04-17-17.000Z`. */
export async function listBackups(target: BackupTarget): Promise<readonly string[]> {
  const names = await target.list(FOLDER);
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(FOLDER.length, -'.json'.length));
}

/** The backup's name. */
export async function putManifest(target: BackupTarget, manifest: Manifest): Promise<string> {
  const name = manifest.startedAt.replaceAll(':', '-');
  await target.put(`${FOLDER}${name}.json`, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
  return name;
}

/** Throws an Error that names the backups that there are. */
export async function readManifest(
  target: BackupTarget,
  name: string | null,
): Promise<Manifest & { readonly name: string }> {
  const all = await listBackups(target);
  const wanted = name ?? all.at(-1);
  if (wanted === undefined) throw new Error('There is no backup. «counterpart backup» makes one.');
  if (!all.includes(wanted)) throw new Error(`There is no backup «${wanted}». There are: ${all.join(', ')}.`);
  const text = await target.get(`${FOLDER}${wanted}.json`);
  const read = Manifest.safeParse(parsed(text));
  if (!read.success)
    throw new Error(`The table of contents of the backup «${wanted}» is damaged, or of a later version.`);
  return { ...read.data, name: wanted };
}

export async function removeManifest(target: BackupTarget, name: string): Promise<void> {
  await target.remove(`${FOLDER}${name}.json`);
}

function parsed(text: Uint8Array | null): unknown {
  try {
    return JSON.parse(Buffer.from(text ?? []).toString());
  } catch {
    return null;
  }
}
