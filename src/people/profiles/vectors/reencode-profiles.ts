/**
 * Makes the missing profile vectors. During a switch of encoders these are the target's vectors of every row.
 * When none is missing, the target becomes the serving encoder and the vectors of the one before are removed.
 * The store knows which rows are left. A job that is stopped, killed or run twice thus loses nothing and
 * repeats little.
 *
 * The job waits for an encoder that is not available, and reports the reason. If an available encoder refuses
 * a text, its row stays without a vector, so that one row does not block the switch.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { TenantId } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ActiveEncoder, Encoders } from '../../../engines/encoders/active-encoders.ts';
import { encodeProfilesWith } from '../../../engines/encoders/encode-in-parts.ts';
import type { TextEncoder } from '../../../engines/encoders/text-encoder.ts';
import type { EncodedRow, RowToEncode } from '../../../platform/storage/encoder-store.ts';
import type { ProfileRow } from '../../../platform/storage/profile-row.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { softText } from '../record/effective-view.ts';
import { profileVectorOf, type VectorSource } from './make-vectors.ts';

const ROWS_A_BATCH = 64;
const VECTORS_A_DROP = 500;
const COUNT_EVERY_BATCHES = 16;

export interface ReencodeParts {
  readonly store: Pick<Store, 'encoders' | 'profiles'>;
  readonly encoders: Pick<Encoders, 'opened'>;
  /** null: the domain no longer exists; its rows stay without vectors. */
  readonly definitionFor: (tenant: TenantId, domain: string) => Promise<DomainDefinition | null>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly rowsABatch?: number;
  readonly waitMs?: number;
  /**
   * The time that vectors of the previous encoder are kept, for matches and processes that still use them,
   * ms.
   */
  readonly keepOldMs?: number;
}

/** The progress that the operator sees. */
export interface ReencodeProgress {
  readonly rowsLeft: number;
  /** Share of the rows that are done, 0..1. */
  readonly share: number;
  /** Rows whose text the encoder refused. */
  readonly refused: number;
  /** The reason for which the job waits; null: it is running. */
  readonly problem: string | null;
}

export interface ReencodeControl {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReencodeProgress) => void;
}

export interface Reencoded {
  readonly rows: number;
  readonly refused: number;
  readonly dropped: number;
}

const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 1000;
const KEEP_OLD_MS = 60_000;

/** Resolves when no vector is missing and no old one is left. Throws the signal's reason. */
export async function reencodeProfiles(parts: ReencodeParts, control: ReencodeControl): Promise<Reencoded> {
  let rows = 0;
  let refused = 0;
  for (;;) {
    const made = await makeMissing(parts, control);
    rows += made.rows;
    refused += made.refused;
    if ((await awaitDropOfOld(parts, control)) === 'due')
      return { rows, refused, dropped: await dropOld(parts, control) };
  }
}

/** Makes every missing vector, then lets the target serve. */
export async function makeMissing(
  parts: ReencodeParts,
  { signal, onProgress }: ReencodeControl,
): Promise<{ readonly rows: number; readonly refused: number }> {
  const { encoders } = parts.store;
  const done = { rows: 0, refused: 0 };
  const report = await progressReporter(parts, done, onProgress);
  for (;;) {
    signal.throwIfAborted();
    const { serving, target } = await parts.encoders.opened();
    const wanted = target ?? serving;
    const listed = await encoders.rowsToEncode(parts.rowsABatch ?? ROWS_A_BATCH);
    if (listed.length > 0) {
      const problem = await encodeListed(parts, wanted, listed, done);
      await report(problem);
      if (problem !== null) await pause(parts.waitMs ?? WAIT_MS, undefined, { signal });
      continue;
    }
    const at = new Date(parts.clock()).toISOString();
    const end = target === null ? 'switched' : await encoders.finishSwitch(target.encoderId, at);
    if (end === 'switched') return done;
  }
}

/** Why the encoder could not be used; null: it was used. */
async function encodeListed(
  parts: ReencodeParts,
  { encoderId, encoder, problem }: ActiveEncoder,
  listed: readonly RowToEncode[],
  done: { rows: number; refused: number },
): Promise<string | null> {
  if (encoder === null) return problem ?? `${encoderId} is being opened`;
  const read = await readRows(parts, listed);
  let encoded: readonly EncodedRow[];
  try {
    encoded = await encodeRows(encoder, read);
  } catch (error) {
    const isAvailable = await encoder.encode(['a text']).then(
      () => true,
      () => false,
    );
    if (!isAvailable) return error instanceof Error ? error.message : String(error);
    const each = await Promise.all(read.map((row) => encodeRows(encoder, [row]).catch(() => null)));
    encoded = each.map((row, position) => row?.[0] ?? withoutVector(read[position]!));
    done.refused += each.filter((row) => row === null).length;
  }
  done.rows += await parts.store.encoders.putEncoded(encoderId, [...encoded, ...erased(listed, read)]);
  return null;
}

interface ReadRow {
  readonly row: ProfileRow;
  /** null: the domain no longer exists. */
  readonly source: VectorSource | null;
}

async function readRows(
  { store, definitionFor, clock }: ReencodeParts,
  listed: readonly RowToEncode[],
): Promise<readonly ReadRow[]> {
  const at = new Date(clock()).toISOString();
  const read: ReadRow[] = [];
  const groups = Map.groupBy(listed, ({ tenantId, domain }) => JSON.stringify([tenantId, domain]));
  for (const group of groups.values()) {
    const { tenantId, domain } = group[0]!;
    const definition = await definitionFor(tenantId, domain);
    const userIds = group.map(({ userId }) => userId);
    for (const row of await store.profiles.getMany(tenantId, domain, userIds)) {
      const source =
        definition === null
          ? null
          : { domain, sourceDomain: domain, at, ...softText(definition, row.layers) };
      read.push({ row, source });
    }
  }
  return read;
}

async function encodeRows(encoder: TextEncoder, read: readonly ReadRow[]): Promise<readonly EncodedRow[]> {
  const withText = read.filter(({ source }) => source !== null && source.text.trim() !== '');
  const encoded = await encodeProfilesWith(
    (texts) => encoder.encode(texts),
    withText.map(({ source }) => source!.text),
  );
  const vectors = new Map(
    withText.map((each, position) => [each, profileVectorOf(encoder, each.source!, encoded[position]!)]),
  );
  return read.map((each) => ({ ...withoutVector(each), profileVector: vectors.get(each) ?? null }));
}

function withoutVector({ row: { tenantId, domain, userId, revision } }: ReadRow): EncodedRow {
  return { tenantId, domain, userId, revision, profileVector: null };
}

/**
 * Rows erased between listing and reading. `putEncoded` finds no row for them and drops them from its list.
 */
function erased(listed: readonly RowToEncode[], read: readonly ReadRow[]): readonly EncodedRow[] {
  const key = ({ tenantId, domain, userId }: RowToEncode) => JSON.stringify([tenantId, domain, userId]);
  const found = new Set(read.map(({ row }) => key(row)));
  return listed
    .filter((row) => !found.has(key(row)))
    .map((row) => ({ ...row, revision: 0, profileVector: null }));
}

/** Counts the rows left only every few batches, since a count takes milliseconds. */
async function progressReporter(
  { store }: ReencodeParts,
  done: { readonly rows: number; readonly refused: number },
  onProgress: ReencodeControl['onProgress'],
): Promise<(problem: string | null) => Promise<void>> {
  let batches = 0;
  let counted = { left: await store.encoders.countRowsToEncode(), rows: 0 };
  const { rowsAtStart } = await store.encoders.roles();
  return async (problem) => {
    batches += 1;
    if (batches % COUNT_EVERY_BATCHES === 0)
      counted = { left: await store.encoders.countRowsToEncode(), rows: done.rows };
    const rowsLeft = Math.max(0, counted.left - (done.rows - counted.rows));
    const share = rowsAtStart === 0 ? 1 : Math.max(0, 1 - rowsLeft / rowsAtStart);
    onProgress({ rowsLeft, share, refused: done.refused, problem });
  };
}

/** Waits until old vectors may be dropped. `changed`: another switch began meanwhile. */
async function awaitDropOfOld(
  { store, clock, keepOldMs = KEEP_OLD_MS }: ReencodeParts,
  { signal }: ReencodeControl,
): Promise<'due' | 'changed'> {
  if (!(await store.encoders.hasOldVectors())) return 'due';
  const { serving, version } = await store.encoders.roles();
  const dueMs = Date.parse(serving!.since) + keepOldMs;
  while (clock() < dueMs) {
    await pause(Math.min(LOOK_EVERY_MS, dueMs - clock()), undefined, { signal });
    if ((await store.encoders.version()) !== version) return 'changed';
  }
  return 'due';
}

/** Drops the vectors of encoders that are neither serving nor target, and returns their number. */
async function dropOld({ store }: ReencodeParts, { signal }: ReencodeControl): Promise<number> {
  for (let dropped = 0; ; ) {
    signal.throwIfAborted();
    const more = await store.encoders.dropOldVectors(VECTORS_A_DROP);
    dropped += more;
    if (more < VECTORS_A_DROP) return dropped;
  }
}
