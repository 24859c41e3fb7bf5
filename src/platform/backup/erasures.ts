/**
 * Erasures of people, kept apart from the database: restoring an older backup would bring an erased person
 * back. Each erasure is a line, in files by month. The line is durable before anything is erased.
 */
import { z } from 'zod';
import { type TenantId, tenantId } from '../../contract/brands.ts';
import type { Store } from '../storage/store.ts';

const common = {
  at: z.iso.datetime(),
  tenant: z.string(),
  /** null: all domains. */
  domain: z.string().nullable(),
  /** Whether the id was blocked; left out: it was not. */
  block: z.literal(true).optional(),
};
const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const Line = z.strictObject({ ...common, person: hex(64), key: hex(16) });
/** A line that versions before 0.2.0 wrote. */
const LineWithId = z.strictObject({ ...common, user_id: z.string() });

interface Erasure {
  readonly atMs: number;
  readonly tenant: TenantId;
  readonly domain: string | null;
  readonly block?: boolean;
}

export interface NotedErasure extends Erasure {
  /**
   * The person's mark (`PersonStore.marks`). No line has the id, so that nothing of an erased person stays.
   */
  readonly mark: string;
  /** The key of the mark (`PersonStore.markKey`). */
  readonly key: string;
}

interface ErasureOfId extends Erasure {
  readonly userId: string;
}

export type ReadErasure = NotedErasure | ErasureOfId;

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
        if (block || mayBeThere || (await store.people.isKnown(tenant, userId, domain))) {
          // The store may be restored to a time before their sessions were merged with the person.
          const sessions = Object.keys(options?.sessionsWithout ?? {});
          const [mark, ...ofSessions] = await store.people.marks(tenant, [userId, ...sessions]);
          const key = await store.people.markKey();
          await log.note({ atMs: clock(), tenant, domain, mark: mark!, key, ...(block && { block }) });
          for (const each of ofSessions) await log.note({ atMs: clock(), tenant, domain, mark: each, key });
        }
        return store.profiles.erase(tenant, userId, domain, options);
      },
    },
  };
}

/** The line of an erasure, with its line end. */
export function lineOf({ atMs, tenant, domain, mark, key, block }: NotedErasure): string {
  const line: z.infer<typeof Line> = {
    ...{ at: new Date(atMs).toISOString(), tenant, domain, person: mark, key },
    ...(block === true && { block }),
  };
  return `${JSON.stringify(line)}\n`;
}

/** The month of a file: `2026-11`. */
export const monthOf = ({ atMs }: Pick<NotedErasure, 'atMs'>) => new Date(atMs).toISOString().slice(0, 7);

/** Merges several files into one, with each line once. */
export function mergedErasures(files: readonly Uint8Array[]): Uint8Array {
  const lines = new Set(files.flatMap((bytes) => Buffer.from(bytes).toString().split('\n').slice(0, -1)));
  return Buffer.from([...lines].map((line) => `${line}\n`).join(''));
}

/**
 * The erasures of a file. A last line without an end was never acknowledged; a line that a crash cut short is
 * left out. Throws where a whole line has another form: leaving it out would bring an erased person back.
 */
function parseErasures(bytes: Uint8Array): readonly ReadErasure[] {
  const lines = Buffer.from(bytes).toString().split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    const value = jsonOrNull(line);
    if (value === null) return [];
    const read = z.union([Line, LineWithId]).safeParse(value).data;
    if (read === undefined) throw new Error(UNKNOWN_FORM);
    const { at, tenant, domain, block } = read;
    const erasure = {
      atMs: Date.parse(at),
      tenant: tenantId(tenant),
      domain,
      ...(block === true && { block }),
    };
    const person = 'user_id' in read ? { userId: read.user_id } : { mark: read.person, key: read.key };
    return [{ ...erasure, ...person }];
  });
}

const UNKNOWN_FORM =
  'The log of erasures has a line of a form that this version does not know. A later version may have written it: restore with that one.';

/** The erasures at or after a time, each once, oldest first. Throws as above. */
export function erasuresAfter(files: Iterable<Uint8Array>, afterMs: number): readonly ReadErasure[] {
  const all = [...files].flatMap((bytes) => parseErasures(bytes)).filter(({ atMs }) => atMs >= afterMs);
  const once = new Map(all.map((each) => [JSON.stringify(each), each]));
  return [...once.values()].sort((a, b) => a.atMs - b.atMs);
}

function jsonOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
