/**
 * Collects items and events by column and writes them as row groups. Memory is bounded by one group of each.
 */
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { SnapshotFile } from '../../storage/dataset-store.ts';
import type { EventRow, ItemRow } from '../rows/dataset-row.ts';
import { createParquetFile, type ParquetFile } from './parquet-file.ts';
import { CHARACTERS_PER_GROUP, eventsSchema, itemsSchema, ROWS_PER_GROUP } from './snapshot-schema.ts';
import { plainTextColumn, textColumn } from './text-column.ts';

export interface SnapshotKeys {
  readonly items: string;
  readonly events: string;
}

export class SnapshotWriter {
  readonly #items: ParquetFile;
  readonly #events: ParquetFile;
  #itemGroup: ItemRow[] = [];
  #eventGroup: EventRow[] = [];
  #itemCharacters = 0;
  #eventCharacters = 0;
  #itemCount = 0;
  #eventCount = 0;

  private constructor(items: ParquetFile, events: ParquetFile) {
    this.#items = items;
    this.#events = events;
  }

  static async create(artifacts: ArtifactStore, keys: SnapshotKeys): Promise<SnapshotWriter> {
    const items = await createParquetFile(artifacts, keys.items, itemsSchema);
    try {
      return new SnapshotWriter(items, await createParquetFile(artifacts, keys.events, eventsSchema));
    } catch (error) {
      await items.abort();
      throw error;
    }
  }

  get itemCount(): number {
    return this.#itemCount;
  }

  get eventCount(): number {
    return this.#eventCount;
  }

  addItem(item: ItemRow): void {
    this.#itemCount++;
    this.#itemCharacters += item.itemId.length + item.text.length;
    this.#itemGroup.push(item);
  }

  addEvent(event: EventRow): void {
    this.#eventCount++;
    this.#eventCharacters += event.eventId.length + event.personId.length + event.itemId.length;
    this.#eventGroup.push(event);
  }

  /** Writes the full groups. Call it every few thousand rows. */
  async writeFullGroups(): Promise<void> {
    if (this.#itemGroup.length >= ROWS_PER_GROUP || this.#itemCharacters >= CHARACTERS_PER_GROUP)
      await this.#writeItems();
    if (this.#eventGroup.length >= ROWS_PER_GROUP || this.#eventCharacters >= CHARACTERS_PER_GROUP)
      await this.#writeEvents();
  }

  async finish(): Promise<readonly SnapshotFile[]> {
    await this.#writeItems();
    await this.#writeEvents();
    const items = await this.#items.finish();
    const events = await this.#events.finish();
    return [
      { part: 'items', rows: this.#itemCount, ...items },
      { part: 'events', rows: this.#eventCount, ...events },
    ];
  }

  async abort(): Promise<void> {
    await Promise.all([this.#items.abort(), this.#events.abort()]);
  }

  async #writeItems(): Promise<void> {
    const group = this.#itemGroup;
    if (group.length === 0) return;
    this.#itemGroup = [];
    this.#itemCharacters = 0;
    await this.#items.writeGroup([
      plainTextColumn(
        'item_id',
        group.map((item) => item.itemId),
      ),
      plainTextColumn(
        'text',
        group.map((item) => item.text),
      ),
    ]);
  }

  async #writeEvents(): Promise<void> {
    const group = this.#eventGroup;
    if (group.length === 0) return;
    this.#eventGroup = [];
    this.#eventCharacters = 0;
    await this.#events.writeGroup([
      plainTextColumn(
        'event_id',
        group.map((event) => event.eventId),
      ),
      textColumn(
        'person_id',
        group.map((event) => event.personId),
      ),
      textColumn(
        'item_id',
        group.map((event) => event.itemId),
      ),
      textColumn(
        'kind',
        group.map((event) => event.kind),
      ),
      {
        name: 'timestamp',
        data: BigInt64Array.from(group, (event) => BigInt(event.timestampMs)),
        encoding: 'DELTA_BINARY_PACKED',
        offsetIndex: false,
      },
      {
        name: 'value',
        // A dictionary would turn -0 into 0.
        data: Float64Array.from(group, (event) => event.value),
        encoding: 'PLAIN',
        offsetIndex: false,
      },
    ]);
  }
}
