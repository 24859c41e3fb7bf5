/**
 * The coverage of a domain's fields by a sample, kept for a minute, so that a screen that polls reads rows
 * once.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { schemaVersion } from '../../domains/definition.ts';
import type { StatisticsStore } from '../../platform/storage/statistics-store.ts';
import { type FieldCoverage, measureCoverage } from './measure-coverage.ts';

const MOST_SAMPLED = 2000;
const FRESH_MS = 60_000;
const MOST_KEPT = 100;

export interface Coverage {
  readonly atMs: number;
  readonly people: number;
  readonly sampled: number;
  readonly fields: readonly FieldCoverage[];
}

type CoverageStore = Pick<StatisticsStore, 'people' | 'sampleRows'>;

export async function drawCoverage(
  statistics: CoverageStore,
  tenant: TenantId,
  definition: DomainDefinition,
  nowMs: number,
): Promise<Coverage> {
  const rows = await statistics.sampleRows(tenant, definition.domain, MOST_SAMPLED);
  const people = await statistics.people(tenant, definition.domain);
  return { atMs: nowMs, people, sampled: rows.length, fields: measureCoverage(definition, rows) };
}

interface Kept {
  readonly atMs: number;
  /** When the sample was drawn. */
  readonly people: number;
  readonly coverage: Promise<Coverage>;
}

/**
 * Concurrent callers share one sample. A sample that failed is not kept, nor one with people erased since.
 */
export function rememberCoverage(statistics: CoverageStore, clock: () => number) {
  const kept = new Map<string, Kept>();
  return async (tenant: TenantId, definition: DomainDefinition): Promise<Coverage> => {
    const people = await statistics.people(tenant, definition.domain);
    const nowMs = clock();
    const key = `${tenant}/${schemaVersion(definition)}`;
    const known = kept.get(key);
    if (known !== undefined && isFresh(known, nowMs, people)) return known.coverage;
    const coverage = drawCoverage(statistics, tenant, definition, nowMs);
    const entry = { atMs: nowMs, people, coverage };
    kept.delete(key);
    kept.set(key, entry);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
    coverage.catch(() => kept.get(key) === entry && kept.delete(key));
    return coverage;
  };
}

function isFresh(kept: Kept, nowMs: number, people: number): boolean {
  return nowMs >= kept.atMs && nowMs - kept.atMs < FRESH_MS && people >= kept.people;
}
