/**
 * What a run learns from, frozen: people as the ranking reads them, what was decided, and the triplets. Nothing in
 * `fit/` reads a store; the same set and seed give the same head on the same machine.
 */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { Person } from '../../ranking/scoring/person.ts';
import type { JudgedPairs, PairList } from '../evaluate/judged-pairs.ts';

export interface TrainingPerson {
  readonly userId: string;
  readonly person: Person;
  /** Of the whole text, unit norm, made by `encoderId`; null: no text. */
  readonly vector: Float32Array | null;
}

export interface TrainingSet {
  readonly definition: DomainDefinition;
  /** Dense numbers index it, as they do `pairs.people`: same people, same order. */
  readonly people: readonly TrainingPerson[];
  /** One row a current outcome, in the seeker's direction. */
  readonly pairs: JudgedPairs;
  /** Eligible candidates that were drawn and never labelled: not refusals, and never counted as such in full. */
  readonly sampled: SampledPairs;
  readonly triplets: Triplets;
  readonly encoderId: string;
  /** Epoch ms; outcomes are as old as they are then. */
  readonly nowMs: number;
  readonly seed: number;
}

export interface SampledPairs extends Omit<PairList, 'people'> {
  /** Above 0 [N]. */
  readonly weights: Float64Array;
}

export interface Triplets {
  readonly seekers: Uint32Array;
  readonly positives: Uint32Array;
  readonly negatives: Uint32Array;
  /** Above 0; pulls harder the higher it is. */
  readonly weights: Float64Array;
}
