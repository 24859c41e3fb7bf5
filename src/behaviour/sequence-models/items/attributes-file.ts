/**
 * The file with the attributes of a model's items, a part of the model beside its catalogue. The first of its
 * JSON lines is the declaration `{"features": {…}}`. One line for each item follows, in the order of the
 * catalogue: `{"created_at_ms": …, "attributes": {…}}`. Either is left out where the item has none. A model
 * whose items have neither has no such file.
 */
import type { FeatureDeclarations } from '../../../contract/dataset-features.ts';
import type { CollectedAttributes } from '../../datasets/features/collect-attributes.ts';
import { columnsBuilder, givenTimes, type ItemFeatures } from '../../datasets/features/feature-columns.ts';

export const ATTRIBUTES_FILE = 'attributes.jsonl';

/** null: no item has attributes or a date. */
export function attributesFile({
  declared,
  attributes,
  createdAtMs,
}: CollectedAttributes): Uint8Array | null {
  if (Object.keys(declared).length === 0 && createdAtMs.every(Number.isNaN)) return null;
  const pieces = [Buffer.from(`${JSON.stringify({ features: declared })}\n`)];
  for (let from = 0; from < attributes.length; from += LINES_A_PIECE) {
    const lines = attributes
      .slice(from, from + LINES_A_PIECE)
      .map((json, at) => lineOf(json, createdAtMs[from + at]!));
    pieces.push(Buffer.from(lines.join('')));
  }
  return Buffer.concat(pieces);
}

/** A piece is joined as one string, whose length is bounded. */
const LINES_A_PIECE = 4096;

function lineOf(attributes: string | null, createdAtMs: number): string {
  const created = Number.isNaN(createdAtMs) ? '' : `"created_at_ms":${createdAtMs}`;
  const values = attributes === null ? '' : `"attributes":${attributes}`;
  return `{${[created, values].filter((part) => part !== '').join(',')}}\n`;
}

/**
 * The attributes of the items by item number, as typed columns. `bytes`: the part `attributes.jsonl`,
 * verified. Throws an Error if it has not `items` items.
 */
export function readItemAttributes(bytes: Uint8Array, items: number): ItemFeatures {
  const lines = linesOf(bytes);
  const { features } = JSON.parse(lines.next().value ?? '{}') as { readonly features: FeatureDeclarations };
  const columns = columnsBuilder(features, items);
  const createdAtMs = new Float64Array(items).fill(Number.NaN);
  let item = 0;
  for (const line of lines) {
    const { created_at_ms = Number.NaN, attributes = {} } = JSON.parse(line) as Line;
    createdAtMs[item] = created_at_ms;
    columns.put(item++, attributes);
  }
  if (item !== items)
    throw new Error(`the attributes of a model are of ${item} items; its catalogue has ${items}`);
  return { declared: features, columns: columns.finish(), createdAtMs: givenTimes(createdAtMs) };
}

interface Line {
  readonly created_at_ms?: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

const LINE_FEED = 0x0a;

function* linesOf(bytes: Uint8Array): Generator<string, undefined> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start < buffer.length; ) {
    const end = buffer.indexOf(LINE_FEED, start);
    yield buffer.toString('utf8', start, end < 0 ? buffer.length : end);
    start = end < 0 ? buffer.length : end + 1;
  }
  return undefined;
}
