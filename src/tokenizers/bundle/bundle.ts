/**
 * A tokenizer as it lies on the disk and as it is exported: the same bytes. A tar.gz of plain files that need nothing of
 * ours: `manifest.json`, `encoder.json`, `codebooks.json`, `items.jsonl`, `tokens.json`, `contents.json` and
 * `SHA256SUMS`. The bytes depend on the tokenizer alone: no dates of files, no owners, one order.
 *
 * N items, L levels, D dimensions of what is quantized.
 */
import type { EncoderIdentity } from '../../encoders/text-encoder.ts';
import type { CodebookLayout } from '../../semantic-ids/codebook-layout.ts';
import type { QuantizerState } from '../../semantic-ids/quantizer.ts';

/** An encoder whose vectors were quantized, and what stands in where an item has none of its kind. */
export interface ModalityEncoder {
  readonly identity: EncoderIdentity;
  /** The catalogue's mean [dimension]. */
  readonly imputed: Float32Array;
}

export interface TokenizerBundle {
  readonly tokenizerId: string;
  readonly name: string;
  readonly datasetId: string | null;
  readonly createdAt: string;
  readonly text: ModalityEncoder | null;
  readonly image: ModalityEncoder | null;
  readonly layout: CodebookLayout;
  /** null: the codes were made elsewhere, and nothing can be assigned. */
  readonly quantizer: QuantizerState | null;
  readonly progressiveMasking: boolean;
  readonly itemIds: readonly string[];
  /** [N × L] */
  readonly codes: Uint16Array;
  /** 0: none [N]. */
  readonly suffixes: Uint32Array;
  /** Of the items' content at fit [N]; null: not known. */
  readonly contents: readonly string[] | null;
  readonly utilization: readonly number[];
  readonly collisionRate: number;
  readonly diagnostics: Readonly<Record<string, unknown>>;
}

export const BUNDLE_FORMAT = 'counterpart-tokenizer';
export const BUNDLE_VERSION = 1;
