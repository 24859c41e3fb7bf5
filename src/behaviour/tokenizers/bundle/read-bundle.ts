/** Reads a tokenizer's bundle. An incomplete or foreign file is refused with a message. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { z } from 'zod';
import { MIB } from '../../../contract/common.ts';
import {
  describeUnpackBound,
  maxUnpackedBytes,
  type UnpackBounds,
} from '../../../platform/intake/sources/unpack-bounds.ts';
import { codebookLayout } from '../../semantic-ids/codebook-layout.ts';
import type { QuantizerState } from '../../semantic-ids/quantizer.ts';
import { BUNDLE_FORMAT, BUNDLE_VERSION, type ModalityEncoder, type TokenizerBundle } from './bundle.ts';

export class FaultyBundleError extends Error {
  override readonly name = 'FaultyBundleError';
}

/** Bound of all files together, which are held in memory. */
const bounds: UnpackBounds = { most: 2047 * MIB };

const Floats = z.object({ dtype: z.literal('float32-le'), base64: z.string() });
const Manifest = z.object({
  format: z.literal(BUNDLE_FORMAT),
  format_version: z.literal(BUNDLE_VERSION),
  tokenizer_id: z.string(),
  name: z.string(),
  dataset_id: z.string().nullable(),
  created_at: z.string(),
  item_count: z.int(),
  levels: z.int().min(1).max(8),
  resolution: z.enum(['multi', 'uniform']),
  base_size: z.int(),
  progressive_masking: z.boolean(),
  codebook_utilization: z.array(z.number()),
  collision_rate: z.number(),
  diagnostics: z.record(z.string(), z.unknown()),
});
const Encoder = z
  .object({
    name: z.string(),
    version: z.string(),
    dimension: z.int(),
    weights_sha256: z.string(),
    imputed: Floats,
  })
  .nullable();
const Encoders = z.object({ text: Encoder, image: Encoder });
const Codebooks = z.union([
  z.object({ kind: z.null() }),
  z.object({
    kind: z.enum(['residual-kmeans', 'rq-vae']),
    dimension: z.int(),
    settings: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
    tensors: z.record(z.string(), Floats.extend({ shape: z.array(z.int()) })),
  }),
]);
const Contents = z.object({ sha256: z.array(z.string()).nullable() });

/** Throws FaultyBundleError. */
export async function readBundle(bytes: Uint8Array): Promise<TokenizerBundle> {
  const files = await unpackedFiles(bytes);
  checkSums(files);
  const manifest = parsed(files, 'manifest.json', Manifest);
  const layout = codebookLayout(manifest.levels, manifest.resolution, manifest.base_size);
  const encoders = parsed(files, 'encoder.json', Encoders);
  const codebooks = parsed(files, 'codebooks.json', Codebooks);
  return {
    tokenizerId: manifest.tokenizer_id,
    name: manifest.name,
    datasetId: manifest.dataset_id,
    createdAt: manifest.created_at,
    text: encoderOf(encoders.text),
    image: encoderOf(encoders.image),
    layout,
    quantizer: codebooks.kind === null ? null : quantizerState(codebooks, layout),
    progressiveMasking: manifest.progressive_masking,
    ...readItems(fileNamed(files, 'items.jsonl'), manifest.item_count, layout.sizes),
    contents: parsed(files, 'contents.json', Contents).sha256,
    utilization: manifest.codebook_utilization,
    collisionRate: manifest.collision_rate,
    diagnostics: manifest.diagnostics,
  };
}

type Files = ReadonlyMap<string, Buffer>;

async function unpackedFiles(bytes: Uint8Array): Promise<Files> {
  try {
    const maxOutputLength = maxUnpackedBytes(bytes.length, bounds);
    const tar = await promisify(gunzip)(bytes, { maxOutputLength });
    const entries = await unpackTar(tar);
    return new Map(
      entries.map(({ header, data }) => [
        header.name,
        data === undefined ? Buffer.alloc(0) : Buffer.from(data.buffer, data.byteOffset, data.byteLength),
      ]),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new FaultyBundleError(`it ${describeUnpackBound(bytes.length, bounds)}; no export is like that`);
    throw new FaultyBundleError('it is no sound tar.gz; export it again');
  }
}

function fileNamed(files: Files, name: string): Buffer {
  const file = files.get(name);
  if (file === undefined) throw new FaultyBundleError(`it has no ${name}`);
  return file;
}

/** Every file except SHA256SUMS must be listed there with its hash. */
function checkSums(files: Files): void {
  const sums = new Map(
    fileNamed(files, 'SHA256SUMS')
      .toString('utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  for (const [name, body] of files) {
    if (name === 'SHA256SUMS') continue;
    if (sums.get(name) !== createHash('sha256').update(body).digest('hex'))
      throw new FaultyBundleError(`${name} is not what SHA256SUMS says; export it again`);
  }
}

function parsed<Schema extends z.ZodType>(files: Files, name: string, schema: Schema): z.output<Schema> {
  const text = fileNamed(files, name).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FaultyBundleError(`${name} is no JSON`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw new FaultyBundleError(
    `${name} has a form that this version does not know: ${path.join('.')}: ${message}`,
  );
}

function encoderOf(encoder: z.output<typeof Encoder>): ModalityEncoder | null {
  if (encoder === null) return null;
  const { name, version, dimension, weights_sha256: weightsHash } = encoder;
  return { identity: { name, version, dimension, weightsHash }, imputed: floatsOf(encoder.imputed) };
}

function quantizerState(
  { kind, dimension, settings, tensors }: Exclude<z.output<typeof Codebooks>, { kind: null }>,
  layout: QuantizerState['layout'],
): QuantizerState {
  const read = Object.entries(tensors).map(([name, { shape, ...floats }]) => {
    const values = floatsOf(floats);
    if (shape.reduce((product, size) => product * size, 1) !== values.length)
      throw new FaultyBundleError(`the tensor ${name} of codebooks.json has not the size of its shape`);
    return [name, { shape, values }] as const;
  });
  return { kind, layout, dimension, settings, tensors: Object.fromEntries(read) };
}

function floatsOf({ base64 }: z.output<typeof Floats>): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  const values = new Float32Array(bytes.length / 4);
  for (let at = 0; at < values.length; at++) values[at] = bytes.readFloatLE(4 * at);
  return values;
}

function readItems(lines: Buffer, count: number, sizes: readonly number[]) {
  const itemIds: string[] = [];
  const codes = new Uint16Array(count * sizes.length);
  const suffixes = new Uint32Array(count);
  let start = 0;
  for (let end = lines.indexOf(10); end >= 0; end = lines.indexOf(10, start)) {
    const item = JSON.parse(lines.toString('utf8', start, end)) as {
      readonly item_id: string;
      readonly codes: readonly number[];
      readonly collision_suffix: number | null;
    };
    if (
      item.codes.length !== sizes.length ||
      item.codes.some((code, level) => !(code >= 0 && code < sizes[level]!))
    )
      throw new FaultyBundleError(`items.jsonl gives ${item.item_id} codes that no codebook has`);
    codes.set(item.codes, itemIds.length * sizes.length);
    suffixes[itemIds.length] = item.collision_suffix ?? 0;
    itemIds.push(item.item_id);
    start = end + 1;
  }
  if (itemIds.length !== count)
    throw new FaultyBundleError(`items.jsonl has ${itemIds.length} items, and the manifest says ${count}`);
  return { itemIds, codes, suffixes };
}
