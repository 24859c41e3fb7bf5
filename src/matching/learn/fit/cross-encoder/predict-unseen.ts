/**
 * Points of every outcome, from networks that saw neither it, nor its mirror, nor another decision of the
 * same rater. There is one network for each third of the raters, trained on the others with early stopping on
 * further ones.
 *
 * A person's third follows from the id alone and never changes. A network that continues from an earlier one
 * of its third has therefore never seen the rows that it predicts, over any number of runs. Rows whose rated
 * person belongs to the third, and decides too, are not learned from either: their mirrors may come later.
 */

import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { mean } from '../../../../platform/numeric/statistics.ts';
import {
  type CrossEncoder,
  openCrossEncoder,
  readPairs,
} from '../../../ranking/cross-encoder/cross-encoder.ts';
import type { Initialise } from './continue-cross-encoder.ts';
import { gainOf } from './gain-of-points.ts';
import { type CrossEncoderProblem, trainCrossEncoder } from './train-cross-encoder.ts';

/** Number of networks. */
export const PARTS = 3;
/** Share of the training raters that are used for early stopping. */
const STOPPERS = 6;

export interface Predicted {
  /** [N]; 0 for rows that are not in `read`. */
  readonly points: Float64Array;
  /** Predicted rows. */
  readonly read: Uint32Array;
  /** Whether all rows were predicted. */
  readonly isWhole: boolean;
  /** Mean number of steps. */
  readonly steps: number;
  /** The network of each third of the raters. */
  readonly networks: readonly Uint8Array[];
}

/**
 * Ends early where the networks so far do not lower the loss. `userIds` [P]; `starts`: initial values of the
 * network of each third.
 */
export async function predictUnseen(
  problem: CrossEncoderProblem,
  rows: Uint32Array,
  userIds: readonly string[],
  starts: readonly (Initialise | null)[],
): Promise<Predicted> {
  const { raters, rated } = problem;
  const parts = thirdsOf(userIds);
  const stoppers = lotsOf(userIds, 'stopper', STOPPERS);
  const decides = new Uint8Array(userIds.length);
  for (const n of rows) decides[raters[n]!] = 1;
  const points = new Float64Array(problem.offsets.length);
  const steps: number[] = [];
  const read: number[] = [];
  const networks: Uint8Array[] = [];
  for (let part = 0; part < PARTS; part++) {
    const isOut = (person: number) => parts[person] === part;
    const stops = (person: number) => stoppers[person] === 0;
    const out = rows.filter((n) => isOut(raters[n]!));
    const known = apart(rows, isOut);
    const stopBy = known.filter((n) => stops(raters[n]!));
    const learned = apart(known, stops);
    if (out.length === 0 || stopBy.length === 0 || learned.length === 0) continue;
    const trained = await trainCrossEncoder(problem, learned, { stopBy }, starts[part]);
    steps.push(trained.steps);
    networks.push(trained.encoder.model);
    for (const n of out) read.push(n);
    await readRows(problem, trained.encoder, out, points);
    const { before, after } = gainOf(problem, Uint32Array.from(read), points);
    if (after >= before) break;
  }
  return {
    points,
    read: Uint32Array.from(read),
    isWhole: read.length === rows.length,
    steps: steps.length === 0 ? 0 : Math.round(mean(steps)),
    networks,
  };

  /** Rows of raters who are not `out`, without mirrors of theirs. */
  function apart(some: Uint32Array, out: (person: number) => boolean): Uint32Array {
    return some.filter((n) => !out(raters[n]!) && !(decides[rated[n]!] === 1 && out(rated[n]!)));
  }
}

/** The third of each person, 0 … 2 [P]. */
export function thirdsOf(userIds: readonly string[]): Uint8Array {
  return lotsOf(userIds, 'part', PARTS);
}

/** A number below `count` for each person, from the id alone. */
function lotsOf(userIds: readonly string[], purpose: string, count: number): Uint8Array {
  return Uint8Array.from(userIds, (id) => {
    const text = `cross encoder ${purpose} ${id}`;
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return new SeededRandom(hash).below(count);
  });
}

async function readRows(
  { tokens, raters, rated }: CrossEncoderProblem,
  encoder: CrossEncoder,
  rows: Uint32Array,
  points: Float64Array,
): Promise<void> {
  const { read, close } = await openCrossEncoder(encoder);
  const pairs = Array.from(rows, (n) => [tokens[raters[n]!]!, tokens[rated[n]!]!] as const);
  const found = await readPairs(encoder, pairs, read).finally(close);
  rows.forEach((n, at) => {
    points[n] = found[at]!;
  });
}
