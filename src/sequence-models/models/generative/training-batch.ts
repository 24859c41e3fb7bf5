/**
 * The batch of a training step: every item of a few windows of histories. Each of its codes is predicted from
 * its earlier codes (teacher forcing), among the codes that the training trie has there. A position with one
 * possible code needs no computation: deep in the trie most nodes have one child.
 */
import { type CodeTrie, childCount } from '../../../semantic-ids/trie/code-trie.ts';
import { randomUniform } from '../../../tensor/random.ts';
import type { Batch } from '../../../tensor/training/batch.ts';
import type { Window } from '../sequential/windows.ts';

export interface BatchSource {
  /** Of all items learned from. */
  readonly trie: CodeTrie;
  /** Codes by step. */
  readonly sizes: readonly number[];
  /** I */
  readonly itemCount: number;
  /** How often an item is read as an unknown one. */
  readonly unknownRate: number;
  readonly seed: number;
  /** Item numbers of all events [E]. */
  readonly events: Uint32Array;
  /** 1: the first of its person [E]. */
  readonly isFirst: Uint8Array;
}

type Inputs = Record<string, Batch[string]>;

/** A window that begins with its history also has the start, from which the first item is said. */
export function trainingBatch(maker: BatchSource, windows: readonly Window[], step: number): Batch {
  const { events, isFirst, itemCount: I } = maker;
  const lengthOf = ({ start, end }: Window) => end - start + isFirst[start]!;
  const T = windows.reduce((longest, window) => Math.max(longest, lengthOf(window)), 0);
  const items = new Int32Array(windows.length * T).fill(I);
  const own = new Int32Array(windows.length * T).fill(I);
  const [places, targets]: [number[], number[]] = [[], []];
  const chance = randomUniform(maker.seed, `unknown ${step}`, windows.length * T);
  for (const [row, { start, end }] of windows.entries()) {
    let place = row * T;
    if (isFirst[start] === 1) {
      places.push(place++);
      targets.push(events[start]!);
    }
    for (let at = start; at < end; at++) {
      items[place] = events[at]!;
      own[place] = chance[place]! < maker.unknownRate ? I + 1 : events[at]!;
      places.push(place++);
      targets.push(events[at + 1]!);
    }
  }
  const shape = [windows.length, T];
  const batch: Inputs = {
    items: { values: items, shape },
    own: { values: own, shape },
    places: vector(Int32Array.from(places)),
  };
  for (let at = 0; at < maker.trie.steps; at++) addStep(batch, maker, targets, at);
  return batch;
}

function addStep(
  batch: Inputs,
  { trie, sizes }: BatchSource,
  targets: readonly number[],
  step: number,
): void {
  const nodes = trie.nodeOfItem[step]!;
  const branching: number[] = [];
  for (const [place, item] of targets.entries())
    if (childCount(trie, step, nodes[item]!) > 1) branching.push(place);
  // No array may be empty: where there is no choice at all, one place without weight stands for it.
  const counts = branching.length > 0;
  if (!counts) branching.push(0);
  const size = sizes[step]!;
  const codeAt = (place: number, at: number) =>
    Math.min(trie.codes[at]![trie.nodeOfItem[at + 1]![targets[place]!]!]!, sizes[at]! - 1);
  const allowed = new Uint8Array(branching.length * size);
  for (const [row, place] of branching.entries()) {
    const node = nodes[targets[place]!]!;
    for (let child = trie.children[step]![node]!; child < trie.children[step]![node + 1]!; child++)
      allowed[row * size + Math.min(trie.codes[step]![child]!, size - 1)] = 1;
  }
  batch[`at/${step}`] = vector(Int32Array.from(branching));
  batch[`allowed/${step}`] = { values: allowed, shape: [branching.length, size] };
  batch[`targets/${step}`] = vector(Int32Array.from(branching, (place) => codeAt(place, step)));
  const weights = new Float32Array(branching.length).fill(counts ? 1 / targets.length : 0);
  batch[`weights/${step}`] = vector(weights);
  for (let earlier = 0; earlier < step; earlier++)
    batch[`prefix/${step}/${earlier}`] = vector(
      Int32Array.from(branching, (place) => codeAt(place, earlier)),
    );
}

function vector(values: Int32Array | Float32Array): Batch[string] {
  return { values, shape: [values.length] };
}
