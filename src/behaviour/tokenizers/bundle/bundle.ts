/**
 * A tokenizer as a file. The stored file is also the export: a tar.gz of `manifest.json`, `encoder.json`,
 * `codebooks.json`, `items.jsonl`, `tokens.json`, `contents.json` and `SHA256SUMS`, which other programs can
 * read. The bytes depend only on the tokenizer: entries have a fixed order, and no dates or owners.
 *
 * N items, L levels, D dimensions of the quantized vector.
 */
import type { EncoderIdentity } from '../../../engines/encoders/text-encoder.ts';
import type { CodebookLayout } from '../../semantic-ids/codebook-layout.ts';
import type { QuantizerState } from '../../semantic-ids/quantizer.ts';

/** The encoder of a modality, and the vector of items without content of that modality. */
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
  /** null: imported codes without codebooks, so that new items get no codes. */
  readonly quantizer: QuantizerState | null;
  readonly progressiveMasking: boolean;
  readonly itemIds: readonly string[];
  /** [N × L] */
  readonly codes: Uint16Array;
  /** 0: no suffix [N]. */
  readonly suffixes: Uint32Array;
  /** Hashes of the items' content at fit [N]; null: unknown. */
  readonly contents: readonly string[] | null;
  readonly utilization: readonly number[];
  readonly collisionRate: number;
  readonly diagnostics: Readonly<Record<string, unknown>>;
}

export const BUNDLE_FORMAT = 'counterpart-tokenizer';
export const BUNDLE_VERSION = 1;
