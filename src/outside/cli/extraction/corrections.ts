/**
 * How often clients' values contradict the values read from texts, by field: the corrections of extraction.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValue } from '../../../domains/field.ts';
import type { ProfileStore } from '../../../platform/storage/store.ts';

const PAGE = 200;

export interface FieldCorrections {
  readonly field: string;
  /** People whose texts gave a value of the field. */
  read: number;
  /** People among them whose client gave the same value; `contradicted`: another value. */
  confirmed: number;
  contradicted: number;
  /** People whose client gave a value that their texts did not yield. */
  not_found: number;
  /** Sum of the probabilities of confirmed and contradicted values. */
  stated: number;
  /** Counts by "read → given". */
  readonly pairs: Map<string, number>;
}

/** `computed` values (vectors) and soft fields are no readings of a value, so they are left out. */
export async function countCorrections(
  profiles: Pick<ProfileStore, 'scan'>,
  tenant: TenantId,
  { domain, fields }: Pick<DomainDefinition, 'domain' | 'fields'>,
): Promise<{ readonly people: number; readonly fields: readonly FieldCorrections[] }> {
  const counted = new Map(
    fields.filter(({ kind }) => kind !== 'soft').map(({ name }) => [name, corrections(name)] as const),
  );
  let people = 0;
  for await (const page of profiles.scan(tenant, domain, PAGE)) {
    for (const { row } of page) {
      if (row.lastEnrichedAt === null) continue;
      people++;
      for (const [name, counts] of counted) {
        const read = row.layers.extracted[name];
        const isRead = read !== undefined && read.provenance.source !== 'default';
        const value = row.layers.client[name] ?? row.layers.feedback[name];
        if (isRead) counts.read++;
        if (value === undefined) continue;
        if (!isRead) counts.not_found++;
        else count(counts, read.value, value.value, read.provenance.confidence);
      }
    }
  }
  return { people, fields: [...counted.values()] };
}

function corrections(field: string): FieldCorrections {
  return { field, read: 0, confirmed: 0, contradicted: 0, not_found: 0, stated: 0, pairs: new Map() };
}

function count(counts: FieldCorrections, read: FieldValue, value: FieldValue, confidence: number): void {
  counts.stated += confidence;
  if (written(read) === written(value)) {
    counts.confirmed++;
    return;
  }
  counts.contradicted++;
  const pair = `${written(read)} → ${written(value)}`;
  counts.pairs.set(pair, (counts.pairs.get(pair) ?? 0) + 1);
}

/** Sets in any order are the same, and so are letters in any case. */
function written(value: FieldValue): string {
  return Array.isArray(value) ? [...value].sort().join(', ') : String(value).toLowerCase();
}
