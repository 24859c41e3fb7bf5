/**
 * What a state expects of the next item's text, for items that nobody had yet (`node-shares.ts`): a ridge regression from
 * states behind histories to the text vectors of the items that came next, and how much its fit is worth (`sharpness`),
 * by the likelihood of what came next among drawn items. Kept as one vector an item, whose product with a state is the fit.
 *
 * N histories, I items, D width of a state, W width of a text vector.
 */
import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { randomOrder, randomUniform } from '../../../tensor/random.ts';
import type { Histories } from '../../histories/histories.ts';
import type { ItemCatalogue, OpenModel } from '../architecture.ts';
import type { ItemContents } from './node-shares.ts';

const MOST_HISTORIES = 8000;
const RIDGE = 10;
const JUDGED = 500;
const DRAWN_ITEMS = 2000;
const SHARPNESSES = [0, 1, 2, 4, 8, 16, 32, 64];

/** `embed` must be of the model without contents. null: there is nothing to learn it from. */
export async function fitContent(
  { embed, embeddingDimensions: D }: Pick<OpenModel, 'embed' | 'embeddingDimensions'>,
  { values, width }: NonNullable<ItemCatalogue['textVectors']>,
  train: Histories,
  seed: number,
): Promise<ItemContents | null> {
  const { offsets, items, targets } = drawnHistories(train, seed);
  const N = targets.length;
  if (N === 0) return null;
  const states = await embed({ offsets, items });
  const centred = centredRows(values, width);
  const projection = ridge(states, N, D, centred, width, targets);
  const I = values.length / width;
  const contents = new Float32Array(I * D);
  for (let item = 0; item < I; item++)
    for (let d = 0; d < D; d++) {
      let sum = 0;
      for (let w = 0; w < width; w++) sum += projection.get(d, w) * centred[item * width + w]!;
      contents[item * D + d] = sum;
    }
  return { values: contents, sharpness: bestSharpness(states, targets, contents, D, seed) };
}

/** Beginnings of histories, each cut where chance wants it, and what came next. */
function drawnHistories({ offsets, items }: Histories, seed: number) {
  const people = offsets.length - 1;
  const cuts = randomUniform(seed, 'content cuts', people);
  const starts: number[] = [0];
  const [read, targets]: [number[], number[]] = [[], []];
  for (const person of randomOrder(seed, 'content people', people)) {
    const length = offsets[person + 1]! - offsets[person]!;
    if (length < 2 || targets.length === MOST_HISTORIES) continue;
    const end = offsets[person]! + 1 + Math.floor(cuts[person]! * (length - 1));
    for (let at = offsets[person]!; at < end; at++) read.push(items[at]!);
    starts.push(read.length);
    targets.push(items[end]!);
  }
  return { offsets: Uint32Array.from(starts), items: Uint32Array.from(read), targets };
}

/** Less the mean row. */
function centredRows(values: Float32Array, width: number): Float32Array {
  const count = values.length / width;
  const mean = new Float64Array(width);
  for (let at = 0; at < values.length; at++) mean[at % width]! += values[at]! / count;
  return values.map((value, at) => value - mean[at % width]!);
}

/** (HᵀH + λ)⁻¹ HᵀV [D × W]. */
function ridge(
  states: Float32Array,
  N: number,
  D: number,
  texts: Float32Array,
  W: number,
  targets: readonly number[],
): Matrix {
  const [gram, moment] = [new Float64Array(D * D), new Float64Array(D * W)];
  for (let row = 0; row < N; row++) {
    for (let d = 0; d < D; d++) {
      const h = states[row * D + d]!;
      for (let other = 0; other < D; other++) gram[d * D + other]! += h * states[row * D + other]!;
      for (let w = 0; w < W; w++) moment[d * W + w]! += h * texts[targets[row]! * W + w]!;
    }
  }
  for (let d = 0; d < D; d++) gram[d * D + d]! += RIDGE;
  return new CholeskyDecomposition(Matrix.from1DArray(D, D, gram)).solve(Matrix.from1DArray(D, W, moment));
}

/** Of the greatest likelihood of what came next among drawn items. */
function bestSharpness(
  states: Float32Array,
  targets: readonly number[],
  contents: Float32Array,
  D: number,
  seed: number,
): number {
  const drawn = randomOrder(seed, 'content items', contents.length / D).subarray(0, DRAWN_ITEMS);
  const fitOf = (row: number, item: number) => {
    let dot = 0;
    for (let d = 0; d < D; d++) dot += states[row * D + d]! * contents[item * D + d]!;
    return dot;
  };
  const likelihoods = SHARPNESSES.map(() => 0);
  for (let row = 0; row < Math.min(JUDGED, targets.length); row++) {
    const [own, others] = [fitOf(row, targets[row]!), Array.from(drawn, (item) => fitOf(row, item))];
    for (const [which, sharpness] of SHARPNESSES.entries()) {
      const sum = others.reduce((all, other) => all + Math.exp(sharpness * (other - own)), 1);
      likelihoods[which]! -= Math.log(sum);
    }
  }
  return SHARPNESSES[likelihoods.indexOf(Math.max(...likelihoods))]!;
}
