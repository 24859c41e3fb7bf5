/**
 * Tokens of a pair. There is one for each value of either person, and one for each comparison (shared values,
 * difference, distance) of a field that both have. Then come up to 8 sentences of each, and one answer token.
 * Missing values have no token. Training and serving use the same code. Why there are comparison tokens:
 * docs/design/decisions/ranking-model.md.
 */

import type { FieldValue } from '../../../domains/field.ts';
import { distanceKm } from '../../../domains/filter.ts';
import type { Batch } from '../../../engines/tensor/training/batch.ts';
import type { Person, Point } from '../scoring/person.ts';
import {
  ANSWER,
  BOTH,
  DIFFERENCES,
  PADDING,
  type PairVocabulary,
  RATED,
  RATER,
  roleOf,
  SENTENCE,
  tokenIds,
  type VocabularyField,
  widthOf,
} from './pair-vocabulary.ts';

/** Pairs of a block: larger ones need more padding, and are no faster. */
export const PAIRS_A_BLOCK = 64;
/** Maximum sentences of one person. */
const MOST_SENTENCES = 8;
/** Maximum values of one field. */
const MOST_VALUES = 16;

/** Interpolated embedding: (1 - share) of token `low` plus share of token `high`. */
interface Token {
  readonly low: number;
  readonly high: number;
  /** 0..1 */
  readonly share: number;
  /** Position of the field in the vocabulary, from 1; 0: none. */
  readonly field: number;
  readonly sentence?: Float32Array;
}

type Compared =
  | { readonly place: Point }
  | { readonly number: number }
  | { readonly values: readonly string[] }
  | null;

/** Tokens of one person, cached. */
export interface PersonTokens {
  readonly tokens: readonly Token[];
  /** Operand of the comparison by field of the vocabulary. */
  readonly compared: readonly Compared[];
}

export type PairOfTokens = readonly [rater: PersonTokens, rated: PersonTokens];

export interface PairTokenizer {
  person(person: Person): PersonTokens;
  /** B pairs as the inputs of the model, padded to the longest. */
  batch(pairs: readonly PairOfTokens[]): Batch;
}

const answer: Token = { low: ANSWER, high: ANSWER, share: 0, field: 0 };

export function pairTokenizer(vocabulary: PairVocabulary): PairTokenizer {
  const ids = tokenIds(vocabulary);
  const { fields, sentenceDimension } = vocabulary;
  const known = fields.map(
    (field) => new Map(field.kind === 'values' ? field.values.map((value, at) => [value, at]) : []),
  );
  const comparedOf = (person: Person, field: VocabularyField, at: number): Compared => {
    if (field.kind === 'distance') {
      const place = person.place(field.name);
      return place === undefined ? null : { place };
    }
    const value = person.value(field.name);
    if (field.kind === 'number') return typeof value === 'number' ? { number: value } : null;
    const values = valuesOf(value).filter((one) => known[at]!.has(one));
    return values.length === 0 ? null : { values };
  };
  const ownTokens = (compared: Compared, at: number): readonly Token[] => {
    const [field, begins] = [fields[at]!, ids.values[at]!];
    if (compared === null || 'place' in compared || field.kind === 'distance') return [];
    if ('values' in compared)
      return compared.values.map((value) => whole(begins + known[at]!.get(value)!, at));
    return field.kind === 'number' ? [between(field.knots, compared.number, begins, at)] : [];
  };
  const tokensOfBoth = (rater: PersonTokens, rated: PersonTokens): readonly Token[] =>
    fields.flatMap((field, at) => {
      const [a, b] = [rater.compared[at] ?? null, rated.compared[at] ?? null];
      if (a === null || b === null) return [];
      if ('place' in a && 'place' in b && field.kind === 'distance')
        return [
          between(
            field.knots,
            distanceKm(a.place.lat, a.place.lon, b.place.lat, b.place.lon),
            ids.values[at]!,
            at,
          ),
        ];
      const begins = ids.comparisons[at]!;
      if ('number' in a && 'number' in b && field.kind === 'number')
        return [between(DIFFERENCES, (b.number - a.number) / widthOf(field.knots), begins, at)];
      if (!('values' in a && 'values' in b)) return [];
      return [whole(begins + Number(a.values.some((value) => b.values.includes(value))), at)];
    });
  return {
    person(person) {
      const compared = fields.map((field, at) => comparedOf(person, field, at));
      return {
        tokens: [...compared.flatMap(ownTokens), ...sentenceTokens(person, sentenceDimension)],
        compared,
      };
    },
    batch: (pairs) =>
      batchOf(
        pairs.map(([rater, rated]) => [
          [BOTH, [answer, ...tokensOfBoth(rater, rated)]],
          [RATER, rater.tokens],
          [RATED, rated.tokens],
        ]),
        sentenceDimension,
      ),
  };
}

function whole(id: number, at: number): Token {
  return { low: id, high: id, share: 0, field: at + 1 };
}

function valuesOf(value: FieldValue | undefined): readonly string[] {
  if (value === undefined || typeof value === 'number') return [];
  return typeof value === 'object' ? value.slice(0, MOST_VALUES) : [String(value)];
}

/** Numbers beyond the last knot map to the last knot. */
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
  const [low, high, role, sentence] = [ints().fill(PADDING), ints(), ints(), ints()];
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
        role[at] = roleOf(token.field, whose);
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
    role: { values: role, shape },
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

/** Row 0 means no sentence. */
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
