/**
 * Amazon Beauty 2014, five-core (the dataset of S3-Rec, TIGER and their successors): reviews by person,
 * oldest first. Many fall on the same day; within a day, published figures use the order of the file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventLine, itemLine, rowsOf } from './dataset-lines.ts';

export function* amazonBeautyLines(folder: string): Generator<string> {
  for (const [id, , title, attributes] of rowsOf(read(folder, 'items.tsv'), '\t', 1)) {
    const text = [title, attributes].filter((part) => part !== '' && part !== undefined).join('\n');
    yield itemLine({ id: id!, text });
  }
  const reviews = rowsOf(read(folder, 'events.tsv'), '\t', 1);
  for (const [at, [person, item, day]] of reviews.entries())
    yield eventLine(
      { person: person!, item: item!, kind: 'review', atSeconds: Number(day), value: 1 },
      at + 1,
    );
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
