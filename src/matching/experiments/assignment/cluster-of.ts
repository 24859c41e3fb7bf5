/**
 * The cluster of a person: a cell of places and a block of preferences. People of one cluster mostly look at
 * each other. So both sides of a cluster get one arm, and its effects on the other side stay inside the cluster
 * (Nandy et al., NeurIPS 2021, and the designs cited there).
 *
 * Cells are about `cell_km` high and wide. A block is the set of a person's own value and the wanted ones in
 * one field. So a woman who looks for a man and a man who looks for a woman are in one block.
 */
import type { ExperimentCluster } from '../../../contract/experiment.ts';
import { type DomainDefinition, geoFields } from '../../../domains/definition.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import type { Clauses } from '../../../domains/filter.ts';
import type { ProfileRow } from '../../../platform/storage/profile-row.ts';

/** The fields that make clusters; null: none does. */
export interface ClusterFields {
  readonly place_field: string | null;
  readonly cell_km: number;
  readonly block_field: string | null;
}

type ClusteredRow = Pick<ProfileRow, 'fields' | 'places'> & {
  readonly preferences: { readonly effective: { readonly clauses: Clauses } };
};

/** Kilometres of a degree of latitude. */
const KM_A_DEGREE = 111.195;

export function clusterFields(definition: DomainDefinition, cluster: ExperimentCluster): ClusterFields {
  return {
    place_field:
      cluster.place_field === undefined ? (geoFields(definition)[0]?.name ?? null) : cluster.place_field,
    cell_km: cluster.cell_km,
    block_field: cluster.block_field === undefined ? defaultBlock(definition) : cluster.block_field,
  };
}

/** With sides, the two sides of the domain would be apart. */
function defaultBlock({ sides, fields }: DomainDefinition): string | null {
  if (sides !== undefined) return null;
  return fields.find((field) => field.required && isBlockField(field))?.name ?? null;
}

export function isBlockField({ kind, type, multiple }: FieldDefinition): boolean {
  return kind === 'hard' && type === 'enum' && !multiple;
}

export function clusterOf(row: ClusteredRow, { place_field, cell_km, block_field }: ClusterFields): string {
  const place = place_field === null ? undefined : row.places[place_field];
  const cell = place === undefined ? 'no place' : cellOf(place, cell_km);
  return `${cell}/${block_field === null ? '' : blockOf(row, block_field)}`;
}

function cellOf({ lat, lon }: { readonly lat: number; readonly lon: number }, cellKm: number): string {
  const height = cellKm / KM_A_DEGREE;
  const row = Math.floor(lat / height);
  // The width in degrees of the row's middle, so that all cells of a row are equally wide.
  const cosine = Math.max(0.01, Math.cos(((row + 0.5) * height * Math.PI) / 180));
  return `${row},${Math.floor(lon / (height / cosine))}`;
}

function blockOf({ fields, preferences }: ClusteredRow, field: string): string {
  const wanted = preferences.effective.clauses.flatMap((clause) => {
    if (clause.field !== field) return [];
    if (clause.op === 'eq') return [String(clause.value)];
    return clause.op === 'in' ? clause.values.map(String) : [];
  });
  const own = fields[field];
  const values = own === undefined ? wanted : [String(own), ...wanted];
  return [...new Set(values)].sort().join('+');
}
