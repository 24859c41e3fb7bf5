/**
 * Fits the two weights of content similarity in the score of new items (`new-items.ts`): a grid search that
 * maximizes the likelihood of the next item among sampled ones. Rejected alternatives:
 * docs/design/decisions/sequence-models.md.
 *
 * I items, W width of a content vector.
 */
import { randomOrder, randomUniform } from '../../../numeric/random-streams.ts';
import type { Histories } from '../../histories/histories.ts';
import { type ContentWeights, fitOf, type ItemContents, wantedContent } from './new-items.ts';

const [MAX_EXAMPLES, MAX_CANDIDATES] = [1000, 500];
/** The grid, the same for both weights. */
const WEIGHTS = [0, 1, 2, 4, 8, 16, 32, 64];

/** `values`: the content vectors, row-major [I × W]. Returns null if no history has two items. */
export function fitContent(
  { values, width }: { readonly values: Float32Array; readonly width: number },
  train: Histories,
  seed: number,
): ItemContents | null {
  const examples = sampleExamples(train, seed);
  if (examples.length === 0) return null;
  const vectors = centredRows(values, width);
  const candidates = [...randomOrder(seed, 'content items', values.length / width)].slice(0, MAX_CANDIDATES);
  const likelihoods = new Float64Array(WEIGHTS.length ** 2);
  for (const { history, next } of examples) {
    const others = candidates.filter((item) => item !== next);
    const advantages = (weights: ContentWeights) => {
      const wanted = wantedContent({ vectors, width, weights }, history);
      const own = fitOf(vectors, wanted, next);
      return Float64Array.from(others, (item) => fitOf(vectors, wanted, item) - own);
    };
    addLikelihoods(likelihoods, advantages({ last: 1, recent: 0 }), advantages({ last: 0, recent: 1 }));
  }
  return { vectors, width, weights: weightsOf(likelihoods.indexOf(Math.max(...likelihoods))) };
}

/**
 * Adds the log-likelihoods of one history's next item for each pair of weights, from the other items'
 * advantages over it.
 */
function addLikelihoods(likelihoods: Float64Array, byLast: Float64Array, byRecent: Float64Array): void {
  for (let pair = 0; pair < likelihoods.length; pair++) {
    const { last, recent } = weightsOf(pair);
    let sum = 1;
    for (let at = 0; at < byLast.length; at++) sum += Math.exp(last * byLast[at]! + recent * byRecent[at]!);
    likelihoods[pair]! -= Math.log(sum);
  }
}

function weightsOf(pair: number): ContentWeights {
  return { last: WEIGHTS[Math.floor(pair / WEIGHTS.length)]!, recent: WEIGHTS[pair % WEIGHTS.length]! };
}

/** At most MAX_EXAMPLES random prefixes of histories, each with its next item. */
function sampleExamples({ offsets, items }: Histories, seed: number) {
  const people = offsets.length - 1;
  const cuts = randomUniform(seed, 'content cuts', people);
  const drawn: { readonly history: Uint32Array; readonly next: number }[] = [];
  for (const person of randomOrder(seed, 'content people', people)) {
    const [start, length] = [offsets[person]!, offsets[person + 1]! - offsets[person]!];
    if (length < 2 || drawn.length === MAX_EXAMPLES) continue;
    const end = start + 1 + Math.floor(cuts[person]! * (length - 1));
    drawn.push({ history: items.subarray(start, end), next: items[end]! });
  }
  return drawn;
}

/** The rows minus their mean. */
function centredRows(values: Float32Array, width: number): Float32Array {
  const count = values.length / width;
  const mean = new Float64Array(width);
  for (let at = 0; at < values.length; at++) mean[at % width]! += values[at]! / count;
  return values.map((value, at) => value - mean[at % width]!);
}
