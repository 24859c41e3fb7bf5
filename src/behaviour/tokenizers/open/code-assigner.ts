/**
 * Keeps codebooks open and assigns codes. The server runs it in a worker thread, since 1,000 items take about
 * 100 ms. A job runs it in its own process.
 */
import type { CodebookLayout } from '../../semantic-ids/codebook-layout.ts';
import type { Quantizer } from '../../semantic-ids/quantizer.ts';
import { quantizerFromState } from '../../semantic-ids/quantizer-from-state.ts';
import type { ModalityEncoder, TokenizerBundle } from '../bundle/bundle.ts';
import { readBundle } from '../bundle/read-bundle.ts';

/** A bundle without its codebooks, which stay in the thread that opened it. */
export interface OpenedBundle {
  readonly text: ModalityEncoder | null;
  readonly image: ModalityEncoder | null;
  readonly layout: CodebookLayout;
  /** False: only items of the catalogue have codes. */
  readonly assigns: boolean;
  readonly itemIds: readonly string[];
  readonly codes: Uint16Array;
  readonly suffixes: Uint32Array;
  readonly contents: readonly string[] | null;
  /** Memory of the bundle with its codebooks. */
  readonly memoryBytes: number;
}

export interface CodeAssigner {
  open(key: string, bytes: Uint8Array): Promise<OpenedBundle>;
  /** Codes, row-major [N × L], of vectors [N × D]; null: the key is no longer open. */
  codesOf(key: string, vectors: Float32Array): Promise<Uint16Array | null>;
  forget(key: string): void;
  close(): Promise<void>;
}

/** Blocks the calling thread while it computes. */
export function createCodeAssigner(): CodeAssigner {
  const quantizers = new Map<string, Quantizer>();
  return {
    open: async (key, bytes) => {
      const bundle = await readBundle(bytes);
      if (bundle.quantizer !== null) quantizers.set(key, quantizerFromState(bundle.quantizer));
      return openedBundle(bundle);
    },
    codesOf: async (key, vectors) => quantizers.get(key)?.codesOf(vectors) ?? null,
    forget: (key) => void quantizers.delete(key),
    close: async () => quantizers.clear(),
  };
}

/** Ids of about 40 bytes in the catalogue and its index, and content hashes of 32 letters. */
const BYTES_PER_ITEM = 240;

function openedBundle(bundle: TokenizerBundle): OpenedBundle {
  const { text, image, layout, quantizer, itemIds, codes, suffixes, contents } = bundle;
  const tensors = Object.values(quantizer?.tensors ?? {});
  const weights = tensors.reduce((sum, { values }) => sum + values.byteLength, 0);
  const memoryBytes = itemIds.length * BYTES_PER_ITEM + codes.byteLength + suffixes.byteLength + 2 * weights;
  return {
    text,
    image,
    layout,
    assigns: quantizer !== null,
    itemIds,
    codes,
    suffixes,
    contents,
    memoryBytes,
  };
}
