/**
 * MovieLens 100K in RecBole's layout: ratings with times and values, sorted by time (ties: as in the file).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventLine, itemLine, rowsOf } from './dataset-lines.ts';
import { filmAttributes } from './film-features.ts';

/** With `attributes` films have the features `filmFeatures`. */
export function* ml100kLines(folder: string, { attributes = false } = {}): Generator<string> {
  for (const [id, title, year, genres] of rowsOf(read(folder, 'ml-100k.item'), '\t', 1)) {
    const text = [`${title} (${year})`, genres]
      .filter((part) => part !== '' && part !== undefined)
      .join('\n');
    const ofFilm = filmAttributes(genres === undefined || genres === '' ? [] : genres.split(' '), year);
    yield itemLine({ id: id!, text, ...(attributes && { attributes: ofFilm }) });
  }
  const ratings = rowsOf(read(folder, 'ml-100k.inter'), '\t', 1).map(([person, item, rating, at]) => ({
    person: person!,
    item: item!,
    kind: 'rating',
    atSeconds: Number(at),
    value: Number(rating),
  }));
  ratings.sort((a, b) => a.atSeconds - b.atSeconds);
  for (const [at, rating] of ratings.entries()) yield eventLine(rating, at + 1);
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
