/**
 * Makes the inputs of the training graph (`retriever-graph.ts`) from windows. Each code of a target is
 * predicted from the target's earlier codes (teacher forcing), among the codes that the training trie has at
 * that node. A code without an alternative needs no computation; deep in the trie most nodes have one child.
 *
 * Items that were turned down are further targets, after the others, with the weight 0 as such.
 *
 * T positions of the longest window, I items, E events, V rejections of a step.
 */

import type { Batch } from '../../../../engines/tensor/training/batch.ts';
import { randomUniform } from '../../../../platform/numeric/random-streams.ts';
import { type CodeTrie, childCount } from '../../../semantic-ids/trie/code-trie.ts';
import { type RejectionRows, rejectionsIn } from '../sequential/rejection-rows.ts';
import type { Window } from '../sequential/windows.ts';
import { type BasketTargets, NO_TARGET, targetsAt } from '../training/target-events.ts';

export interface BatchSource {
  /** The trie of all items with training events. */
  readonly trie: CodeTrie;
  /** The number of codes of each step. */
  readonly sizes: readonly number[];
  /** I */
  readonly itemCount: number;
  /** The probability that an item's own vector is replaced by `unknown`, 0..1. */
  readonly unknownRate: number;
  readonly seed: number;
  /** The item numbers of all events, by person and time [E]. */
  readonly events: Uint32Array;
  /** 1: the event is the first of its person [E]. */
  readonly isFirst: Uint8Array;
  /** How much each event counts as a target [E]. Absent: all count the same. */
  readonly weights?: Float32Array | undefined;
  /** null: every event predicts the next one. */
  readonly baskets: BasketTargets | null;
  /** null: there are none, and the graph has no inputs for them. */
  readonly rejections: RejectionRows | null;
}

type Inputs = Record<string, Batch[string]>;

/**
 * A window at the beginning of a history also has the start token, whose target is the first item. `step`:
 * the step within the run, on which the random `unknown` vectors depend.
 */
export function trainingBatch(source: BatchSource, windows: readonly Window[], step: number): Batch {
  const { events, isFirst, itemCount: I } = source;
  const targetOf = targetsAt(source.baskets, source.seed, step);
  const lengthOf = ({ start, end }: Window) => end - start + isFirst[start]!;
  const T = windows.reduce((longest, window) => Math.max(longest, lengthOf(window)), 0);
  const items = new Int32Array(windows.length * T).fill(I);
  const own = new Int32Array(windows.length * T).fill(I);
  const [places, targets, weights]: [number[], number[], number[]] = [[], [], []];
  const chance = randomUniform(source.seed, `unknown ${step}`, windows.length * T);
  for (const [row, { start, end, firstTarget = start }] of windows.entries()) {
    let position = row * T;
    if (isFirst[start] === 1) {
      if (start >= firstTarget) addTarget(position, start);
      position++;
    }
    for (let at = start; at < end; at++) {
      items[position] = events[at]!;
      own[position] = chance[position]! < source.unknownRate ? I + 1 : events[at]!;
      const target = targetOf(at);
      if (at + 1 >= firstTarget && target !== NO_TARGET) addTarget(position, target);
      position++;
    }

    function addTarget(place: number, event: number): void {
      places.push(place);
      targets.push(events[event]!);
      weights.push(source.weights?.[event] ?? 1);
    }
  }
  const rejected =
    source.rejections &&
    rejectionsIn(source.rejections, windows, (row, { start }, at) => row * T + at - start + isFirst[start]!);
  const shape = [windows.length, T];
  const batch: Inputs = {
    items: { values: items, shape },
    own: { values: own, shape },
    places: vector(Int32Array.from([...places, ...(rejected?.places ?? [])])),
  };
  const all = {
    targets: [...targets, ...(rejected?.rows ?? [])],
    weights: [...weights, ...(rejected?.weights.map(() => 0) ?? [])],
  };
  const rowsOfSteps = Array.from({ length: source.trie.steps }, (_, at) => addStep(batch, source, all, at));
  if (rejected !== null) addRejections(batch, rowsOfSteps, rejected.weights, weights);
  return batch;
}

/** Without a rejection there is one row of weight 0. `rowsOfSteps`: by step, the targets of its rows. */
function addRejections(
  batch: Inputs,
  rowsOfSteps: readonly (readonly number[])[],
  rejected: readonly number[],
  weights: readonly number[],
): void {
  const V = Math.max(1, rejected.length);
  const total = [...rejected, ...weights].reduce((sum, weight) => sum + weight, 0);
  batch['rejected-weights'] = vector(
    Float32Array.from({ length: V }, (_, which) => (total > 0 ? (rejected[which] ?? 0) / total : 0)),
  );
  for (const [step, rows] of rowsOfSteps.entries()) {
    const rowOf = new Map(rows.map((target, row) => [target, row]));
    const own = Array.from({ length: V }, (_, which) => rowOf.get(weights.length + which));
    batch[`rejected/${step}`] = vector(Int32Array.from(own, (row) => row ?? 0));
    batch[`rejected-chooses/${step}`] = vector(Float32Array.from(own, (row) => Number(row !== undefined)));
  }
}

/** Returns the targets of the step's rows. */
function addStep(
  batch: Inputs,
  { trie, sizes }: BatchSource,
  { targets, weights }: { readonly targets: readonly number[]; readonly weights: readonly number[] },
  step: number,
): readonly number[] {
  const nodes = trie.nodeOfItem[step]!;
  const branching: number[] = [];
  for (const [target, item] of targets.entries())
    if (childCount(trie, step, nodes[item]!) > 1) branching.push(target);
  // No array may be empty: a step without any alternative has one row of weight 0.
  const hasChoice = branching.length > 0;
  if (!hasChoice) branching.push(0);
  const size = sizes[step]!;
  const codeAt = (target: number, at: number) =>
    Math.min(trie.codes[at]![trie.nodeOfItem[at + 1]![targets[target]!]!]!, sizes[at]! - 1);
  const allowed = new Uint8Array(branching.length * size);
  for (const [row, target] of branching.entries()) {
    const node = nodes[targets[target]!]!;
    for (let child = trie.children[step]![node]!; child < trie.children[step]![node + 1]!; child++)
      allowed[row * size + Math.min(trie.codes[step]![child]!, size - 1)] = 1;
  }
  batch[`at/${step}`] = vector(Int32Array.from(branching));
  batch[`allowed/${step}`] = { values: allowed, shape: [branching.length, size] };
  batch[`targets/${step}`] = vector(Int32Array.from(branching, (target) => codeAt(target, step)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // Where all targets are rejected items, nothing counts.
  const counts = hasChoice && total > 0;
  const shares = Float32Array.from(branching, (target) => (counts ? weights[target]! / total : 0));
  batch[`weights/${step}`] = vector(shares);
  for (let earlier = 0; earlier < step; earlier++)
    batch[`prefix/${step}/${earlier}`] = vector(
      Int32Array.from(branching, (target) => codeAt(target, earlier)),
    );
  return branching;
}

function vector(values: Int32Array | Float32Array): Batch[string] {
  return { values, shape: [values.length] };
}
