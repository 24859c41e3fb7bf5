/**
 * Two people as the trained cross encoder reads them: a token for each value that either of them has, a token for each
 * distance between them, up to 8 sentences of each, and one from which the answer is read. What somebody has not said
 * has no token. Training and serving both come through here, so a pair reads alike in both.
 */

import type { FieldValue } from '../../domains/field.ts';
import { distanceKm } from '../../domains/filter.ts';
import type { Batch } from '../../tensor/training/batch.ts';
import type { Person, Point } from '../scoring/person.ts';
import {
  ANSWER,
  PADDING,
  type PairVocabulary,
  SENTENCE,
  tokenIds,
  type VocabularyField,
} from './pair-vocabulary.ts';

/** Sentences of one person that are read. */
const MOST_SENTENCES = 8;
/** Values of one field that are read. */
const MOST_VALUES = 16;

/** (1 - share) of token `low` and share of token `high`. */
interface Token {
  readonly low: number;
  readonly high: number;
  /** 0..1 */
  readonly share: number;
  /** 0: none; else the place of the field in the vocabulary, from 1. */
  readonly field: number;
  readonly sentence?: Float32Array;
}

/** Made once a person. */
export interface PersonTokens {
  readonly tokens: readonly Token[];
  /** By field of the vocabulary. */
  readonly places: readonly (Point | undefined)[];
}

export type PairOfTokens = readonly [judge: PersonTokens, judged: PersonTokens];

export interface PairTokenizer {
  person(person: Person): PersonTokens;
  /** B pairs as the inputs of the model, padded to the longest. */
  batch(pairs: readonly PairOfTokens[]): Batch;
}

/** Whose a token is. */
const JUDGE = 1;
const JUDGED = 2;
const BOTH = 0;

const answer: Token = { low: ANSWER, high: ANSWER, share: 0, field: 0 };

export function pairTokenizer(vocabulary: PairVocabulary): PairTokenizer {
  const { first } = tokenIds(vocabulary);
  const positions = vocabulary.fields.map(
    (field) => new Map(field.kind === 'values' ? field.values.map((value, at) => [value, at]) : []),
  );
  const ofField = (field: VocabularyField, at: number, value: FieldValue | undefined): readonly Token[] => {
    const begins = first[at]!;
    if (field.kind === 'number')
      return typeof value === 'number' ? [between(field.knots, value, begins, at)] : [];
    return valuesOf(value).flatMap((one) => {
      const position = positions[at]!.get(one);
      if (position === undefined) return [];
      return [{ low: begins + position, high: begins + position, share: 0, field: at + 1 }];
    });
  };
  const distances = (here: PersonTokens, there: PersonTokens): readonly Token[] =>
    vocabulary.fields.flatMap((field, at) => {
      const [a, b] = [here.places[at], there.places[at]];
      if (field.kind !== 'distance' || a === undefined || b === undefined) return [];
      return [between(field.knots, distanceKm(a.lat, a.lon, b.lat, b.lon), first[at]!, at)];
    });
  return {
    person: (person) => ({
      tokens: [
        ...vocabulary.fields.flatMap((field, at) =>
          field.kind === 'distance' ? [] : ofField(field, at, person.value(field.name)),
        ),
        ...sentenceTokens(person, vocabulary.sentenceDimension),
      ],
      places: vocabulary.fields.map(({ kind, name }) =>
        kind === 'distance' ? person.place(name) : undefined,
      ),
    }),
    batch: (pairs) =>
      batchOf(
        pairs.map(([judge, judged]) => [
          [BOTH, [answer, ...distances(judge, judged)]],
          [JUDGE, judge.tokens],
          [JUDGED, judged.tokens],
        ]),
        vocabulary.sentenceDimension,
      ),
  };
}

function valuesOf(value: FieldValue | undefined): readonly string[] {
  if (value === undefined || typeof value === 'number') return [];
  return typeof value === 'object' ? value.slice(0, MOST_VALUES) : [String(value)];
}

/** Beyond the last knot: the last knot. */
function between(knots: readonly number[], value: number, begins: number, at: number): Token {
  const above = knots.findIndex((knot) => knot >= value);
  const high = above === -1 ? knots.length - 1 : above;
  const low = Math.max(0, high - (above === -1 ? 0 : 1));
  const width = knots[high]! - knots[low]!;
  const share = width === 0 ? 0 : (value - knots[low]!) / width;
  return { low: begins + low, high: begins + high, share, field: at + 1 };
}

function sentenceTokens({ sentences }: Person, dimension: number): readonly Token[] {
  return sentences
    .filter(({ vector }) => dimension > 0 && vector.length === dimension)
    .slice(0, MOST_SENTENCES)
    .map(({ vector }) => ({ low: SENTENCE, high: SENTENCE, share: 0, field: 0, sentence: vector }));
}

type SidedTokens = readonly (readonly [side: number, tokens: readonly Token[]])[];

function batchOf(pairs: readonly SidedTokens[], sentenceDimension: number): Batch {
  const B = pairs.length;
  const T = Math.max(...pairs.map((parts) => parts.reduce((sum, [, tokens]) => sum + tokens.length, 0)));
  const ints = () => new Int32Array(B * T);
  const [low, high, field, side, sentence] = [ints().fill(PADDING), ints(), ints(), ints(), ints()];
  const share = new Float32Array(B * T);
  const counts = new Uint8Array(B * T);
  const rows = new Map<Float32Array, number>();
  pairs.forEach((parts, n) => {
    let at = n * T;
    for (const [whose, tokens] of parts) {
      for (const token of tokens) {
        low[at] = token.low;
        high[at] = token.high;
        share[at] = token.share;
        field[at] = token.field;
        side[at] = whose;
        counts[at] = 1;
        if (token.sentence !== undefined) sentence[at] = rowIn(rows, token.sentence);
        at++;
      }
    }
  });
  const shape = [B, T];
  return {
    low: { values: low, shape },
    high: { values: high, shape },
    share: { values: share, shape },
    field: { values: field, shape },
    side: { values: side, shape },
    counts: { values: counts, shape },
    answers: { values: Int32Array.from({ length: B }, (_, n) => n * T), shape: [B] },
    ...(sentenceDimension > 0 && {
      sentence: { values: sentence, shape },
      sentences: {
        values: sentenceRows(rows, sentenceDimension),
        shape: [rows.size + 1, sentenceDimension],
      },
    }),
  };
}

/** Row 0 is no sentence. */
function rowIn(rows: Map<Float32Array, number>, vector: Float32Array): number {
  const row = rows.get(vector) ?? rows.size + 1;
  rows.set(vector, row);
  return row;
}

function sentenceRows(rows: ReadonlyMap<Float32Array, number>, dimension: number): Float32Array {
  const all = new Float32Array((rows.size + 1) * dimension);
  for (const [vector, row] of rows) all.set(vector, row * dimension);
  return all;
}
