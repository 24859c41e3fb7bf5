/** Writes the files of a snapshot. Memory is bounded by one row group of each. */
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { NewDataset, SnapshotFile } from '../../../platform/storage/dataset-store.ts';
import type { DatasetRow, EventRow, ItemRow, PersonRow } from '../rows/dataset-row.ts';
import { eventsForm, itemsForm, peopleForm } from './part-forms.ts';
import { PartWriter } from './part-writer.ts';

export interface SnapshotKeys {
  readonly items: string;
  readonly events: string;
  /** null: the dataset declares no features of people, and has no such rows. */
  readonly people: string | null;
}

export function snapshotKeys(
  { features }: Pick<NewDataset, 'features'>,
  keyOf: (part: SnapshotFile['part']) => string,
): SnapshotKeys {
  const hasPeople = Object.keys(features.people).length > 0;
  return { items: keyOf('items'), events: keyOf('events'), people: hasPeople ? keyOf('people') : null };
}

interface Parts {
  readonly items: PartWriter<ItemRow>;
  readonly events: PartWriter<EventRow>;
  readonly people: PartWriter<PersonRow> | null;
}

export class SnapshotWriter {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async create(artifacts: ArtifactStore, keys: SnapshotKeys): Promise<SnapshotWriter> {
    const items = await PartWriter.create(artifacts, keys.items, itemsForm);
    let events: Parts['events'] | undefined;
    try {
      events = await PartWriter.create(artifacts, keys.events, eventsForm);
      const people =
        keys.people === null ? null : await PartWriter.create(artifacts, keys.people, peopleForm);
      return new SnapshotWriter({ items, events, people });
    } catch (error) {
      await Promise.all([items.abort(), events?.abort()]);
      throw error;
    }
  }

  get itemCount(): number {
    return this.#parts.items.count;
  }

  get eventCount(): number {
    return this.#parts.events.count;
  }

  add(row: DatasetRow): void {
    if (row.type === 'item') this.addItem(row);
    else if (row.type === 'event') this.addEvent(row);
    else this.addPerson(row);
  }

  addItem(item: ItemRow): void {
    this.#parts.items.add(item);
  }

  addEvent(event: EventRow): void {
    this.#parts.events.add(event);
  }

  addPerson(person: PersonRow): void {
    if (this.#parts.people === null) throw new Error('the snapshot has no rows of people');
    this.#parts.people.add(person);
  }

  /** Writes the full groups. Call it every few thousand rows. */
  async writeFullGroups(): Promise<void> {
    for (const part of this.#all()) await part.writeIfFull();
  }

  async finish(): Promise<readonly SnapshotFile[]> {
    const files: SnapshotFile[] = [];
    for (const part of this.#all()) files.push(await part.finish());
    return files;
  }

  async abort(): Promise<void> {
    await Promise.all(this.#all().map((part) => part.abort()));
  }

  #all() {
    const { items, events, people } = this.#parts;
    return [items, events, ...(people === null ? [] : [people])];
  }
}
