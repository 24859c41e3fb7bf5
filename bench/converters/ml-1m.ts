/**
 * MovieLens 1M in SASRec's numbering and order (`sequences.txt`: a person, then their films, oldest first).
 * It has no times. The n-th film of a person gets the n-th second of 2000, so that sorting by time restores
 * the order.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventLine, itemLine, rowsOf } from './dataset-lines.ts';
import { filmAttributes } from './film-features.ts';

const FIRST_SECOND = Date.UTC(2000, 0, 1) / 1000;

/** With `attributes` films have the features `filmFeatures`. */
export function* ml1mLines(folder: string, { attributes = false } = {}): Generator<string> {
  // Latin-1, as GroupLens wrote it.
  const films = new Map(
    rowsOf(readFileSync(join(folder, 'movies.dat'), 'latin1'), '::', 0).map(([id, title, genres]) => [
      id!,
      { title: title!, genres: genres!.split('|') },
    ]),
  );
  for (const [id, original] of rowsOf(read(folder, 'sas_to_original_items.txt'), ' ', 0)) {
    const { title, genres } = films.get(original!) ?? { title: `Film ${original}`, genres: [] };
    const text = [title, genres.join(', ')].filter((part) => part !== '').join('\n');
    const year = / \((\d{4})\)$/.exec(title)?.[1];
    yield itemLine({ id: id!, text, ...(attributes && { attributes: filmAttributes(genres, year) }) });
  }
  let number = 0;
  for (const [person, ...items] of rowsOf(read(folder, 'sequences.txt'), ' ', 0)) {
    for (const [position, item] of items.entries()) {
      const atSeconds = FIRST_SECOND + position;
      yield eventLine({ person: person!, item, kind: 'rating', atSeconds, value: 1 }, ++number);
    }
  }
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
