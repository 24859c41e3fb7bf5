/**
 * Reads a folder of sequences as lines of an import. Four formats: MovieLens 100K in RecBole's layout,
 * MovieLens 1M in SASRec's order, baskets in order (`baskets-in-order.ts`), and the following. `sequences.txt` (a person, then items, oldest first),
 * `events.tsv` (person, item, timestamp, and `basket` where events have one) or both, and optionally `items.tsv` (item, then any description). A
 * column `attributes` there, with parts between « | », is also a declared list.
 *
 * An item without a description has an empty text: an invented one would tell items apart by their ids.
 *
 * With both files, the order is that of the sequences and the times are those of the events. Published
 * figures depend on the order within a day.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventLine, itemLine, rowsOf } from '../../bench/converters/dataset-lines.ts';
import { filmFeatures } from '../../bench/converters/film-features.ts';
import { ml1mLines } from '../../bench/converters/ml-1m.ts';
import { ml100kLines } from '../../bench/converters/ml-100k.ts';
import { type DeclaredEvents, noDeclaredEvents } from '../../src/contract/dataset-events.ts';
import { type DatasetFeatures, noFeatures } from '../../src/contract/dataset-features.ts';
import { BASKETS_FILE, basketLines } from './baskets-in-order.ts';
import { FIRST_SECOND } from './first-second.ts';

export interface FolderLines {
  readonly lines: Iterable<string>;
  /** False: only the order is known, and times are synthetic. */
  readonly timesAreReal: boolean;
  /** The features that the lines have as attributes. */
  readonly features: DatasetFeatures;
  /** Baskets, with repeats, where events have them. */
  readonly declaredEvents: DeclaredEvents;
}

const listedFeatures: DatasetFeatures = { items: { attributes: { type: 'list' } }, people: {}, events: {} };

interface Visit {
  readonly person: string;
  readonly item: string;
  /** Epoch seconds. */
  readonly atSeconds: number;
  readonly basket?: string;
}

const baskets: DeclaredEvents = { kinds: {}, repeats: true, baskets: 'basket_id' };

/**
 * `leaveOut`: columns of items.tsv without information about an item (a shop's number). Throws an Error that
 * lists the expected files where the folder has no known format.
 */
export function datasetLinesOf(
  folder: string,
  { leaveOut = [] }: { readonly leaveOut?: readonly string[] } = {},
): FolderLines {
  const has = (name: string) => existsSync(join(folder, name));
  if (has('ml-100k.inter'))
    return {
      ...{ lines: ml100kLines(folder, { attributes: true }), timesAreReal: true },
      ...{ features: filmFeatures, declaredEvents: noDeclaredEvents },
    };
  if (has('movies.dat') && has('sas_to_original_items.txt'))
    return {
      ...{ lines: ml1mLines(folder, { attributes: true }), timesAreReal: false },
      ...{ features: filmFeatures, declaredEvents: noDeclaredEvents },
    };
  if (has(BASKETS_FILE))
    return {
      ...{ lines: basketLines(folder), timesAreReal: false },
      ...{ features: noFeatures, declaredEvents: baskets },
    };
  if (!has('sequences.txt') && !has('events.tsv'))
    throw new Error(
      `${folder} has no sequences.txt, events.tsv, ${BASKETS_FILE} or ml-100k.inter: one of them is what is evaluated.`,
    );
  const timesAreReal = has('events.tsv');
  const columnsOf = (name: string) =>
    has(name) ? readFileSync(join(folder, name), 'utf8').split('\n', 1)[0]!.trim().split('\t') : [];
  const features = columnsOf('items.tsv').includes('attributes') ? listedFeatures : noFeatures;
  const hasBaskets = columnsOf('events.tsv')[3] === 'basket';
  const declaredEvents = hasBaskets ? baskets : noDeclaredEvents;
  return { lines: generalLines(folder, has, leaveOut), timesAreReal, features, declaredEvents };
}

function* generalLines(
  folder: string,
  has: (name: string) => boolean,
  leaveOut: readonly string[],
): Generator<string> {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const timed = has('events.tsv') ? rowsOf(read('events.tsv'), '\t', 1).map(visitOf) : null;
  const sequences = has('sequences.txt') ? rowsOf(read('sequences.txt'), ' ', 0) : null;
  const visits =
    timed === null ? inOrder(sequences!) : sequences === null ? timed : inSequence(sequences, timed);
  const [names = [], ...rows] = has('items.tsv') ? rowsOf(read('items.tsv'), '\t', 0) : [];
  const described = rows.map((row) => row.filter((_, column) => !leaveOut.includes(names[column] ?? '')));
  const itemIds = new Set(described.map(([id]) => id!));
  const listed = names.indexOf('attributes');
  for (const [row, [id, ...parts]] of described.entries())
    yield itemLine({
      id: id!,
      text: parts.filter((part) => part !== '').join('\n'),
      ...(listed >= 0 && { attributes: { attributes: listOf(rows[row]![listed]) } }),
    });
  for (const { item } of visits) {
    if (itemIds.has(item)) continue;
    itemIds.add(item);
    yield itemLine({ id: item, text: '' });
  }
  for (const [at, visit] of visits.entries()) yield eventLine({ ...visit, kind: 'event', value: 1 }, at + 1);
}

/** A part that a converter did not know is no value. */
function listOf(text = ''): readonly string[] {
  return [...new Set(text.split(' | '))].filter((part) => part !== '' && part !== 'Unknown');
}

/** Seconds or milliseconds, recognised by size. */
function visitOf([person, item, timestamp, basket]: readonly string[], row: number): Visit {
  const at = Number(timestamp);
  if (person === undefined || item === undefined || timestamp === undefined || !Number.isFinite(at))
    throw new Error(
      `events.tsv, line ${row + 2}: expected person, item and a timestamp as a number, found «${[person, item, timestamp].join(' ')}».`,
    );
  const atSeconds = Math.abs(at) > 1e11 ? at / 1000 : at;
  return { person, item, atSeconds, ...(basket !== undefined && { basket }) };
}

/** The n-th item of a person at the n-th second of 2000. */
function inOrder(sequences: readonly (readonly string[])[]): readonly Visit[] {
  return sequences.flatMap(([person, ...items]) =>
    items.map((item, position) => ({ person: person!, item, atSeconds: FIRST_SECOND + position })),
  );
}

/** Throws an Error where the two files do not describe the same visits. */
function inSequence(sequences: readonly (readonly string[])[], timed: readonly Visit[]): readonly Visit[] {
  const times = new Map<string, number[]>();
  for (const { person, item, atSeconds } of timed) {
    const key = `${person}\t${item}`;
    const known = times.get(key);
    if (known === undefined) times.set(key, [atSeconds]);
    else known.push(atSeconds);
  }
  for (const all of times.values()) all.sort((a, b) => b - a);
  const visits = sequences.flatMap(([person, ...items]) =>
    items.map((item) => {
      const atSeconds = times.get(`${person}\t${item}`)?.pop();
      if (atSeconds === undefined)
        throw new Error(
          `sequences.txt has item ${item} for person ${person}, events.tsv has it not so often.`,
        );
      return { person: person!, item, atSeconds };
    }),
  );
  if (visits.length !== timed.length)
    throw new Error(`events.tsv has ${timed.length} events, sequences.txt ${visits.length}.`);
  return visits;
}
