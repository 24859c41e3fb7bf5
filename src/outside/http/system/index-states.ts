/** Memory of the candidate indexes: each of the largest, and the rest together. */
import type { SystemState } from '../../../contract/system.ts';
import type { IndexRegistry } from '../../../matching/index/candidate-index.ts';

type Indexes = SystemState['indexes'];
type IndexFigures = ReturnType<IndexRegistry['stats']>[number];

const MOST_INDEXES = 100;

/**
 * `lastSequences`: by tenant and domain with a space between. `nameOf`: the name of a tenant; asked for the
 * largest indexes only.
 */
export async function indexStates(
  figures: readonly IndexFigures[],
  lastSequences: ReadonlyMap<string, number>,
  limitBytes: number,
  nameOf: (tenant: string) => Promise<string | null>,
): Promise<Indexes> {
  const bySize = figures.toSorted((a, b) => b.bytes - a.bytes);
  const largest = bySize.slice(0, MOST_INDEXES);
  const others = bySize.slice(MOST_INDEXES);
  return {
    count: figures.length,
    rows: sumOf(figures, ({ rows }) => rows),
    bytes: sumOf(figures, ({ bytes }) => bytes),
    parts: partsOf(figures),
    limit_bytes: limitBytes,
    largest: await Promise.all(
      largest.map(async ({ tenant, domain, rows, segments, bytes, parts, built, sequence }) => ({
        tenant_id: tenant,
        tenant_name: await nameOf(tenant),
        domain,
        rows,
        segments,
        bytes,
        parts,
        built,
        sequence,
        behind: Math.max(0, (lastSequences.get(`${tenant} ${domain}`) ?? 0) - sequence),
      })),
    ),
    others: {
      count: others.length,
      rows: sumOf(others, ({ rows }) => rows),
      bytes: sumOf(others, ({ bytes }) => bytes),
    },
  };
}

function partsOf(figures: readonly IndexFigures[]): Readonly<Record<string, number>> {
  const parts: Record<string, number> = {};
  for (const each of figures) {
    for (const [part, bytes] of Object.entries(each.parts)) parts[part] = (parts[part] ?? 0) + bytes;
  }
  return parts;
}

function sumOf(figures: readonly IndexFigures[], of: (figures: IndexFigures) => number): number {
  return figures.reduce((sum, each) => sum + of(each), 0);
}
