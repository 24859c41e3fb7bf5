/**
 * The rows of a dataset in a file of this browser, as the API takes them. A row says what it is by `type`, as an
 * export writes it, or by its columns.
 */
import type { wire } from 'counterpart-client';
import { detectFormat } from 'counterpart-intake/sources/detect-format.ts';
import { openSource } from 'counterpart-intake/sources/open-source.ts';
import { actText } from '../../text/en-act.ts';
import { browserFile } from '../import/browser-file.ts';

type Item = wire.AppendItemsRequest['items'][number];
type Event = wire.AppendEventsRequest['events'][number];
type Person = NonNullable<wire.ImportDatasetRows['people']>[number];
type Features = NonNullable<wire.ImportDatasetRows['features']>;
type Row = Readonly<Record<string, unknown>>;

export interface DatasetFile {
  readonly file: string;
  /** Declared by the file. */
  readonly features?: Features;
  readonly items: readonly Item[];
  readonly people: readonly Person[];
  readonly events: readonly Event[];
}

export interface RowFault {
  readonly row: number;
  readonly why: string;
}

/** The first faults of a file of which nothing is sent. */
export class FaultyFile extends Error {
  readonly faults: readonly RowFault[];
  readonly count: number;

  constructor(faults: readonly RowFault[], count: number) {
    super(actText.importDataset.faults(count));
    this.faults = faults;
    this.count = count;
  }
}

/** The page holds all rows of the file. */
const MOST_BYTES = 128 * 1024 * 1024;
const SHOWN_FAULTS = 10;

/** Throws FaultyFile, and an error for a file that is too large or of another kind. */
export async function readDatasetFile(file: File): Promise<DatasetFile> {
  if (file.size > MOST_BYTES) throw new Error(actText.importDataset.tooLarge(MOST_BYTES / 1024 ** 2));
  const format = (await detectFormat(browserFile(file))) ?? 'csv';
  const source = await openSource(format, { file: browserFile(file), columns: null, reading: {} });
  const read = { items: [] as Item[], people: [] as Person[], events: [] as Event[] };
  const faults: RowFault[] = [];
  let [features, count] = [undefined as Features | undefined, 0];
  const isTable = format === 'csv' || format === 'tsv';
  for await (const each of source.rows) {
    const given = 'fault' in each ? each.fault : partOf(isTable ? typedCells(each.row) : each.row);
    if (typeof given === 'string') {
      count++;
      if (faults.length < SHOWN_FAULTS) faults.push({ row: each.number, why: given });
    } else if (given.type === 'features') features = given.row as unknown as Features;
    else if (given.type === 'item') read.items.push(given.row as unknown as Item);
    else if (given.type === 'person') read.people.push(given.row as unknown as Person);
    else read.events.push(given.row as unknown as Event);
  }
  if (count > 0) throw new FaultyFile(faults, count);
  return { file: file.name, ...(features && { features }), ...read };
}

interface Part {
  readonly type: 'item' | 'event' | 'person' | 'features';
  readonly row: Row;
}

/** What a row is, without the column that says so; or why it is nothing. */
function partOf({ type, ...row }: Row): Part | string {
  if (Object.keys(row).some((name) => /^(attributes|context)\./.test(name)))
    return actText.importDataset.attributes;
  if (type === 'features') return { type, row };
  if (type === 'item' || type === 'event' || type === 'person') return { type, row };
  if (type !== undefined) return actText.importDataset.unknownType(String(type));
  if ('event_id' in row) return { type: 'event', row };
  if ('item_id' in row && 'text' in row) return { type: 'item', row };
  if ('person_id' in row && !('item_id' in row)) return { type: 'person', row };
  return actText.importDataset.unknownRow;
}

/** The cells of a table that say something; an event's value is a number. A text of an item may be empty. */
function typedCells(row: Row): Row {
  const isItem = row.type === 'item' || !('event_id' in row);
  const cells = Object.entries(row).flatMap(([name, cell]): [string, unknown][] => {
    if (cell === '' || cell === null) return name === 'text' && isItem ? [[name, '']] : [];
    return [[name, name === 'value' ? Number(cell) : cell]];
  });
  return Object.fromEntries(cells);
}
