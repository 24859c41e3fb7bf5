/**
 * Erasures of people, kept apart from the database that they were made in: a backup of before an erasure would bring the
 * person back. A line an erasure, in files by month; the line is durable before anything is erased.
 */
import { z } from 'zod';
import { type TenantId, tenantId } from '../contract/brands.ts';
import type { Store } from '../storage/store.ts';

const Line = z.strictObject({
  at: z.iso.datetime(),
  tenant: z.string(),
  /** null: all domains. */
  domain: z.string().nullable(),
  user_id: z.string(),
  /** Whether the id was blocked; left out: it was not. */
  block: z.literal(true).optional(),
});

export interface NotedErasure {
  readonly atMs: number;
  readonly tenant: TenantId;
  readonly domain: string | null;
  readonly userId: string;
  readonly block?: boolean;
}

/** Where erasures are noted: a folder, or a bucket that several servers share. */
export interface ErasureLog {
  /** Durable when it resolves. */
  note(erasure: NotedErasure): Promise<void>;
  /** All lines, as files by name. */
  files(): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** The store, which first notes each erasure of a person that it knows. `clock`: epoch milliseconds. */
export function notingErasures(store: Store, log: Pick<ErasureLog, 'note'>, clock: () => number): Store {
  return {
    ...store,
    profiles: {
      ...store.profiles,
      erase: async (tenant, userId, domain, options) => {
        const mayBeThere = domain === null && (await store.people.mayBeInDatasets(tenant));
        const block = options?.block === true;
        if (block || mayBeThere || (await store.people.isKnown(tenant, userId, domain)))
          await log.note({ atMs: clock(), tenant, domain, userId, ...(block && { block }) });
        return store.profiles.erase(tenant, userId, domain, options);
      },
    },
  };
}

/** With the end of its line. */
export function lineOf({ atMs, tenant, domain, userId, block }: NotedErasure): string {
  const line: z.infer<typeof Line> = {
    ...{ at: new Date(atMs).toISOString(), tenant, domain, user_id: userId },
    ...(block === true && { block }),
  };
  return `${JSON.stringify(line)}\n`;
}

/** The month of a file: `2026-11`. */
export const monthOf = ({ atMs }: Pick<NotedErasure, 'atMs'>) => new Date(atMs).toISOString().slice(0, 7);

/** One file with the lines of several, each once. */
export function mergedErasures(files: readonly Uint8Array[]): Uint8Array {
  const lines = new Set(files.flatMap((bytes) => Buffer.from(bytes).toString().split('\n').slice(0, -1)));
  return Buffer.from([...lines].map((line) => `${line}\n`).join(''));
}

/** The erasures of a file. A last line without an end was never acknowledged. */
function parseErasures(bytes: Uint8Array): readonly NotedErasure[] {
  const lines = Buffer.from(bytes).toString().split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    const read = Line.safeParse(jsonOrNull(line));
    if (!read.success) return [];
    const { at, tenant, domain, user_id, block } = read.data;
    const blocked = block === true && { block };
    return [{ atMs: Date.parse(at), tenant: tenantId(tenant), domain, userId: user_id, ...blocked }];
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
