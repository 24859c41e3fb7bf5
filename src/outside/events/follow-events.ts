/**
 * Follows what happens in a workspace, by looking into the store once a second. Nothing is kept in memory for
 * a reader who is slow: it looks again when the reader takes more.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { TenantId } from '../../contract/brands.ts';
import type { StreamedEventType } from '../../contract/event.ts';
import type { Event, Gap } from './event.ts';
import { type PeopleParts, PeopleReader } from './people-reader.ts';
import type { Position } from './position.ts';
import { jobEvents, matchEvents, outcomeEvents, type TimedParts } from './read-timed.ts';
import { OVERLAP_MS, type ReadFrom, TimedReader } from './timed-reader.ts';

export interface FollowParts extends Omit<TimedParts, 'activity'>, Omit<PeopleParts, 'activity'> {
  readonly activity: TimedParts['activity'] & PeopleParts['activity'];
  /** The domains of the tenant. */
  readonly domainsOf: (tenant: TenantId) => Promise<readonly string[]>;
  /** Epoch ms. */
  readonly clock: () => number;
}

export interface Followed {
  readonly types: ReadonlySet<StreamedEventType>;
  /** Only events that name the person; undefined: all. */
  readonly userId?: string | undefined;
  /** null: from now on. */
  readonly from: Position | null;
}

export interface Look {
  /** Oldest first. */
  readonly events: readonly Event[];
  readonly gaps: readonly Gap[];
  /** Where a reader that did not get all of it goes on, and where one that did. */
  readonly before: Position;
  readonly after: Position;
}

const LOOK_EVERY_MS = 1000;
/** How long a reader may have been away without missing anything. */
const RESUMABLE_MS = 10 * 60_000;

/** Ends with the signal. */
export async function* followEvents(
  parts: FollowParts,
  tenant: TenantId,
  { types, userId, from }: Followed,
  signal: AbortSignal,
): AsyncGenerator<Look> {
  const nowMs = parts.clock();
  const isTooOld = from !== null && from.sinceMs < nowMs - RESUMABLE_MS;
  const start = from === null || isTooOld ? await present(parts, tenant) : notLater(from, nowMs);
  const { read, position } = readers(parts, tenant, types, start);
  let gaps: readonly Gap[] = isTooOld ? [{ sinceMs: from.sinceMs, untilMs: nowMs }] : [];
  for (let before = start; !signal.aborted; before = position()) {
    const found = await read();
    const events = found.events.filter(
      (event) => types.has(event.type) && (userId === undefined || event.people.includes(userId)),
    );
    gaps = [...gaps, ...found.gaps];
    yield { events: events.toSorted((a, b) => a.atMs - b.atMs), gaps, before, after: position() };
    gaps = [];
    await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function present({ profiles, domainsOf, clock }: FollowParts, tenant: TenantId): Promise<Position> {
  const sinceMs = clock();
  const domains = await domainsOf(tenant);
  const sequences = await Promise.all(
    domains.map(async (domain) => [domain, await profiles.lastSequence(tenant, domain)] as const),
  );
  return { sinceMs, sequences: new Map(sequences) };
}

/** The clocks of two servers differ a little. */
const notLater = (position: Position, nowMs: number): Position => ({
  ...position,
  sinceMs: Math.min(position.sinceMs, nowMs - OVERLAP_MS),
});

function readers(
  parts: FollowParts,
  tenant: TenantId,
  types: ReadonlySet<StreamedEventType>,
  { sinceMs, sequences }: Position,
) {
  const wants = (...some: StreamedEventType[]) => some.some((type) => types.has(type));
  const timed = (read: ReadFrom) => new TimedReader(read, sinceMs);
  const always = [
    ...(wants('match.made') ? [timed((since, limit) => matchEvents(parts, tenant, since, limit))] : []),
    ...(wants('job.finished', 'training.deployed', 'training.rejected')
      ? [timed((since, limit) => jobEvents(parts, tenant, since, limit))]
      : []),
  ];
  const outcomes = new Map<string, TimedReader>();
  const outcomesOf = (domain: string): TimedReader => {
    const known = outcomes.get(domain);
    const reader = known ?? timed((since, limit) => outcomeEvents(parts, tenant, domain, since, limit));
    outcomes.set(domain, reader);
    return reader;
  };
  const people = wants('person.changed', 'person.erased') ? new PeopleReader(parts, tenant, sequences) : null;
  return {
    async read() {
      const nowMs = parts.clock();
      const domains = await parts.domainsOf(tenant);
      for (const gone of [...outcomes.keys()].filter((domain) => !domains.includes(domain)))
        outcomes.delete(gone);
      const all = [...always, ...(wants('outcome.recorded') ? domains.map(outcomesOf) : [])];
      const read = await Promise.all([
        ...all.map((reader) => reader.next(nowMs)),
        ...(people === null ? [] : [people.next(domains, nowMs)]),
      ]);
      return {
        events: read.flatMap(({ events }) => events),
        gaps: read.flatMap(({ gap }) => gap ?? []),
      };
    },
    position: (): Position => ({
      sinceMs: Math.min(
        ...[...always, ...outcomes.values()].map((reader) => reader.sinceMs),
        ...(always.length + outcomes.size === 0 ? [parts.clock()] : []),
      ),
      sequences: people?.sequences ?? sequences,
    }),
  };
}
