/**
 * Stores and reads a model's files as artifacts: the files of its architecture, `catalogue.json` and
 * `attributes.jsonl`. `catalogue.json` has the id and the event count of each item. `attributes.jsonl` exists
 * where items have attributes (`items/attributes-file.ts`).
 */
import { createHash } from 'node:crypto';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { writeArtifact } from '../../../platform/artifacts/write-artifact.ts';
import type { Model, ModelFile } from '../../../platform/storage/model-store.ts';
import { ATTRIBUTES_FILE } from '../items/attributes-file.ts';
import type { ModelFiles } from '../models/architecture.ts';

export const CATALOGUE_FILE = 'catalogue.json';
/** Files that every architecture has or may have. */
const sharedFiles: ReadonlySet<string> = new Set([CATALOGUE_FILE, ATTRIBUTES_FILE]);

/** I items. */
export interface KeptCatalogue {
  /** By item number [I]. */
  readonly item_ids: readonly string[];
  /** Training events per item [I]. */
  readonly counts: readonly number[];
}

export interface KeptModel {
  /** The files of the architecture. */
  readonly files: ModelFiles;
  readonly catalogue: KeptCatalogue;
  /** `attributes.jsonl`; null: no item has attributes or a date. */
  readonly attributes: Uint8Array | null;
}

/** Writes the files. `keyOf` returns the key of a part; no artifact with that key exists yet. */
export async function keepModelFiles(
  artifacts: Pick<ArtifactStore, 'create'>,
  keyOf: (part: string) => string,
  files: ModelFiles,
  catalogue: KeptCatalogue,
): Promise<readonly ModelFile[]> {
  const all = new Map([...files, [CATALOGUE_FILE, Buffer.from(JSON.stringify(catalogue))]]);
  const kept: ModelFile[] = [];
  for (const [part, bytes] of all)
    kept.push({ part, ...(await writeArtifact(artifacts, keyOf(part), bytes)) });
  return kept;
}

/**
 * Reads a file without verifying its hash, which would block the thread: the caller runs `verifyModelFile` in
 * another thread. Throws an Error if the file has another size.
 */
export async function readModelFile(
  artifacts: Pick<ArtifactStore, 'read'>,
  { key, bytes }: ModelFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for await (const chunk of artifacts.read(key)) {
    if (at + chunk.length > bytes) throw new Error(`${key} has more than ${bytes} bytes`);
    whole.set(chunk, at);
    at += chunk.length;
  }
  if (at !== bytes) throw new Error(`${key} has ${at} bytes, expected ${bytes}`);
  return whole;
}

/** Throws an Error if the SHA-256 of the bytes differs from that of the written file. Blocks the thread. */
export function verifyModelFile({ key, sha256 }: Pick<ModelFile, 'key' | 'sha256'>, bytes: Uint8Array): void {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`${key} has the SHA-256 ${found}, expected ${sha256}`);
}

/**
 * Reads and verifies all files of a model. Hashing blocks the thread, so this is for task processes only.
 * Throws an Error if the model is not ready or a file is damaged.
 */
export async function readKeptModel(
  artifacts: Pick<ArtifactStore, 'read'>,
  { modelId, made }: Model,
): Promise<KeptModel> {
  if (made === null) throw new Error(`model ${modelId} is not ready and has no files`);
  const files = new Map<string, Uint8Array>();
  for (const file of made.files) {
    const bytes = await readModelFile(artifacts, file);
    verifyModelFile(file, bytes);
    files.set(file.part, bytes);
  }
  return takeCatalogue(files);
}

/**
 * Separates the catalogue from the architecture's own files, which the attributes of items are not among.
 * Throws an Error if there is no catalogue.
 */
export function takeCatalogue(files: ReadonlyMap<string, Uint8Array>): KeptModel {
  const catalogueBytes = files.get(CATALOGUE_FILE);
  if (catalogueBytes === undefined) throw new Error(`a model has no ${CATALOGUE_FILE}`);
  const own: ModelFiles = new Map([...files].filter(([part]) => !sharedFiles.has(part)));
  const catalogue = JSON.parse(Buffer.from(catalogueBytes).toString()) as KeptCatalogue;
  return { files: own, catalogue, attributes: files.get(ATTRIBUTES_FILE) ?? null };
}
