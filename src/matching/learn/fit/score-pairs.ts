import { logOddsAt } from '../../../contract/brands.ts';
import { byStage, type ModelStage, modelStages } from '../../../contract/match-stages.ts';
import { type CrossEncoder, openCrossEncoder, readPairs } from '../../ranking/cross-encoder/cross-encoder.ts';
import { type PersonTokens, pairTokenizer } from '../../ranking/cross-encoder/pair-tokenizer.ts';
import { createPairReader, type PairSide } from '../../ranking/pair-reader.ts';
import { personPositions } from '../../ranking/person-effects.ts';
import { crossEncoderFor, projectionsFor, type RankingModel } from '../../ranking/ranking-model.ts';
import { probabilityOf } from '../../ranking/scoring/probability.ts';
import type { PairList, PairScorer } from '../labelled-pairs.ts';
import type { TrainingSet } from '../training-set.ts';
import { type FitPeople, fitPeople } from './fit-people.ts';

/**
 * Scores people of the set by their numbers: calibrated probability of one direction at the cross encoder
 * stage.
 */
export function scorePairs(model: RankingModel, set: TrainingSet): PairScorer {
  return pairScorer(model, set, fitPeople(set));
}

export function pairScorer(
  model: RankingModel,
  { outcomes, definition, encoderId, frozenAtMs, words }: TrainingSet,
  people: FitPeople,
): PairScorer {
  const seen = { ...model, projections: projectionsFor(model, encoderId), words };
  const reader = createPairReader(seen, definition, frozenAtMs);
  const sides = pairSides(model, outcomes.people, people);
  return {
    name: model.card.version,
    async score({ seekers, candidates }: PairList) {
      const points = await crossEncoderPoints(crossEncoderFor(model, encoderId), people, {
        seekers,
        candidates,
      });
      return Float64Array.from(seekers, (seeker, n) => {
        const rater = sides[seeker]!;
        const { cross_encoder } = reader.logOdds(rater, sides[candidates[n]!]!, logOddsAt(points, n));
        return probabilityOf(reader.calibrated('cross_encoder', cross_encoder, rater));
      });
    },
  };
}

/** Calibrated log-odds of pairs by stage [N], and the raters' sides. */
export interface StageScores {
  readonly logOdds: Readonly<Record<ModelStage, Float64Array>>;
  readonly sides: readonly (string | null)[];
}

/** As `scorePairs`, at every stage. */
export async function scoreStages(
  model: RankingModel,
  set: TrainingSet,
  { seekers, candidates }: PairList,
): Promise<StageScores> {
  const people = fitPeople(set);
  const seen = { ...model, projections: projectionsFor(model, set.encoderId), words: set.words };
  const reader = createPairReader(seen, set.definition, set.frozenAtMs);
  const sides = pairSides(model, set.outcomes.people, people);
  const encoder = crossEncoderFor(model, set.encoderId);
  const points = await crossEncoderPoints(encoder, people, { seekers, candidates });
  const logOdds = byStage(modelStages, () => new Float64Array(seekers.length));
  seekers.forEach((seeker, n) => {
    const rater = sides[seeker]!;
    const read = reader.logOdds(rater, sides[candidates[n]!]!, logOddsAt(points, n));
    for (const stage of modelStages) logOdds[stage][n] = reader.calibrated(stage, read[stage], rater);
  });
  return { logOdds, sides: Array.from(seekers, (seeker) => sides[seeker]!.side) };
}

/** Runs on the calling thread, which serves no requests. All 0 without a cross encoder. */
async function crossEncoderPoints(
  encoder: CrossEncoder | null,
  { persons }: FitPeople,
  { seekers, candidates }: Pick<PairList, 'seekers' | 'candidates'>,
): Promise<Float64Array> {
  if (encoder === null) return new Float64Array(seekers.length);
  const { person } = pairTokenizer(encoder.vocabulary);
  const known = new Map<number, PersonTokens>();
  const tokensOf = (number: number) => {
    const tokens = known.get(number) ?? person(persons[number]!);
    known.set(number, tokens);
    return tokens;
  };
  const { read, close } = await openCrossEncoder(encoder);
  const pairs = Array.from(seekers, (seeker, n) => [tokensOf(seeker), tokensOf(candidates[n]!)] as const);
  return readPairs(encoder, pairs, read).finally(close);
}

/** All people in the form that the model reads [P]. */
export function pairSides(
  model: RankingModel,
  userIds: readonly string[],
  { persons, vectors, sides }: FitPeople,
): readonly PairSide[] {
  const positions = personPositions(model.personEffects);
  return userIds.map((userId, n) => ({
    person: persons[n]!,
    vector: vectors[n]!,
    side: sides[n]!,
    position: positions.get(userId) ?? -1,
  }));
}
