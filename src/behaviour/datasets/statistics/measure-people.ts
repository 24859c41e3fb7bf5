/**
 * Measures the histories, sessions and repeats of people. The events of a person may lie anywhere in the
 * files. They are read in passes, each over the people of one share of the hashes. A pass holds 16 bytes for
 * each event of its people.
 */
import type { EventBatch, Snapshot } from '../snapshot/read-snapshot.ts';
import { LengthCounts } from './length-counts.ts';

export const GAP_MINUTES = 30;
const GAP_MS = GAP_MINUTES * 60_000;
/** Events of a pass, on average. */
const EVENTS_A_PASS = 2_000_000;

export interface PeopleMeasured {
  readonly people: number;
  readonly histories: LengthCounts;
  readonly sessions: LengthCounts;
  readonly repeats: number;
}

type Batch = Pick<EventBatch, 'personIds' | 'itemIds' | 'timestampsMs' | 'start' | 'count'>;

/** `numberOf`: the number of an item. `pause` is awaited between batches and between people. */
export async function measurePeople(
  snapshot: Pick<Snapshot, 'events' | 'eventCount'>,
  numberOf: (itemId: string) => number,
  pause: () => Promise<void> | undefined,
  eventsAPass = EVENTS_A_PASS,
): Promise<PeopleMeasured> {
  const passes = Math.max(1, Math.ceil(snapshot.eventCount / eventsAPass));
  const measured = { people: 0, histories: new LengthCounts(), sessions: new LengthCounts(), repeats: 0 };
  for (let pass = 0; pass < passes; pass++) {
    const held = new HeldEvents();
    for await (const batch of snapshot.events(['personIds', 'itemIds', 'timestampsMs'])) {
      takeBatch(held, batch, numberOf, (personId) => passes === 1 || hash(personId) % passes === pass);
      await pause();
    }
    measured.people += held.people;
    for (const { items, timesMs } of held.histories()) {
      measured.histories.add(items.length);
      measured.repeats += items.length - distinct(items);
      addSessions(measured.sessions, timesMs);
      await pause();
    }
  }
  return measured;
}

function takeBatch(
  held: HeldEvents,
  { personIds, itemIds, timestampsMs, count }: Batch,
  numberOf: (itemId: string) => number,
  isOfPass: (personId: string) => boolean,
): void {
  for (let row = 0; row < count; row++) {
    const personId = personIds[row]!;
    if (isOfPass(personId)) held.add(personId, numberOf(itemIds[row]!), timestampsMs[row]!);
  }
}

/** Events in the order of the files, which are given person by person. */
class HeldEvents {
  readonly #numbers = new Map<string, number>();
  readonly #lengths: number[] = [];
  #persons = new Uint32Array(1024);
  #items = new Uint32Array(1024);
  #timesMs = new Float64Array(1024);
  #count = 0;

  get people(): number {
    return this.#numbers.size;
  }

  add(personId: string, item: number, timestampMs: number): void {
    let person = this.#numbers.get(personId);
    if (person === undefined) {
      person = this.#numbers.size;
      this.#numbers.set(personId, person);
      this.#lengths.push(0);
    }
    if (this.#count === this.#items.length) this.#grow();
    this.#lengths[person]!++;
    this.#persons[this.#count] = person;
    this.#items[this.#count] = item;
    this.#timesMs[this.#count++] = timestampMs;
  }

  /** Each history once, sorted: the numbers of its items, and its times. */
  *histories(): Generator<{ readonly items: Uint32Array; readonly timesMs: Float64Array }> {
    const [items, timesMs] = [new Uint32Array(this.#count), new Float64Array(this.#count)];
    const ends = new Uint32Array(this.people);
    for (let person = 1; person < ends.length; person++)
      ends[person] = ends[person - 1]! + this.#lengths[person - 1]!;
    for (let event = 0; event < this.#count; event++) {
      const at = ends[this.#persons[event]!]!++;
      items[at] = this.#items[event]!;
      timesMs[at] = this.#timesMs[event]!;
    }
    for (const [person, length] of this.#lengths.entries()) {
      const end = ends[person]!;
      yield {
        items: items.subarray(end - length, end).sort(),
        timesMs: timesMs.subarray(end - length, end).sort(),
      };
    }
  }

  #grow(): void {
    const grown = <Column extends Uint32Array | Float64Array>(column: Column, empty: Column) => {
      empty.set(column);
      return empty;
    };
    const length = this.#count * 2;
    this.#persons = grown(this.#persons, new Uint32Array(length));
    this.#items = grown(this.#items, new Uint32Array(length));
    this.#timesMs = grown(this.#timesMs, new Float64Array(length));
  }
}

function distinct(sorted: Uint32Array): number {
  let count = 1;
  for (let at = 1; at < sorted.length; at++) if (sorted[at] !== sorted[at - 1]) count++;
  return count;
}

function addSessions(sessions: LengthCounts, sortedMs: Float64Array): void {
  let length = 1;
  for (let at = 1; at < sortedMs.length; at++, length++) {
    if (sortedMs[at]! - sortedMs[at - 1]! <= GAP_MS) continue;
    sessions.add(length);
    length = 0;
  }
  sessions.add(length);
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
