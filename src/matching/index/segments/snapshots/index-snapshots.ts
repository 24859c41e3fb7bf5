/**
 * Snapshots of indexes: a folder for each tenant, domain and version below one root. Threads of their own
 * write them beside the running index, so that neither the event loop nor queries wait. They are read on the
 * next use of the index.
 *
 * An erased person leaves the index at once, and the snapshot when that is next written. The segment's new
 * file then replaces the old one, which is deleted. `index-saver.ts` makes this happen within the hour.
 * Unchanged segments keep their file.
 *
 * A snapshot that cannot be used (truncated, changed, of an older format or other fields, ahead of the store)
 * is moved aside and reported. It is deleted with the next snapshot, because it contains personal data.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChangeSequence, changeSequence, type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { DomainDefinition } from '../../../../domains/definition.ts';
import { syncFolder } from '../../../../platform/artifacts/files/sync-folder.ts';
import { BlockLists } from '../../block-lists.ts';
import { IndexDictionaries } from '../../codes/index-dictionaries.ts';
import type { StoredSnapshot } from '../../index-engine.ts';
import { UserIdTable } from '../rows/user-id-table.ts';
import { Segment } from '../segment.ts';
import { SegmentedIndex } from '../segmented-index.ts';
import type { QueryWorkers } from '../workers/query-workers.ts';
import type { SnapshotClient } from './snapshot-client.ts';
import { snapshotFolder } from './snapshot-folder.ts';
import {
  DamagedSnapshot,
  decodeManifest,
  encodeManifest,
  fieldsDigest,
  MANIFEST,
  type Manifest,
  type SegmentFile,
  SNAPSHOT_FORMAT,
  storedShape,
} from './snapshot-format.ts';

export interface SnapshotSettings {
  readonly root: string;
  readonly threads: SnapshotClient;
  readonly workers: QueryWorkers;
  /** Called for every snapshot that was moved aside, with the reason. */
  readonly onDamage: (about: {
    readonly tenant: TenantId;
    readonly domain: string;
    readonly reason: string;
  }) => void;
}

/** The file of a segment, and the segment's state when it was written. */
interface SavedSegment {
  readonly segment: Segment;
  readonly writes: number;
  readonly encoderId: string;
  readonly file: SegmentFile;
}

export class IndexSnapshots {
  readonly #settings: SnapshotSettings;
  /** The snapshot on disk of each index. */
  readonly #saved = new WeakMap<
    SegmentedIndex,
    { readonly changes: number; readonly segments: readonly SavedSegment[] }
  >();
  readonly #writing = new Map<string, Promise<void>>();

  constructor(settings: SnapshotSettings) {
    this.#settings = settings;
  }

  /** Rows changed since the index was last written or read; all rows where it never was. */
  unsaved(index: SegmentedIndex): number {
    const saved = this.#saved.get(index);
    return saved === undefined ? Math.max(index.changes, index.size) : index.changes - saved.changes;
  }

  /** Changes made meanwhile may be in the snapshot or not; its sequence is the one at the call. */
  async save(tenant: TenantId, index: SegmentedIndex): Promise<void> {
    const folder = this.#folder(tenant, index.definition);
    const earlier = this.#writing.get(folder);
    const writing = (earlier ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => this.#save(tenant, folder, index));
    this.#writing.set(folder, writing);
    try {
      await writing;
    } finally {
      if (this.#writing.get(folder) === writing) this.#writing.delete(folder);
    }
  }

  /** null where there is no usable snapshot. `latest`: the store's sequence, read before. */
  async load(
    tenant: TenantId,
    definition: DomainDefinition,
    latest: ChangeSequence,
  ): Promise<SegmentedIndex | null> {
    const folder = this.#folder(tenant, definition);
    await this.#writing.get(folder)?.catch(() => undefined);
    try {
      const manifest = await readManifest(folder);
      if (manifest === null) return null;
      checkFits(manifest, tenant, definition, latest);
      return await this.#read(folder, manifest, definition);
    } catch (error) {
      if (!(error instanceof DamagedSnapshot)) throw error;
      await putAside(folder);
      this.#settings.onDamage({ tenant, domain: definition.domain, reason: error.message });
      return null;
    }
  }

  /** All snapshots with a readable manifest that are not being written. */
  async list(): Promise<readonly StoredSnapshot[]> {
    const { root } = this.#settings;
    const found: StoredSnapshot[] = [];
    for (const tenant of await namesIn(root)) {
      for (const domain of await namesIn(join(root, tenant))) {
        for (const version of await namesIn(join(root, tenant, domain))) {
          const folder = join(root, tenant, domain, version);
          const manifest = this.#writing.has(folder) ? null : await readManifest(folder).catch(() => null);
          if (manifest !== null) found.push(describe(manifest));
        }
      }
    }
    return found;
  }

  async delete({ tenant, domain, version }: StoredSnapshot): Promise<void> {
    const folder = this.#folder(tenant, { domain, version });
    if (!this.#writing.has(folder)) await rm(folder, { recursive: true, force: true });
  }

  async #save(tenant: TenantId, folder: string, index: SegmentedIndex): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { threads } = this.#settings;
    const generation = (await lastGeneration(folder)) + 1;
    // Nothing changes from here to the first await: this is the snapshot's moment.
    const { sequence, encoderId, dictionaries, segments, groups, blocks } = index.parts;
    const { changes, definition } = index;
    const releases = segments.map(({ ids }) => ids.holdErasures());
    try {
      const group = groups.findIndex((known) => known.encoderId === encoderId);
      const codes = { dictionaries: dictionaries.content(), blocks: blocks.entries() };
      const codesFile = `${generation}.codes`;
      const saved = this.#saved.get(index)?.segments ?? [];
      const pending = segments.map((segment, n) => {
        const before = saved.find((each) => each.segment === segment);
        const isSame = before?.writes === segment.writes && before.encoderId === encoderId;
        return isSame
          ? before
          : this.#writeSegment(folder, segment, `${generation}-${n}.rows`, group, encoderId);
      });
      const written = await threads.call({ kind: 'writeCodes', path: join(folder, codesFile), codes });
      const files = await Promise.all(pending);
      const manifest: Manifest = {
        format: SNAPSHOT_FORMAT,
        tenant,
        domain: definition.domain,
        version: definition.version,
        fields: fieldsDigest(definition),
        sequence,
        encoder: groups[group] ?? null,
        encoderId,
        codes: { file: codesFile, ...written },
        segments: files.map(({ file }) => file),
      };
      await commitManifest(folder, manifest);
      this.#saved.set(index, { changes, segments: files });
      await removeOthers(folder, manifest);
    } finally {
      for (const release of releases) release();
    }
  }

  async #writeSegment(
    folder: string,
    segment: Segment,
    file: string,
    group: number,
    encoderId: string,
  ): Promise<SavedSegment> {
    const { writes, ids, shape } = segment;
    const { memory, base, layout } = segment.attached;
    const { rows } = ids;
    const parts = ids.parts;
    const ownGroup = group < shape.vectors.length ? group : -1;
    const written = await this.#settings.threads.call({
      kind: 'writeSegment',
      path: join(folder, file),
      segment: { memory, base, layout },
      rows,
      group: ownGroup,
      ids: parts,
    });
    const described = {
      file,
      ...written,
      shape: storedShape(shape, ownGroup),
      rows,
      idBlocks: parts.blocks.length,
    };
    return { segment, writes, encoderId, file: described };
  }

  async #read(folder: string, manifest: Manifest, definition: DomainDefinition): Promise<SegmentedIndex> {
    const { threads, workers } = this.#settings;
    const codesPath = join(folder, manifest.codes.file);
    const codes = await threads.call({ kind: 'readCodes', path: codesPath, file: manifest.codes });
    const dictionaries = IndexDictionaries.from(definition, codes.dictionaries);
    const codeLimits = dictionaries.codeLimits();
    const read = await Promise.all(
      manifest.segments.map(async (file) => {
        const target = new Segment(file.shape as Segment['shape'], new UserIdTable());
        const { memory, base, layout } = target.attached;
        const segment = { memory, base, layout };
        const path = join(folder, file.file);
        const { ids, holders } = await threads.call({ kind: 'readSegment', path, segment, file, codeLimits });
        return { segment: target.withIds(UserIdTable.of(ids)), holders, file };
      }),
    );
    dictionaries.countAllHolders(read.map(({ holders }) => holders));
    const blocks = new BlockLists();
    const { encoderId, encoder, sequence } = manifest;
    const segments = read.map(({ segment }) => segment);
    const parts = {
      sequence: changeSequence(sequence),
      encoderId,
      dictionaries,
      segments,
      groups: encoder === null ? [] : [encoder],
      blocks,
    };
    const index = new SegmentedIndex(definition, workers, parts);
    for (const [row, userIds] of codes.blocks) index.restoreBlocks(row, userIds);
    const saved = read.map(({ segment, file }) => ({ segment, file, encoderId, writes: segment.writes }));
    this.#saved.set(index, { changes: index.changes, segments: saved });
    return index;
  }

  #folder(tenant: TenantId, { domain, version }: Pick<DomainDefinition, 'domain' | 'version'>): string {
    return snapshotFolder(this.#settings.root, tenant, domain, version);
  }
}

function describe({ tenant, domain, version, sequence, segments }: Manifest): StoredSnapshot {
  const rows = segments.reduce((sum, segment) => sum + segment.rows, 0);
  return { tenant: tenantId(tenant), domain, version, sequence: changeSequence(sequence), rows };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
}

async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    return decodeManifest(await readFile(join(folder, MANIFEST), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (error instanceof SyntaxError) throw new DamagedSnapshot('its manifest is no JSON');
    throw error;
  }
}

function checkFits(
  manifest: Manifest,
  tenant: TenantId,
  definition: DomainDefinition,
  latest: ChangeSequence,
): void {
  const { domain, version } = definition;
  if (manifest.tenant !== tenant || manifest.domain !== domain || manifest.version !== version) {
    throw new DamagedSnapshot(`it is of ${manifest.tenant}, ${manifest.domain}.v${manifest.version}`);
  }
  if (manifest.fields !== fieldsDigest(definition))
    throw new DamagedSnapshot('its fields are defined otherwise');
  if (manifest.sequence > latest) {
    throw new DamagedSnapshot(`its sequence ${manifest.sequence} is ahead of the store's, ${latest}`);
  }
}

async function commitManifest(folder: string, manifest: Manifest): Promise<void> {
  const partial = join(folder, `${MANIFEST}.partial`);
  await writeFile(partial, encodeManifest(manifest), { mode: 0o600, flush: true });
  await rename(partial, join(folder, MANIFEST));
  await syncFolder(folder);
}

/** The greatest generation of any file, unfinished snapshots included: no name is used twice. */
async function lastGeneration(folder: string): Promise<number> {
  const generations = (await readdir(folder))
    .map((name) => Number.parseInt(name, 10))
    .filter(Number.isFinite);
  return Math.max(0, ...generations);
}

async function removeOthers(folder: string, { codes, segments }: Manifest): Promise<void> {
  const named = new Set([MANIFEST, codes.file, ...segments.map(({ file }) => file)]);
  for (const name of await readdir(folder)) {
    if (!named.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Moves it within the folder, so that the next snapshot removes it. */
async function putAside(folder: string): Promise<void> {
  const aside = join(folder, 'damaged');
  await rm(aside, { recursive: true, force: true });
  const names = await readdir(folder);
  await mkdir(aside, { mode: 0o700 });
  for (const name of names) await rename(join(folder, name), join(aside, name));
}
