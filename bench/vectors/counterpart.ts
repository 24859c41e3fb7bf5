/**
 * Counterpart, as the embedding stage queries it with light_ml off: exact up to its bound of rows, then
 * preselected by sign codes.
 */
import { changeSequence } from '../../src/contract/brands.ts';
import { DomainDefinition } from '../../src/domains/definition.ts';
import { quantizeFinely } from '../../src/platform/storage/quantized-vector.ts';
import { plainRow } from '../../src/platform/storage/testing/plain-row.ts';
import { TENANT } from '../filter/counterpart.ts';
import { type BenchIndex, openBenchIndex } from '../world/open-index.ts';
import type { Finder } from './finder.ts';
import type { Points } from './points.ts';

const ENCODER = 'bench@1#00000000';
const AT = '2026-03-01T00:00:00.000Z';
const PAGE = 1000;

const definition = DomainDefinition.parse({
  domain: 'points',
  version: 1,
  title: 'Points',
  reciprocal: 'off',
  candidates: 'any',
  fields: [{ name: 'bucket', kind: 'hard', type: 'integer' }],
  scorecard: {},
});

/**
 * `preselects`: null is exact; else the number of rows that sign codes select. All finders share one index.
 */
export function counterpartFinders(preselects: readonly (number | null)[]): readonly Finder[] {
  let opened: Promise<BenchIndex> | undefined;
  const open = (points: Points) => {
    opened ??= filled(points);
    return opened;
  };
  return preselects.map((preselect) => ({
    name: preselect === null ? 'Counterpart, exact' : `Counterpart, ${preselect} by sign codes`,
    load: async (points) => void (await open(points)),
    async nearest(query, below, k) {
      const { index } = await opened!;
      const keep = [{ op: 'lt', field: 'bucket', value: below }] as const;
      const { selection } = await index.select([{ reason: 'filters', keep }]);
      const search = { encoderId: ENCODER, query, k, withoutVector: 0, preselect };
      const { rows } = await index.nearest(selection, search);
      selection.release();
      return rows;
    },
    close: async () => {
      await (await opened)?.close();
      opened = undefined;
    },
  }));
}

async function filled({ count, dimension, vectors, buckets }: Points): Promise<BenchIndex> {
  const opened = openBenchIndex(definition, ENCODER);
  for (let from = 0; from < count; from += PAGE) {
    const upserts = Array.from({ length: Math.min(PAGE, count - from) }, (_, at) => {
      const n = from + at;
      const vector = quantizeFinely(vectors.slice(n * dimension, (n + 1) * dimension));
      const profileVector = {
        domain: 'points',
        sourceDomain: 'points',
        encoderId: ENCODER,
        sentences: [],
        from: [],
      };
      return {
        row: plainRow(TENANT, definition, `p${n}`, { bucket: buckets[n]! }, AT),
        profileVector: { ...profileVector, vector, at: AT },
      };
    });
    opened.index.apply({ upserts, deletes: [], sequence: changeSequence(1) });
  }
  return opened;
}
