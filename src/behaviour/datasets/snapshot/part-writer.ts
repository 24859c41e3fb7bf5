/** Collects rows of one file of a snapshot and writes them as row groups. Memory is bounded by one group. */
import type { SchemaElement } from 'hyparquet';
import type { ColumnSource } from 'hyparquet-writer';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { SnapshotFile } from '../../../platform/storage/dataset-store.ts';
import { createParquetFile, type ParquetFile } from './parquet-file.ts';
import { CHARACTERS_PER_GROUP, ROWS_PER_GROUP } from './snapshot-schema.ts';

export interface PartForm<Row> {
  readonly part: SnapshotFile['part'];
  readonly schema: SchemaElement[];
  /** Characters of a row, for the size of a group. */
  readonly charactersOf: (row: Row) => number;
  readonly columnsOf: (rows: readonly Row[]) => readonly ColumnSource[];
}

export class PartWriter<Row> {
  readonly #form: PartForm<Row>;
  readonly #file: ParquetFile;
  #group: Row[] = [];
  #characters = 0;
  #count = 0;

  private constructor(form: PartForm<Row>, file: ParquetFile) {
    this.#form = form;
    this.#file = file;
  }

  static async create<Row>(
    artifacts: ArtifactStore,
    key: string,
    form: PartForm<Row>,
  ): Promise<PartWriter<Row>> {
    return new PartWriter(form, await createParquetFile(artifacts, key, form.schema));
  }

  get count(): number {
    return this.#count;
  }

  add(row: Row): void {
    this.#count++;
    this.#characters += this.#form.charactersOf(row);
    this.#group.push(row);
  }

  async writeIfFull(): Promise<void> {
    if (this.#group.length >= ROWS_PER_GROUP || this.#characters >= CHARACTERS_PER_GROUP)
      await this.#writeGroup();
  }

  async finish(): Promise<SnapshotFile> {
    await this.#writeGroup();
    return { part: this.#form.part, rows: this.#count, ...(await this.#file.finish()) };
  }

  abort(): Promise<void> {
    return this.#file.abort();
  }

  async #writeGroup(): Promise<void> {
    const group = this.#group;
    if (group.length === 0) return;
    this.#group = [];
    this.#characters = 0;
    await this.#file.writeGroup(this.#form.columnsOf(group));
  }
}
