/** The files below `imports/` that examples of the documentation name. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { shop } from '../../support/shop.ts';

/** `data`: the data folder of the service. */
export function writeExampleFiles(data: string): void {
  const folder = join(data, 'imports');
  mkdirSync(folder, { recursive: true });
  const { items, events } = shop as {
    readonly items: readonly { readonly item_id: string; readonly text: string }[];
    readonly events: readonly { readonly person_id: string; readonly item_id: string }[];
  };
  const histories = Map.groupBy(events, ({ person_id }) => person_id);
  const rows = [...histories].map(([user_id, own]) => ({
    user_id,
    items: own.map(({ item_id }) => item_id),
  }));
  writeFileSync(join(folder, 'catalogue.jsonl'), linesOf(items));
  writeFileSync(join(folder, 'histories.jsonl'), linesOf(rows));
  const parquet = parquetWriteBuffer({
    columnData: [
      { name: 'type', data: items.map(() => 'item'), type: 'STRING' },
      { name: 'item_id', data: items.map(({ item_id }) => item_id), type: 'STRING' },
      { name: 'text', data: items.map(({ text }) => text), type: 'STRING' },
    ],
  });
  writeFileSync(join(folder, 'shop-2024.parquet'), Buffer.from(parquet));
  writeFileSync(join(folder, 'people.jsonl'), '{"person_id":"shopper-2"}\n{"history":["tea-01"]}\n');
  writeFileSync(join(folder, 'seekers.jsonl'), '{"user_id":"ana"}\n{"user_id":"bruno"}\n');
  writeFileSync(join(folder, 'items.csv'), 'item_id,text\ntea-01,Green tea\n');
  const header = 'event_id,person_id,item_id,kind,timestamp\n';
  writeFileSync(join(folder, 'events-2023.csv'), `${header}ev-1,ana,tea-01,view,1690000000\n`);
  writeFileSync(join(folder, 'events-2024.csv'), `${header}ev-2,ben,tea-01,view,1710000000\n`);
}

function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
