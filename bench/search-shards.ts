/**
 * Four ways to spread people over the shards of a search index. Prints the largest shard beside the mean one,
 * and how many shards a search within 50 km of a person asks. The people are those of the other benchmarks,
 * most in large cities. No search engine is needed.
 *
 *   npm run bench -- search-shards [--people 200000 --km 50]
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { tenantId } from '../src/contract/brands.ts';
import { shippedDomain } from '../src/domains/shipped-domains.ts';
import { tieBreak } from '../src/matching/index/tie-break.ts';
import type { Point } from '../src/matching/search-engine/candidate-search.ts';
import {
  type Cell,
  cellAt,
  coverOfCircle,
} from '../src/matching/search-engine/opensearch/documents/cells.ts';
import {
  placementOf,
  shardOf,
  shardsOf,
} from '../src/matching/search-engine/opensearch/placement/placement.ts';
import { printTable } from './support/measure.ts';
import { openWorld } from './world/generate-people.ts';

const { values: flags } = parseArgs({
  options: {
    people: { type: 'string', default: '200000' },
    km: { type: 'string', default: '50' },
  },
});
const PEOPLE = Number(flags.people);
const KM = Number(flags.km);
/** As the indexer does. */
const SAMPLED = 20_000;
const SEARCHES = 2000;

const definition = shippedDomain('dating')!;
const world = openWorld({
  ...{ tenant: tenantId('ten_bench'), definition, encoderId: 'none', dimension: 1, withTexts: false },
});
const people = Array.from({ length: PEOPLE }, (_, n) => {
  const { userId, places } = world.person(n).row;
  return { userId, places, point: places.location! };
});

interface Spreading {
  readonly name: string;
  shardOf(person: (typeof people)[number]): number;
  asked(origin: Point): number;
}

/** Cells of a level, each by its hash on `copies` shards, as the engine's `routing_partition_size` has it. */
function byCells(level: number, shards: number, copies: number): Spreading {
  const first = ({ row, column }: Cell) =>
    createHash('sha256').update(`${row}.${column}`).digest().readUInt32BE() % shards;
  return {
    name: `cells of ${Math.round(20_015 / 2 ** level)} km, each on ${copies} of the shards`,
    shardOf: ({ userId, point }) => (first(cellAt(level, point)) + (tieBreak(userId) % copies)) % shards,
    asked(origin) {
      const found = new Set<number>();
      const cover = coverOfCircle(origin, KM, 64).map((cell) => upTo(level, cell));
      for (const cell of cover) {
        for (let copy = 0; copy < copies; copy++) found.add((first(cell) + copy) % shards);
      }
      return found.size;
    },
  };
}

/** The cell of the level that holds the cell. */
function upTo(level: number, cell: Cell): Cell {
  const by = Math.max(0, cell.level - level);
  return { level, row: cell.row >> by, column: cell.column >> by };
}

function byCuts(shards: number): Spreading {
  const sample = people.slice(0, SAMPLED).map(({ point }) => point);
  const placement = placementOf(definition, shards, sample)!;
  return {
    name: 'equal parts of a curve',
    shardOf: (person) => shardOf(placement, person),
    asked: (origin) =>
      shardsOf(placement, [{ op: 'within_km', field: 'location', km: KM, origin }])?.length ?? shards,
  };
}

const figures = (shards: number, { name, ...spreading }: Spreading) => {
  const counts = new Array<number>(shards).fill(0);
  for (const person of people) counts[spreading.shardOf(person)]! += 1;
  const asked = Array.from({ length: SEARCHES }, (_, n) =>
    spreading.asked(people[(n * 97) % PEOPLE]!.point),
  ).sort((a, b) => a - b);
  const mean = asked.reduce((sum, one) => sum + one, 0) / SEARCHES;
  return [
    ...[shards, name, ((Math.max(...counts) * shards) / PEOPLE).toFixed(2)],
    ...[mean.toFixed(1), asked[Math.floor(0.99 * SEARCHES)]!],
  ];
};

printTable(
  ['shards', 'people are spread by', 'largest shard / mean', `shards asked within ${KM} km: mean`, 'p99'],
  [8, 50, 500].flatMap((shards) =>
    [
      ...[6, 8].flatMap((level) => [1, 4].map((copies) => byCells(level, shards, copies))),
      byCuts(shards),
    ].map((spreading) => figures(shards, spreading)),
  ),
);
