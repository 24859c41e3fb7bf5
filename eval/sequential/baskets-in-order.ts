/**
 * Reads `baskets.json`: by person the baskets, oldest first, each a list of items.
 *
 *   {"ann": [["bread", "milk"], ["bread"]], "bob": [["tea"]]}
 *
 * That is the form of the merged files of the repository of Li et al. (TOIS 2023), whose items are numbers. The times
 * are not known: the n-th basket of a person is at the n-th second of 2000.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { eventLine, itemLine } from '../../bench/converters/dataset-lines.ts';
import { FIRST_SECOND } from './first-second.ts';

export const BASKETS_FILE = 'baskets.json';

const Item = z.union([z.string(), z.number()]).transform(String);
const Baskets = z.record(z.string(), z.array(z.array(Item)));

/** Throws an Error that says where the file has another form. */
export function* basketLines(folder: string): Generator<string> {
  const read = Baskets.safeParse(JSON.parse(readFileSync(join(folder, BASKETS_FILE), 'utf8')));
  if (!read.success) throw new Error(`${BASKETS_FILE}: ${z.prettifyError(read.error)}`);
  const people = Object.entries(read.data);
  const items = new Set(people.flatMap(([, baskets]) => baskets.flat()));
  for (const id of items) yield itemLine({ id, text: '' });
  let number = 0;
  for (const [person, baskets] of people)
    for (const [at, basket] of baskets.entries())
      for (const item of basket)
        yield eventLine(
          { person, item, kind: 'event', value: 1, atSeconds: FIRST_SECOND + at, basket: String(at + 1) },
          ++number,
        );
}
