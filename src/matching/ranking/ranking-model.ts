/**
 * A ranking model turns a pair of people into a score. It is the unit that is trained, stored, deployed and
 * served. One version always gives the same scores. Its parts:
 *
 *   scorecard      the domain's terms with learned points, in the form of the domain file. Explanations
 *                  report exactly these points
 *   person effects effects of single people (`person-effects.ts`)
 *   projections    two matrices that adapt the cosine of texts (`text-projections.ts`); null: plain cosine
 *   cross encoder  log-odds of a network that reads both profiles together; null: none
 *   calibration    one curve a stage and side (`calibration-curve.ts`)
 *   aggregation    how the two directions become one score
 *
 * A prior is a ranking model with untrained parts, so later stages do not distinguish the two.
 *
 * Stored form: a card (JSON: all readable parts, and the checksums of the files) and files. The files are
 * `people.json` (ids), `people.bin` and, only with projections, `projections.bin` (little-endian float32).
 * Only with neighbours there is `neighbours.bin` (`neighbours/neighbour-file.ts`).
 * Only with a cross encoder there are `cross-encoder.onnx`, and `cross-encoder-without-1.onnx` … (its
 * `unseenParts`).
 *
 * Each trained model has a validated twin: the model that the same run fitted without held-out outcomes.
 * Later runs compare themselves with it. Its card is a part of the card, and the names of its files begin
 * with `judged-`.
 */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { byStage, modelStages } from '../../contract/match-stages.ts';
import { Tier } from '../../contract/tier.ts';
import { Aggregation, type DomainDefinition, schemaVersion } from '../../domains/definition.ts';
import { Scorecard } from '../../domains/scorecard.ts';
import { identityCurves, SideCurves } from './calibration-curve.ts';
import type { CrossEncoder } from './cross-encoder/cross-encoder.ts';
import { PairVocabulary } from './cross-encoder/pair-vocabulary.ts';
import {
  decodeNeighbours,
  encodeNeighbours,
  NEIGHBOURS_FILE,
  NeighbourHeader,
  neighbourHeader,
} from './neighbours/neighbour-file.ts';
import { noPersonEffects, type PersonEffects } from './person-effects.ts';
import type { WordCounts } from './scoring/word-frequencies.ts';
import type { TextProjections } from './text-projections.ts';
import { littleEndianBytes, wordsOf } from './word-bytes.ts';

/** Result of training one part: the reason and its figures. */
const PartReport = z.strictObject({
  kept: z.boolean(),
  /** "kept: held-out log loss 0.641 beside 0.655 without it" */
  reason: z.string(),
  figures: z.record(z.string(), z.number()),
});
export type PartReport = z.infer<typeof PartReport>;

const RankingModelCard = z.strictObject({
  format: z.literal(1),
  domain: z.string(),
  schema_version: z.string(),
  tier: Tier,
  /** Stable: one version always gives the same scores. */
  version: z.string().min(1).max(200),
  /** Version that training started from; null for priors. */
  parent_version: z.string().nullable(),
  /** ISO 8601, UTC; null for priors. */
  trained_at: z.string().nullable(),
  /** Number of training rows; 0 for priors. */
  outcomes: z.number().int().min(0),
  triplets: z.number().int().min(0),
  /**
   * Outcomes on which the level and the temperature of its probabilities rest; 0: they are declared. Absent
   * on cards that were written before it existed, whose curves rest on all their outcomes.
   */
  calibrated_on: z.number().int().min(0).optional(),
  /** Encoder whose vectors the projections were fitted on; null without such vectors. */
  encoder_id: z.string().nullable(),
  scorecard: Scorecard,
  aggregation: Aggregation,
  calibration: z.strictObject(byStage(modelStages, () => SideCurves)),
  people: z.strictObject({
    count: z.number().int().min(0),
    dimension: z.number().int().min(0),
    unknown: z.strictObject({ selectivity: z.number().min(0), desirability: z.number().min(0) }),
    /** Absent without neighbours, and on cards that were written before they existed. */
    neighbours: NeighbourHeader.optional(),
  }),
  projections: z
    .strictObject({ rank: z.number().int().min(1), dimension: z.number().int().min(1) })
    .nullable(),
  /** Vocabulary of the pair tokens; absent on cards that were written before the cross encoder existed. */
  cross_encoder: PairVocabulary.nullable().default(null),
  /**
   * By part: `scorecard`, `effects`, `vectors`, `lists`, `neighbours`, `decisions`, `projections`,
   * `cross_encoder`, `calibration`, `aggregation`.
   */
  parts: z.record(z.string(), PartReport),
  /** Held-out figures of the training run, equal to the run's `metrics.after`; absent for priors. */
  metrics: z.record(z.string(), z.unknown()).optional(),
  /** Card of the validated twin; null on cards that were written before there were twins. */
  judged: z.record(z.string(), z.unknown()).nullable().default(null),
  /** SHA-256 of the other files, hex, by file name. */
  checksums: z.record(z.string(), z.string()),
});
type RankingModelCard = z.infer<typeof RankingModelCard>;

/** The card without the fields that are derived from the other parts. */
export type RankingModelDescription = Omit<
  RankingModelCard,
  'people' | 'projections' | 'cross_encoder' | 'judged' | 'checksums' | 'format'
>;

export interface RankingModel {
  readonly card: RankingModelDescription;
  readonly personEffects: PersonEffects;
  readonly projections: TextProjections | null;
  readonly crossEncoder: CrossEncoder | null;
  /** The words of the workspace that it serves; left out: none are counted. Not stored with the model. */
  readonly words?: WordCounts | undefined;
}

export const CROSS_ENCODER_FILE = 'cross-encoder.onnx';
/** Begins the names of the validated twin's files. */
export const VALIDATED_PREFIX = 'judged-';
const unseenPartFile = (part: number) => `cross-encoder-without-${part + 1}.onnx`;

/** Stored form: a JSON card, and binary files by name. */
export interface EncodedRankingModel {
  readonly card: RankingModelCard;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Whether outcomes have fitted the level and the temperature of the model's probabilities. */
export function isCalibrated({ card }: Pick<RankingModel, 'card'>): boolean {
  return (card.calibrated_on ?? card.outcomes) > 0;
}

/** The projections, or null where `encoderId` is not the encoder that they were fitted on. */
export function projectionsFor(
  { card, projections }: RankingModel,
  encoderId: string,
): TextProjections | null {
  return card.encoder_id === encoderId ? projections : null;
}

/**
 * The cross encoder; null also where it reads sentence vectors and `encoderId` is not the encoder that it was
 * trained on.
 */
export function crossEncoderFor(
  { card, crossEncoder }: RankingModel,
  encoderId: string,
): CrossEncoder | null {
  const readsSentences = (crossEncoder?.vocabulary.sentenceDimension ?? 0) > 0;
  return readsSentences && card.encoder_id !== encoderId ? null : crossEncoder;
}

/** The untrained model of a scorecard: no effects, no projections, identity calibration. */
export function priorModel(
  definition: DomainDefinition,
  tier: Tier,
  scorecard: Scorecard,
  version: string,
): RankingModel {
  return {
    card: {
      domain: definition.domain,
      schema_version: schemaVersion(definition),
      tier,
      version,
      parent_version: null,
      trained_at: null,
      outcomes: 0,
      triplets: 0,
      encoder_id: null,
      scorecard,
      aggregation: definition.reciprocal,
      calibration: byStage(modelStages, () => identityCurves),
      parts: {},
    },
    personEffects: noPersonEffects,
    projections: null,
    crossEncoder: null,
  };
}

/** `validated`: the twin to store beside the model. */
export function encodeRankingModel(model: RankingModel, validated?: RankingModel): EncodedRankingModel {
  const served = encodeAlone(model);
  if (validated === undefined) return served;
  const twin = encodeAlone(validated);
  const itsFiles = [...twin.files].map(([name, bytes]) => [`${VALIDATED_PREFIX}${name}`, bytes] as const);
  return {
    card: { ...served.card, judged: twin.card },
    files: new Map([...served.files, ...itsFiles]),
  };
}

function encodeAlone({
  card,
  personEffects: people,
  projections,
  crossEncoder,
}: RankingModel): EncodedRankingModel {
  const files = new Map<string, Uint8Array>([
    ['people.json', Buffer.from(JSON.stringify(people.userIds))],
    ['people.bin', littleEndianBytes(columnsOf(people))],
  ]);
  if (projections !== null) {
    files.set('projections.bin', littleEndianBytes([projections.rater, projections.rated]));
  }
  if (people.neighbours !== undefined) files.set(NEIGHBOURS_FILE, encodeNeighbours(people.neighbours));
  if (crossEncoder !== null) files.set(CROSS_ENCODER_FILE, crossEncoder.model);
  for (const [part, network] of (crossEncoder?.unseenParts ?? []).entries())
    files.set(unseenPartFile(part), network);
  const whole = RankingModelCard.parse({
    format: 1,
    ...card,
    people: {
      count: people.userIds.length,
      dimension: people.dimension,
      unknown: people.unknown,
      ...(people.neighbours !== undefined && { neighbours: neighbourHeader(people.neighbours) }),
    },
    projections: projections === null ? null : { rank: projections.rank, dimension: projections.dimension },
    cross_encoder: crossEncoder?.vocabulary ?? null,
    checksums: Object.fromEntries([...files].map(([name, bytes]) => [name, sha256(bytes)])),
  });
  return { card: whole, files };
}

/** Throws for a card of another format, and for a file with a wrong checksum or length. */
export async function decodeRankingModel(
  encodedCard: unknown,
  read: (file: string) => Promise<Uint8Array>,
): Promise<RankingModel> {
  const {
    format: _,
    people,
    projections,
    cross_encoder: vocabulary,
    judged: _twin,
    checksums,
    ...card
  } = RankingModelCard.parse(encodedCard);
  const checked = async (name: string) => {
    const bytes = await read(name);
    const found = sha256(bytes);
    if (found !== checksums[name]) {
      throw new Error(
        `${name} of ranking model ${card.version} has SHA-256 ${found}, its card says ${checksums[name]}`,
      );
    }
    return Buffer.from(bytes);
  };
  const unseenParts: Uint8Array[] = [];
  while (unseenPartFile(unseenParts.length) in checksums)
    unseenParts.push(await checked(unseenPartFile(unseenParts.length)));
  const { count: P, dimension: K, unknown, neighbours } = people;
  const userIds = z
    .array(z.string())
    .length(P)
    .parse(JSON.parse((await checked('people.json')).toString('utf8')));
  const lengths = [P, P, P, P, P * K, P * K];
  const [selectivity, desirability, selectivityVariance, desirabilityVariance, taste, appeal] = floatsOf(
    await checked('people.bin'),
    lengths,
  );
  return {
    card,
    personEffects: {
      userIds,
      selectivity: selectivity!,
      desirability: desirability!,
      selectivityVariance: selectivityVariance!,
      desirabilityVariance: desirabilityVariance!,
      unknown,
      dimension: K,
      taste: taste!,
      appeal: appeal!,
      ...(neighbours !== undefined && {
        neighbours: decodeNeighbours(await checked(NEIGHBOURS_FILE), neighbours, P),
      }),
    },
    projections: projections === null ? null : projectionsOf(await checked('projections.bin'), projections),
    crossEncoder:
      vocabulary === null
        ? null
        : {
            vocabulary,
            model: await checked(CROSS_ENCODER_FILE),
            ...(unseenParts.length > 0 && { unseenParts }),
          },
  };
}

/** null: the model was stored without a twin. Throws as `decodeRankingModel` does. */
export async function decodeValidatedModel(
  encodedCard: unknown,
  read: (file: string) => Promise<Uint8Array>,
): Promise<RankingModel | null> {
  const { judged } = RankingModelCard.parse(encodedCard);
  return judged === null ? null : decodeRankingModel(judged, (file) => read(`${VALIDATED_PREFIX}${file}`));
}

function columnsOf(people: PersonEffects): readonly Float32Array[] {
  const { selectivity, desirability, selectivityVariance, desirabilityVariance, taste, appeal } = people;
  return [selectivity, desirability, selectivityVariance, desirabilityVariance, taste, appeal];
}

function projectionsOf(
  bytes: Buffer,
  { rank, dimension }: { readonly rank: number; readonly dimension: number },
): TextProjections {
  const size = rank * dimension;
  const [rater, rated] = floatsOf(bytes, [size, size]);
  return { rank, dimension, rater: rater!, rated: rated! };
}

function floatsOf(buffer: Buffer, lengths: readonly number[]): readonly Float32Array[] {
  const expected = lengths.reduce((sum, length) => sum + length, 0);
  if (buffer.length !== expected * 4) {
    throw new Error(
      `a file of a ranking model has ${buffer.length} bytes, and ${expected * 4} were expected`,
    );
  }
  const floats = new Float32Array(wordsOf(buffer).buffer);
  let to = 0;
  return lengths.map((length) => {
    to += length;
    return floats.slice(to - length, to);
  });
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
