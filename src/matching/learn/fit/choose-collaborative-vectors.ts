/**
 * Chooses the settings of taste and appeal vectors, or leaves them out. Each setting is fitted on the earlier
 * outcomes of every seeker and validated on the latest (`splitByTime`). Vectors are kept if the best
 * setting lowers the log loss by more than one standard error over seekers. `scale` shrinks them, because
 * tastes of one period predict the next less well than their own.
 *
 * Without refusals, choices are compared with drawn candidates that have no label.
 */
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { bootstrap, difference, numberClusters } from '../evaluate/cluster-bootstrap.ts';
import { logLoss } from '../evaluate/log-loss.ts';
import { type LabelledPairs, takePairs } from '../labelled-pairs.ts';
import {
  affinities,
  type CollaborativeInput,
  type CollaborativeSettings,
  fitCollaborativeVectors,
} from './collaborative-vectors.ts';
import { splitByTime, type TimeSplit } from './split-by-time.ts';

/** Candidates drawn for their seekers, without a label. */
export interface DrawnPairs extends Pick<LabelledPairs, 'seekers' | 'candidates' | 'weights'> {
  /** Log-odds of the other parts, as for outcomes. */
  readonly offsets: Float64Array;
}

export interface ChosenVectors {
  /** null: vectors are left out. */
  readonly settings: CollaborativeSettings | null;
  /**
   * taste · appeal of the later outcomes, by vectors of the earlier ones; 0 where vectors are left out [L].
   */
  readonly affinity: Float64Array;
  /** Held-out log loss in nats; NaN for too few outcomes. */
  readonly logLossWithout: number;
  readonly logLossWith: number;
  /** One sentence. */
  readonly reason: string;
}

const HELD_OUT_SHARE = 0.15;
const FEWEST_HELD_OUT = 30;
const SCALES = [0.25, 0.5, 0.75, 1, 1.5, 2.5];

export function chooseCollaborativeVectors(
  input: CollaborativeInput & { readonly drawn?: DrawnPairs },
  grid: readonly CollaborativeSettings[] = collaborativeGrid(input.pairs),
): ChosenVectors {
  const { pairs, offsets, drawn } = input;
  const split = earlierAndLater(pairs, input.seed);
  const affinity = new Float64Array(split.heldOut.length);
  if (split.heldOut.length < FEWEST_HELD_OUT) {
    const reason = `left out: ${split.heldOut.length} outcomes to judge by, ${FEWEST_HELD_OUT} are needed`;
    return { settings: null, affinity, logLossWithout: Number.NaN, logLossWith: Number.NaN, reason };
  }
  const earlier: CollaborativeInput = {
    ...input,
    pairs: takePairs(pairs, split.train),
    offsets: pick(offsets, split.train),
  };
  const later = laterRows(takePairs(pairs, split.heldOut), pick(offsets, split.heldOut), drawn);
  const tried = grid.flatMap((settings) => {
    const found = affinities(fitCollaborativeVectors(earlier, settings), later.pairs);
    return SCALES.map((scale) => ({ settings, scale, found, loss: lossOf(later, found, scale) }));
  });
  const without = lossOf(later, new Float64Array(later.offsets.length), 0);
  const once = new Float64Array(later.clusters).fill(1);
  const best = tried.reduce((one, other) => (other.loss(once) < one.loss(once) ? other : one));
  const [gain] = bootstrap([difference(without, best.loss)], { clusters: later.clusters, draws: 200 });
  const figures = { logLossWithout: without(once), logLossWith: best.loss(once) };
  const measured = `held-out log loss ${figures.logLossWith.toFixed(4)} beside ${figures.logLossWithout.toFixed(4)} without`;
  if (!(gain!.value > gain!.standardError))
    return { settings: null, affinity, ...figures, reason: `left out: ${measured}` };
  const settings = { ...best.settings, scale: best.scale };
  const scaled = affinity.map((_, at) => best.scale * best.found[at]!);
  return { settings, affinity: scaled, ...figures, reason: `kept: ${measured}` };
}

/** Positions of the pairs that vectors are fitted on, and of those that they are chosen by. */
export function earlierAndLater(pairs: LabelledPairs, seed: number): TimeSplit {
  return splitByTime(pairs, { timeShare: HELD_OUT_SHARE, seekerShare: 0, seed });
}

/**
 * More dimensions for more outcomes, and a range of ridges. Without refusals, all unseen pairs together weigh
 * six times the choices; with refusals they weigh little. Measurements:
 * docs/design/decisions/fitting-and-evaluation.md.
 */
function collaborativeGrid({ labels }: LabelledPairs): readonly CollaborativeSettings[] {
  const choicesOnly = labels.every((label) => label === 1);
  const dimensions = labels.length < 3000 ? [4] : labels.length < 15_000 ? [4, 16] : [choicesOnly ? 128 : 32];
  return dimensions.flatMap((dimension) =>
    choicesOnly
      ? [0.03, 0.15].map((ridge) => ({ dimension, sweeps: 10, ridge, unseen: 6, halfLifeDays: 700 }))
      : [0.05, 0.2, 0.6].map((ridge) => ({ dimension, sweeps: 10, ridge, unseen: 0.1, halfLifeDays: 1000 })),
  );
}

interface LaterRows {
  readonly pairs: Pick<LabelledPairs, 'seekers' | 'candidates' | 'labels' | 'weights'>;
  readonly offsets: Float64Array;
  readonly clusterOf: Uint32Array;
  readonly clusters: number;
}

function laterRows(pairs: LabelledPairs, offsets: Float64Array, drawn: DrawnPairs | undefined): LaterRows {
  const refused = pairs.labels.some((label) => label === 0);
  const more = refused || drawn === undefined ? nothingDrawn : drawn;
  const seekers = Uint32Array.from([...pairs.seekers, ...more.seekers]);
  const { clusters: clusterOf, count } = numberClusters(seekers);
  return {
    pairs: {
      seekers,
      candidates: Uint32Array.from([...pairs.candidates, ...more.candidates]),
      labels: Uint8Array.from([...pairs.labels, ...new Uint8Array(more.seekers.length)]),
      weights: Float64Array.from([...pairs.weights, ...more.weights]),
    },
    offsets: Float64Array.from([...offsets, ...more.offsets]),
    clusterOf,
    clusters: count,
  };
}

const nothingDrawn: DrawnPairs = {
  seekers: new Uint32Array(),
  candidates: new Uint32Array(),
  weights: new Float64Array(),
  offsets: new Float64Array(),
};

/** Loss at the best intercept, with vectors and without: calibration sets the intercept later. */
function lossOf({ pairs, offsets, clusterOf }: LaterRows, affinity: Float64Array, scale: number) {
  const logOdds = offsets.map((offset, n) => offset + scale * affinity[n]!);
  const level = bestLevel(logOdds, pairs);
  const scores = logOdds.map((x) => sigmoid(x + level));
  return logLoss({ scores, labels: pairs.labels, weights: pairs.weights, clusters: clusterOf });
}

const NEWTON_STEPS = 8;

/** The best intercept, by Newton's method. */
function bestLevel(logOdds: Float64Array, { labels, weights }: LaterRows['pairs']): number {
  let level = 0;
  for (let step = 0; step < NEWTON_STEPS; step++) {
    let [slope, curvature] = [0, 1e-9];
    for (let n = 0; n < logOdds.length; n++) {
      const p = sigmoid(logOdds[n]! + level);
      slope += weights[n]! * (labels[n]! - p);
      curvature += weights[n]! * p * (1 - p);
    }
    level += Math.max(-1, Math.min(1, slope / curvature));
  }
  return level;
}

function pick(values: Float64Array, rows: Uint32Array): Float64Array {
  return Float64Array.from(rows, (row) => values[row]!);
}
