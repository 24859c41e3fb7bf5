/** Reads changes of people, which are in order by their sequence in each domain. */
import type { TenantId } from '../../contract/brands.ts';
import type { ActivityStore, ChangedPerson } from '../../platform/storage/activity-store.ts';
import type { ProfileStore } from '../../platform/storage/store.ts';
import type { Event, Gap } from './event.ts';
import { MOST_AT_ONCE } from './timed-reader.ts';

export interface PeopleParts {
  readonly activity: Pick<ActivityStore, 'peopleChangedAfter'>;
  readonly profiles: Pick<ProfileStore, 'lastSequence'>;
}

/** A stream that is further behind goes on at the present. */
const FURTHEST_BEHIND = 10 * MOST_AT_ONCE;

export class PeopleReader {
  readonly #parts: PeopleParts;
  readonly #tenant: TenantId;
  readonly #sequences: Map<string, number>;
  #isFirst = true;

  /** `sequences`: what was read already, by domain. */
  constructor(parts: PeopleParts, tenant: TenantId, sequences: ReadonlyMap<string, number>) {
    this.#parts = parts;
    this.#tenant = tenant;
    this.#sequences = new Map(sequences);
  }

  get sequences(): ReadonlyMap<string, number> {
    return new Map(this.#sequences);
  }

  async next(
    domains: readonly string[],
    nowMs: number,
  ): Promise<{ readonly events: readonly Event[]; readonly gap: Gap | null }> {
    const events: Event[] = [];
    let isFar = false;
    for (const domain of domains) {
      const last = await this.#parts.profiles.lastSequence(this.#tenant, domain);
      // A domain that came later is read from its beginning.
      const read = this.#sequences.get(domain) ?? (this.#isFirst ? last : 0);
      isFar ||= last - read > FURTHEST_BEHIND;
      const changed =
        last <= read || last - read > FURTHEST_BEHIND
          ? []
          : await this.#parts.activity.peopleChangedAfter(this.#tenant, domain, read, MOST_AT_ONCE);
      events.push(...changed.map((person) => eventOf(person, domain, nowMs)));
      const isWhole = changed.length < MOST_AT_ONCE;
      // Rows that were committed after `last` was read may be among them.
      this.#sequences.set(domain, Math.max(isWhole ? last : 0, changed.at(-1)?.sequence ?? 0));
    }
    this.#isFirst = false;
    return { events, gap: isFar ? { sinceMs: null, untilMs: nowMs } : null };
  }
}

function eventOf(
  { sequence, userId, erased, updatedAt }: ChangedPerson,
  domain: string,
  nowMs: number,
): Event {
  return {
    id: `${domain}.${sequence}`,
    type: erased ? 'person.erased' : 'person.changed',
    atMs: updatedAt === null ? nowMs : Date.parse(updatedAt),
    people: [userId],
    data: erased ? { user_id: userId, domain, domains: [domain] } : { user_id: userId, domain },
  };
}
