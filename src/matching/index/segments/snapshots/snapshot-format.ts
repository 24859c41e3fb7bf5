/**
 * The format of a snapshot on disk, a folder of
 *
 *   manifest.json            the index, the files of its snapshot, their lengths and CRC-32; the first line
 *                            is the CRC-32 of the rest. It is written last, under another name, and
 *                            renamed: a snapshot is complete once its manifest exists. Files not named
 *                            there are unused.
 *   <generation>-<n>.rows    segment n: its columns up to its last row, the start of each user id, the ids
 *   <generation>.codes       dictionaries and block lists, JSON
 *
 * Numbers are little-endian, as in WebAssembly. Changes continue while a snapshot is written, so a row in it
 * may be half old, half new. That is harmless. A snapshot has the sequence at which it began, and every later
 * change is in the feed behind that. Catching up rewrites the whole row or ends it. Only user ids must not be
 * torn, because the feed finds rows by them. Ids are only ever added, and an erased id is overwritten after
 * the snapshot is done.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { DomainDefinition } from '../../../../domains/definition.ts';
import { halfBytesOf } from '../../../../platform/storage/quantized-vector.ts';
import { MAX_ROWS, type SegmentLayout, type SegmentShape } from '../layout/segment-layout.ts';

/** Increased with every change that older readers would misread. */
export const SNAPSHOT_FORMAT = 5;
export const MANIFEST = 'manifest.json';

const CodeStorage = z.enum(['u8', 'u16', 'u32']);
const FieldShape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('code'), storage: CodeStorage, reach: z.enum(['u8', 'u16']).optional() }),
  z.strictObject({ kind: z.literal('number'), storage: z.enum(['i16', 'i32', 'f64']) }),
  z.strictObject({ kind: z.literal('set'), storage: CodeStorage, words: z.number().int().min(1) }),
  z.strictObject({ kind: z.literal('soft') }),
]);
const Shape = z.strictObject({
  capacity: z.number().int().min(1).max(MAX_ROWS),
  fields: z.array(FieldShape),
  preferences: z.array(CodeStorage.nullable()),
  vectors: z.array(z.strictObject({ dimension: z.number().int().min(1) })),
});

const NamedFile = z.strictObject({
  file: z.string().regex(/^[0-9a-z-]+\.(rows|codes)$/),
  bytes: z.number().int().min(0),
  crc32: z.number().int().min(0),
});
export type NamedFile = z.infer<typeof NamedFile>;

const SegmentFile = z.strictObject({
  ...NamedFile.shape,
  shape: Shape,
  rows: z.number().int().min(0),
  idBlocks: z.number().int().min(0),
});
export type SegmentFile = z.infer<typeof SegmentFile>;

const Manifest = z.strictObject({
  format: z.literal(SNAPSHOT_FORMAT),
  tenant: z.string(),
  domain: z.string(),
  version: z.number().int(),
  /** SHA-256 of the fields' definitions: another set of fields has other columns. */
  fields: z.string(),
  sequence: z.number().int().min(0),
  /** The encoder of the vectors; null: the snapshot has none. */
  encoder: z.strictObject({ encoderId: z.string(), dimension: z.number().int().min(1) }).nullable(),
  encoderId: z.string(),
  codes: NamedFile,
  segments: z.array(SegmentFile),
});
export type Manifest = z.infer<typeof Manifest>;

/** The reason why a snapshot cannot be used, as a sentence for the log. */
export class DamagedSnapshot extends Error {}

export function fieldsDigest({ fields }: DomainDefinition): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

export function encodeManifest(manifest: Manifest): string {
  const body = JSON.stringify(manifest);
  return `${crc32(body).toString(16)}\n${body}\n`;
}

/** Throws `DamagedSnapshot`. */
export function decodeManifest(text: string): Manifest {
  const [checksum, body = ''] = text.split('\n');
  if (crc32(body).toString(16) !== checksum) throw new DamagedSnapshot('its manifest was changed or cut off');
  const read = Manifest.safeParse(JSON.parse(body));
  if (read.success) return read.data;
  const { format } = JSON.parse(body) as { format?: unknown };
  const why = format === SNAPSHOT_FORMAT ? 'its manifest has another form' : `it is of format ${format}`;
  throw new DamagedSnapshot(`${why}; this version reads format ${SNAPSHOT_FORMAT}`);
}

/** The shape as plain data, with at most one group of vectors. */
export function storedShape(shape: SegmentShape, group: number): SegmentFile['shape'] {
  const vectors = shape.vectors.slice(group, group + 1).map(({ dimension }) => ({ dimension }));
  return Shape.parse({ ...shape, vectors: group < 0 ? [] : vectors });
}

export interface Stretch {
  /** From the segment's base. */
  readonly offset: number;
  readonly bytes: number;
}

const BYTES = { u8: 1, u16: 2, u32: 4, i16: 2, i32: 4, f64: 8 } as const;

/**
 * The stretches of the first `rows` rows, column by column; `group`: the vectors to include, negative: none.
 */
export function stretchesOf(layout: SegmentLayout, rows: number, group: number): readonly Stretch[] {
  const bitmap = 4 * Math.ceil(rows / 32);
  const wide = (offset: number, bytesPerRow: number) => ({ offset, bytes: bytesPerRow * rows });
  const vectors = group < 0 ? undefined : layout.vectors[group];
  return [
    { offset: layout.live, bytes: bitmap },
    { offset: layout.complete, bytes: bitmap },
    wide(layout.presence, 4 * layout.presenceWords),
    wide(layout.updatedAt, 8),
    wide(layout.updatedWeeks, 2),
    wide(layout.ties, 4),
    ...layout.preferences.flatMap((column) =>
      column === null ? [] : [wide(column.offset, BYTES[column.storage])],
    ),
    ...layout.fields.flatMap((field) => {
      if (field.kind === 'soft') return [];
      const column = wide(field.offset, BYTES[field.storage] * (field.kind === 'set' ? field.words : 1));
      const reach = field.kind === 'code' ? field.reach : null;
      return reach === null ? [column] : [column, wide(reach.offset, BYTES[reach.storage])];
    }),
    ...(vectors === undefined
      ? []
      : [
          wide(vectors.codes, vectors.dimension),
          wide(vectors.halves, halfBytesOf(vectors.dimension)),
          wide(vectors.scales, 4),
          wide(vectors.squares, 4),
          wide(vectors.signs, 4 * vectors.signWords),
        ]),
  ];
}
