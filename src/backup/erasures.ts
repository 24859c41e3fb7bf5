/**
 * Erasures of people, kept apart from the database that they were made in: a backup of before an erasure would bring the
 * person back. A file a month, a line an erasure; the line is on the disk before anything is erased.
 */
import { type FileHandle, mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type TenantId, tenantId } from '../contract/brands.ts';
import type { Store } from '../storage/store.ts';

const Line = z.strictObject({
  at: z.iso.datetime(),
  tenant: z.string(),
  /** null: all domains. */
  domain: z.string().nullable(),
  user_id: z.string(),
});

export interface NotedErasure {
  readonly atMs: number;
  readonly tenant: TenantId;
  readonly domain: string | null;
  readonly userId: string;
}

/** The store, which notes each erasure of a person that it knows in the folder first. `clock`: epoch milliseconds. */
export function notingErasures(store: Store, folder: string, clock: () => number): Store {
  return {
    ...store,
    profiles: {
      ...store.profiles,
      erase: async (tenant, userId, domain) => {
        const mayBeThere = domain === null && (await store.people.mayBeInDatasets(tenant));
        if (mayBeThere || (await store.people.isKnown(tenant, userId, domain)))
          await noteErasure(folder, { atMs: clock(), tenant, domain, userId });
        return store.profiles.erase(tenant, userId, domain);
      },
    },
  };
}

async function noteErasure(folder: string, { atMs, tenant, domain, userId }: NotedErasure): Promise<void> {
  const at = new Date(atMs).toISOString();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(join(folder, `${at.slice(0, 7)}.jsonl`), 'a+', 0o600);
  try {
    const line: z.infer<typeof Line> = { at, tenant, domain, user_id: userId };
    const text = `${JSON.stringify(line)}\n`;
    await handle.write((await endsInALine(handle)) ? text : `\n${text}`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** False after a crash in the middle of a line. */
async function endsInALine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return true;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() === '\n';
}

/** One file with the lines of several, each once. */
export function mergedErasures(files: readonly Uint8Array[]): Uint8Array {
  const lines = new Set(files.flatMap((bytes) => Buffer.from(bytes).toString().split('\n').slice(0, -1)));
  return Buffer.from([...lines].map((line) => `${line}\n`).join(''));
}

/** Files of erasures in a folder, by name; none where there is no folder. */
export async function readErasureFiles(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => /^\d{4}-\d\d.*\.jsonl$/.test(name)).sort();
  return new Map(
    await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}

/** The erasures of a file. A last line without an end was never acknowledged. */
function parseErasures(bytes: Uint8Array): readonly NotedErasure[] {
  const lines = Buffer.from(bytes).toString().split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    const read = Line.safeParse(jsonOrNull(line));
    if (!read.success) return [];
    const { at, tenant, domain, user_id } = read.data;
    return [{ atMs: Date.parse(at), tenant: tenantId(tenant), domain, userId: user_id }];
  });
}

/** Those after a moment, each once, oldest first. */
export function erasuresAfter(files: Iterable<Uint8Array>, afterMs: number): readonly NotedErasure[] {
  const all = [...files].flatMap((bytes) => parseErasures(bytes)).filter(({ atMs }) => atMs >= afterMs);
  const once = new Map(
    all.map((each) => [`${each.atMs} ${each.tenant} ${each.domain} ${each.userId}`, each]),
  );
  return [...once.values()].sort((a, b) => a.atMs - b.atMs);
}

function jsonOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
