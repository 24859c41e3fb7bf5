import { MAX_CODEBOOK_SIZE, MAX_LEVELS } from './codebook-layout.ts';
import type { DenseLayer } from './dense-layers.ts';
import { codebookOf } from './nearest-code.ts';
import { prefixKey } from './prefix-key.ts';
import type { Quantizer, QuantizerState } from './quantizer.ts';
import { type PrefixCenters, residualQuantizer } from './residual-quantizer.ts';

/**
 * Opens a quantizer from its state. D dimensions of a vector, W of the latent space, M of a meaning, L
 * levels, K codes of a level, P prefixes. Tensors:
 *
 *   encoder.0.weights, encoder.0.bias …   layers from D to W
 *   decoder.0.weights, decoder.0.bias …   layers from M to D; none where M is D
 *   codebook.0 …                          [K × W]
 *   meaning.0 …                           [K × M]
 *   prefix.codes                          [P × (L - 1)], only with prefix centres, and so are
 *   prefix.centers, prefix.meanings       [P × W] and [P × M]
 *
 * Throws an Error that names the missing tensor, or the one with a wrong shape.
 */
export function quantizerFromState(state: QuantizerState): Quantizer {
  const { kind, layout, dimension } = state;
  assertSizes(layout.sizes);
  const encoder = layersOf(state, 'encoder');
  const decoder = layersOf(state, 'decoder');
  const width = encoder.at(-1)?.bias.length ?? dimension;
  const meaningWidth = state.tensors['meaning.0']?.shape[1] ?? 0;
  assertChain(encoder, dimension, width);
  assertChain(decoder, meaningWidth, dimension);
  const tables = layout.sizes.map((size, level) => tensor(state, `codebook.${level}`, [size, width]));
  const centers = 'prefix.codes' in state.tensors ? centersOf(state, width) : null;
  return residualQuantizer({
    kind,
    layout,
    dimension,
    encoder,
    decoder,
    assignment: {
      codebooks: tables.map((table) => codebookOf(table, width)),
      width,
      normalizeResiduals: state.settings.normalize_residuals === true,
      centers,
    },
    meanings: {
      width: meaningWidth,
      levels: layout.sizes.map((size, level) => tensor(state, `meaning.${level}`, [size, meaningWidth])),
      prefixes:
        centers === null
          ? new Float32Array()
          : tensor(state, 'prefix.meanings', [centers.rows.size, meaningWidth]),
    },
    state,
  });
}

function assertSizes(sizes: readonly number[]): void {
  const isValid = (size: number) => Number.isInteger(size) && size >= 2 && size <= MAX_CODEBOOK_SIZE;
  if (sizes.length < 1 || sizes.length > MAX_LEVELS || !sizes.every(isValid))
    throw new Error(
      `a quantizer has levels of [${sizes.join(', ')}] codes; expected 1 to ${MAX_LEVELS} levels of 2 to ${MAX_CODEBOOK_SIZE}.`,
    );
}

function layersOf(state: QuantizerState, part: string): readonly DenseLayer[] {
  const layers: DenseLayer[] = [];
  for (let at = 0; `${part}.${at}.weights` in state.tensors; at++) {
    const given = state.tensors[`${part}.${at}.weights`]?.shape ?? [];
    const shape = [given[0] ?? 0, given[1] ?? 0];
    layers.push({
      weights: tensor(state, `${part}.${at}.weights`, shape),
      bias: tensor(state, `${part}.${at}.bias`, [shape[1]!]),
    });
  }
  return layers;
}

function assertChain(layers: readonly DenseLayer[], from: number, to: number): void {
  const end = layers.reduce(
    (size, { weights, bias }) => (weights.length === size * bias.length ? bias.length : -1),
    from,
  );
  if (end !== to) throw new Error(`a quantizer's layers do not lead from ${from} dimensions to ${to}.`);
}

function centersOf(state: QuantizerState, width: number): PrefixCenters {
  const levels = state.layout.sizes.length - 1;
  const prefixes = state.tensors['prefix.codes']!.shape[0] ?? 0;
  const codes = tensor(state, 'prefix.codes', [prefixes, levels]);
  const rows = new Map<string, number>();
  for (let row = 0; row < prefixes; row++)
    rows.set(prefixKey(codes.subarray(row * levels, (row + 1) * levels), levels), row);
  if (rows.size !== prefixes) throw new Error('a quantizer names a prefix twice in "prefix.codes".');
  return { rows, values: tensor(state, 'prefix.centers', [prefixes, width]) };
}

function tensor({ tensors }: QuantizerState, name: string, shape: readonly number[]): Float32Array {
  const found = tensors[name];
  const size = shape.reduce((product, length) => product * length, 1);
  if (found === undefined)
    throw new Error(`a quantizer's state has no tensor "${name}" [${shape.join(', ')}].`);
  if (found.values.length !== size || found.shape.join() !== shape.join())
    throw new Error(
      `a quantizer's tensor "${name}" has shape [${found.shape.join(', ')}] and ${found.values.length} values; expected [${shape.join(', ')}].`,
    );
  if (!found.values.every(Number.isFinite))
    throw new Error(`a quantizer's tensor "${name}" has values that are no numbers.`);
  return found.values;
}
