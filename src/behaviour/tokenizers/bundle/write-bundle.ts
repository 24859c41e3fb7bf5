/** Writes a tokenizer's bundle. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { packTar } from 'modern-tar';
import { MODALITIES } from '../../../contract/tokenizer.ts';
import type { EncoderIdentity } from '../../../engines/encoders/text-encoder.ts';
import {
  entryHeader,
  OPERATING_SYSTEM_AT,
  UNKNOWN_SYSTEM,
} from '../../../platform/artifacts/bundle-archive.ts';
import { BUNDLE_FORMAT, BUNDLE_VERSION, type ModalityEncoder, type TokenizerBundle } from './bundle.ts';

export async function writeBundle(bundle: TokenizerBundle): Promise<Buffer> {
  const files = Object.entries(bundleFiles(bundle));
  const sums = files.map(([name, body]) => `${sha256(body)}  ${name}\n`).join('');
  const entries = [...files, ['SHA256SUMS', Buffer.from(sums)] as const].map(([name, body]) => ({
    header: entryHeader(name, body.length),
    body,
  }));
  const packed = await promisify(gzip)(await packTar(entries), { level: constants.Z_BEST_SPEED });
  packed[OPERATING_SYSTEM_AT] = UNKNOWN_SYSTEM;
  return packed;
}

function bundleFiles(bundle: TokenizerBundle): Record<string, Buffer> {
  return {
    'manifest.json': json(manifestOf(bundle)),
    'encoder.json': json({
      text: encoderOf(bundle.text),
      image: encoderOf(bundle.image),
      concatenation: MODALITIES.filter((modality) => bundle[modality] !== null),
    }),
    'codebooks.json': json(codebooksOf(bundle)),
    'items.jsonl': itemLines(bundle),
    'tokens.json': json({
      levels: bundle.layout.sizes.map((size, level) => ({ level, size, token: `<sid_${level}_{code}>` })),
      suffix: { kind: 'collision_index', token: null },
    }),
    'contents.json': json({ sha256: bundle.contents }),
  };
}

function manifestOf(bundle: TokenizerBundle) {
  return {
    format: BUNDLE_FORMAT,
    format_version: BUNDLE_VERSION,
    tokenizer_id: bundle.tokenizerId,
    name: bundle.name,
    dataset_id: bundle.datasetId,
    created_at: bundle.createdAt,
    item_count: bundle.itemIds.length,
    levels: bundle.layout.sizes.length,
    resolution: bundle.layout.resolution,
    base_size: bundle.layout.baseSize,
    sizes: bundle.layout.sizes,
    quantizer: bundle.quantizer?.kind ?? null,
    progressive_masking: bundle.progressiveMasking,
    codebook_utilization: bundle.utilization,
    collision_rate: bundle.collisionRate,
    diagnostics: bundle.diagnostics,
  };
}

function encoderOf(encoder: ModalityEncoder | null) {
  if (encoder === null) return null;
  return { ...identityOf(encoder.identity), imputed: floats(encoder.imputed) };
}

function identityOf({ name, version, dimension, weightsHash }: EncoderIdentity) {
  return { name, version, dimension, weights_sha256: weightsHash };
}

function codebooksOf({ quantizer }: TokenizerBundle) {
  if (quantizer === null) return { kind: null };
  const { kind, dimension, settings, tensors } = quantizer;
  return {
    kind,
    dimension,
    settings,
    tensors: Object.fromEntries(
      Object.entries(tensors).map(([name, { shape, values }]) => [name, { shape, ...floats(values) }]),
    ),
  };
}

/** float32, little-endian, base64: exact and readable by other programs. */
function floats(values: Float32Array) {
  const bytes = Buffer.alloc(4 * values.length);
  for (let at = 0; at < values.length; at++) bytes.writeFloatLE(values[at]!, 4 * at);
  return { dtype: 'float32-le', base64: bytes.toString('base64') };
}

function itemLines({ itemIds, codes, suffixes, layout }: TokenizerBundle): Buffer {
  const levels = layout.sizes.length;
  const lines: Buffer[] = [];
  let piece = '';
  for (let item = 0; item < itemIds.length; item++) {
    const own = codes.subarray(item * levels, (item + 1) * levels).join(',');
    piece += `{"item_id":${JSON.stringify(itemIds[item])},"codes":[${own}],"collision_suffix":${suffixes[item] || null}}\n`;
    if (piece.length < 1_000_000) continue;
    lines.push(Buffer.from(piece));
    piece = '';
  }
  return Buffer.concat([...lines, Buffer.from(piece)]);
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
