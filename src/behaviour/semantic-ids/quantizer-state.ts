import type { CodebookLayout } from './codebook-layout.ts';
import type { DenseLayer } from './dense-layers.ts';
import type { ResidualLevels } from './fit-residual-levels.ts';
import type { QuantizerKind, QuantizerState } from './quantizer.ts';
import type { CodeMeanings, PrefixCenters } from './residual-quantizer.ts';

export interface QuantizerStateParts {
  readonly kind: QuantizerKind;
  readonly layout: CodebookLayout;
  readonly dimension: number;
  readonly encoder: readonly DenseLayer[];
  readonly decoder: readonly DenseLayer[];
  readonly levels: ResidualLevels;
  readonly meanings: CodeMeanings;
  readonly settings: QuantizerState['settings'];
}

type Tensors = Record<string, { readonly shape: readonly number[]; readonly values: Float32Array }>;

/** The state of a fitted quantizer, with the tensor names that `quantizer-from-state.ts` reads. */
export function quantizerState(parts: QuantizerStateParts): QuantizerState {
  const { kind, layout, dimension, levels, meanings, settings } = parts;
  const { width, centers } = levels.assignment;
  const tensors: Tensors = {};
  putLayers(tensors, 'encoder', parts.encoder);
  putLayers(tensors, 'decoder', parts.decoder);
  layout.sizes.forEach((size, level) => {
    tensors[`codebook.${level}`] = { shape: [size, width], values: levels.codebooks[level]! };
    tensors[`meaning.${level}`] = { shape: [size, meanings.width], values: meanings.levels[level]! };
  });
  if (centers !== null) putCenters(tensors, centers, meanings, layout.sizes.length - 1);
  return { kind, layout, dimension, tensors, settings };
}

function putLayers(tensors: Tensors, part: string, layers: readonly DenseLayer[]): void {
  layers.forEach(({ weights, bias }, at) => {
    const outputs = bias.length;
    tensors[`${part}.${at}.weights`] = { shape: [weights.length / outputs, outputs], values: weights };
    tensors[`${part}.${at}.bias`] = { shape: [outputs], values: bias };
  });
}

function putCenters(
  tensors: Tensors,
  { rows, values }: PrefixCenters,
  meanings: CodeMeanings,
  levels: number,
): void {
  const codes = new Float32Array(rows.size * levels);
  for (const [key, row] of rows)
    for (let level = 0; level < levels; level++) codes[row * levels + level] = key.charCodeAt(level);
  tensors['prefix.codes'] = { shape: [rows.size, levels], values: codes };
  tensors['prefix.centers'] = { shape: [rows.size, values.length / rows.size], values };
  tensors['prefix.meanings'] = { shape: [rows.size, meanings.width], values: meanings.prefixes };
}
