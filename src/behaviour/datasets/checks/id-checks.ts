import type { DuplicateId, UnresolvedReference } from '../../../contract/error-details.ts';
import type { ApiError } from '../../../contract/errors.ts';
import { EventLoopYielder } from '../../../platform/threads/event-loop-yielder.ts';
import type { EventRow, ItemRow, PersonRow } from '../rows/dataset-row.ts';
import { duplicateIds, unresolvedReferences } from './dataset-faults.ts';
import { FirstFaults } from './first-faults.ts';
import { IdPartitions, newHashKey, PARTITIONS, recordsOf } from './id-partitions.ts';
import { IdTable } from './id-table.ts';

/** Longest run of work between two turns of the event loop. */
const SLICE_MS = 25;
/** About 50 MB of ids of 20 characters. */
const MAX_REMEMBERED_ITEMS = 500_000;
const MAX_REMEMBERED_LENGTH = 64;

export class IdChecks {
  readonly #items: IdPartitions;
  readonly #events: IdPartitions;
  readonly #references: IdPartitions;
  readonly #people: IdPartitions;
  readonly #seenItems = new Set<string>();
  readonly #describe: (position: number) => string;

  /** `describe` formats a position for an error message. */
  constructor(scratchFolder: string, describe: (position: number) => string) {
    const key = newHashKey();
    this.#items = new IdPartitions(key, scratchFolder);
    this.#references = new IdPartitions(key, scratchFolder);
    this.#events = new IdPartitions(newHashKey(), scratchFolder);
    this.#people = new IdPartitions(newHashKey(), scratchFolder);
    this.#describe = describe;
  }

  addItem({ itemId }: ItemRow, position: number): void {
    this.#items.add(itemId, position);
    if (this.#seenItems.size < MAX_REMEMBERED_ITEMS && itemId.length <= MAX_REMEMBERED_LENGTH)
      this.#seenItems.add(itemId);
  }

  addEvent({ eventId, itemId }: EventRow, position: number): void {
    this.#events.add(eventId, position);
    if (!this.#seenItems.has(itemId)) this.#references.add(itemId, position);
  }

  addPerson({ personId }: PersonRow, position: number): void {
    this.#people.add(personId, position);
  }

  /** The error of the import, or null if the ids are valid. `progress`: 0..1. */
  async validate(signal: AbortSignal, progress: (share: number) => void): Promise<ApiError | null> {
    const duplicates = new FirstFaults<DuplicateId>();
    const unresolved = new FirstFaults<UnresolvedReference>();
    const totals = { items: 0, events: 0, people: 0 };
    const yielder = new EventLoopYielder(SLICE_MS, { signal });
    for (let partition = 0; partition < PARTITIONS; partition++) {
      await yielder.yieldIfDue();
      const items = this.#items.read(partition);
      const table = new IdTable(items);
      totals.items += this.#findDuplicates('item', items, table, duplicates);
      this.#findUnresolved(table, this.#references.read(partition), unresolved);
      const events = this.#events.read(partition);
      totals.events += this.#findDuplicates('event', events, new IdTable(events), duplicates);
      const people = this.#people.read(partition);
      totals.people += this.#findDuplicates('person', people, new IdTable(people), duplicates);
      progress((partition + 1) / PARTITIONS);
    }
    if (duplicates.total > 0) return duplicateIds(duplicates.first(), totals);
    return unresolved.total > 0 ? unresolvedReferences(unresolved) : null;
  }

  close(): void {
    for (const partitions of [this.#items, this.#events, this.#references, this.#people]) partitions.close();
  }

  #findDuplicates(
    type: DuplicateId['type'],
    bytes: Buffer,
    table: IdTable,
    found: FirstFaults<DuplicateId>,
  ): number {
    let count = 0;
    for (const record of recordsOf(bytes)) {
      const first = table.addOrFind(record);
      if (first === null) continue;
      count++;
      found.add(record.position, () => ({
        type,
        id: bytes.toString('utf8', record.start, record.end),
        at: this.#describe(record.position),
        first_at: this.#describe(first),
      }));
    }
    return count;
  }

  #findUnresolved(items: IdTable, references: Buffer, found: FirstFaults<UnresolvedReference>): void {
    for (const record of recordsOf(references)) {
      if (items.has(record, references)) continue;
      found.add(record.position, () => ({
        item_id: references.toString('utf8', record.start, record.end),
        at: this.#describe(record.position),
      }));
    }
  }
}
