/**
 * Changes an index: writes rows, ends them, and adds vectors. A segment without room for another row, or for
 * a row's values, is replaced by a copy in a larger or wider shape. Queries in progress finish on the old
 * one. The dictionaries count the holders of each code, so a rewritten row releases its previous codes.
 */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import type { QuantizedVector } from '../../../../platform/storage/quantized-vector.ts';
import type { IndexedProfile, StoredVector } from '../../../../platform/storage/store.ts';
import type { BlockLists } from '../../block-lists.ts';
import { type EncodedProfile, encodeProfile } from '../../codes/encode-profile.ts';
import type { IndexDictionaries } from '../../codes/index-dictionaries.ts';
import { tieBreak } from '../../tie-break.ts';
import { MAX_ROWS, type SegmentShape } from '../layout/segment-layout.ts';
import { bothShapes, CAPACITIES, firstShape, fits, widened } from '../layout/segment-shape.ts';
import { withoutSlack } from '../layout/without-slack.ts';
import { Segment } from '../segment.ts';
import type { QueryWorkers } from '../workers/query-workers.ts';
import { codesOf, type HeldCodes, putProfileVector, putRow } from './put-row.ts';
import { firstRowOf, localRow, segmentOf } from './row-numbers.ts';
import { UserIdTable } from './user-id-table.ts';

/** Vectors of one encoder: the same position in every segment's shape. */
export interface VectorGroup {
  readonly encoderId: string;
  readonly dimension: number;
}

/** The parts that are written. */
export interface WrittenParts {
  readonly dictionaries: IndexDictionaries;
  readonly segments: Segment[];
  readonly groups: readonly VectorGroup[];
  readonly blocks: BlockLists;
}

export class RowWriter {
  readonly #definition: DomainDefinition;
  readonly #workers: QueryWorkers;
  readonly #dictionaries: IndexDictionaries;
  readonly #segments: Segment[];
  readonly #blocks: BlockLists;
  #groups: readonly VectorGroup[];
  /** The shape that every new segment gets. */
  #shape: SegmentShape;
  #size = 0;
  #changes = 0;

  constructor(definition: DomainDefinition, workers: QueryWorkers, parts: WrittenParts) {
    this.#definition = definition;
    this.#workers = workers;
    this.#dictionaries = parts.dictionaries;
    this.#segments = parts.segments;
    this.#groups = parts.groups;
    this.#blocks = parts.blocks;
    const shape = this.#segments.reduce(
      (both, segment) => bothShapes(both, segment.shape),
      firstShape(definition),
    );
    this.#shape = { ...shape, vectors: this.#groups };
    for (const segment of this.#segments) {
      this.#size += segment.ids.live;
      workers.watch(segment, segment.key);
    }
  }

  get groups(): readonly VectorGroup[] {
    return this.#groups;
  }

  /** Live rows. */
  get size(): number {
    return this.#size;
  }

  /** Rows written and ended, and vectors added. */
  get changes(): number {
    return this.#changes;
  }

  upsert({ row: profile, profileVector }: IndexedProfile): void {
    const encoded = encodeProfile(this.#definition, this.#dictionaries, profile);
    const known = this.rowOf(profile.userId);
    const position = known === null ? this.#roomy() : segmentOf(known);
    this.#fitting(position, encoded);
    const group =
      profileVector === null ? null : this.#groupFor(profileVector.encoderId, profileVector.vector);
    const segment = group === null ? this.#segments[position]! : this.withGroup(position, group);
    const row = known === null ? segment.ids.add(profile.userId) : localRow(known);
    const before = known === null ? null : codesOf(segment.rows, row);
    segment.write(row, (rows) => {
      putRow(rows, row, encoded);
      putProfileVector(rows, row, profileVector, group);
      rows.putUpdatedAt(row, Date.parse(profile.updatedAt));
      rows.ties[row] = tieBreak(profile.userId);
      rows.setComplete(row, profile.complete);
      rows.setLive(row, true);
    });
    if (before === null) this.#size += 1;
    else this.#release(before);
    this.#blocks.put(firstRowOf(position) + row, profile.preferences.effective.excludeUserIds);
    this.#changes += 1;
  }

  delete(userId: string): void {
    const found = this.rowOf(userId);
    if (found === null) return;
    const segment = this.#segments[segmentOf(found)]!;
    const row = localRow(found);
    const before = codesOf(segment.rows, row);
    segment.write(row, (rows) => rows.clearRow(row));
    segment.ids.delete(row);
    this.#release(before);
    this.#blocks.put(found, []);
    this.#size -= 1;
    this.#changes += 1;
  }

  /** Vectors of unknown users are ignored. */
  addVectors(encoderId: string, vectors: readonly StoredVector[]): void {
    for (const { userId, vector } of vectors) {
      const row = this.rowOf(userId);
      if (row === null) continue;
      const group = this.#groupFor(encoderId, vector);
      const segment = this.withGroup(segmentOf(row), group);
      segment.write(localRow(row), (rows) => rows.putVector(localRow(row), group, vector));
      this.#changes += 1;
    }
  }

  /** Drops the vectors of all other encoders. */
  keepVectorsOf(encoderId: string): void {
    const kept = this.#groups.findIndex((group) => group.encoderId === encoderId);
    if (this.#groups.length === (kept < 0 ? 0 : 1)) return;
    this.#groups = kept < 0 ? [] : [this.#groups[kept]!];
    this.#shape = { ...this.#shape, vectors: this.#groups };
    this.#segments.forEach((segment, position) => {
      const has = kept >= 0 && kept < segment.shape.vectors.length;
      const shape = { ...segment.shape, vectors: has ? this.#groups : [] };
      this.#replace(position, segment.widened(shape, has ? [kept] : []));
    });
  }

  /** The segment with a column for the group; its rows have no vector there yet. */
  withGroup(position: number, group: number): Segment {
    const segment = this.#segments[position]!;
    if (group < segment.shape.vectors.length) return segment;
    const shape = { ...segment.shape, vectors: [...this.#groups] };
    const held = positionsOf(segment.shape.vectors);
    return this.#replace(position, segment.widened(shape, held));
  }

  /**
   * Copies segments with much slack one after another. One that is replaced meanwhile is left for the next
   * call.
   */
  async closeSlack(): Promise<void> {
    for (const [position, segment] of [...this.#segments.entries()].filter(([, each]) => each.isSlack)) {
      const copy = await withoutSlack(segment).finally(() => segment.echoTo(null));
      if (this.#segments[position] === segment) this.#replace(position, copy);
    }
  }

  /** The row of the index. */
  rowOf(userId: string): number | null {
    for (let position = this.#segments.length - 1; position >= 0; position--) {
      const row = this.#segments[position]!.ids.rowOf(userId);
      if (row >= 0) return firstRowOf(position) + row;
    }
    return null;
  }

  #release({ fields, preferences }: HeldCodes): void {
    for (const [field, code] of fields.entries()) this.#dictionaries.release(field, code);
    for (const [kind, id] of preferences.entries()) this.#dictionaries.releasePreference(kind, id);
  }

  /** Position of a segment with room for one more row. */
  #roomy(): number {
    const position = this.#segments.length - 1;
    const last = this.#segments[position];
    if (last !== undefined && !last.isFull) return position;
    if (last === undefined || last.layout.capacity === MAX_ROWS) {
      const capacity = last === undefined ? CAPACITIES[0] : MAX_ROWS;
      const segment = new Segment({ ...this.#shape, capacity }, new UserIdTable());
      this.#workers.watch(segment, segment.key);
      this.#segments.push(segment);
      return position + 1;
    }
    const capacity = CAPACITIES.find((larger) => larger > last.layout.capacity)!;
    this.#replace(position, last.copied({ ...last.shape, capacity }, positionsOf(last.shape.vectors)));
    return position;
  }

  /** Widens the segment where the row does not fit; vectors are handled apart. */
  #fitting(position: number, encoded: EncodedProfile): void {
    const segment = this.#segments[position]!;
    if (fits(segment.rows, encoded)) return;
    const shape = widened(segment.shape, encoded);
    this.#replace(position, segment.widened(shape, positionsOf(shape.vectors)));
    this.#shape = { ...bothShapes(this.#shape, shape), vectors: this.#groups };
  }

  /** Position of the encoder's group, which is made with its first vector. */
  #groupFor(encoderId: string, { codes }: QuantizedVector): number {
    const known = this.#groups.findIndex((group) => group.encoderId === encoderId);
    if (known < 0) {
      this.#groups = [...this.#groups, { encoderId, dimension: codes.length }];
      this.#shape = { ...this.#shape, vectors: this.#groups };
      return this.#groups.length - 1;
    }
    const { dimension } = this.#groups[known]!;
    if (dimension !== codes.length) {
      throw new Error(
        `a vector of ${encoderId} has ${codes.length} dimensions, its others have ${dimension}`,
      );
    }
    return known;
  }

  #replace(position: number, segment: Segment): Segment {
    this.#workers.detach(this.#segments[position]!.key);
    this.#workers.watch(segment, segment.key);
    this.#segments[position] = segment;
    return segment;
  }
}

function positionsOf(list: readonly unknown[]): readonly number[] {
  return [...list.keys()];
}
