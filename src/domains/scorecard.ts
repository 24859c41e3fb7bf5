/**
 * The prior scorecard of a domain: the score of a pair before any outcome is known. It is a generalized
 * additive model in log-odds (Hastie and Tibshirani, 1986). The evidence that `me` wants `other` is
 * `intercept` plus the points of all terms. If the terms are independent, +0.7 points double the odds, -0.7
 * halve them, and +2.3 multiply them by ten. Terms seldom are independent, so `temperature` divides the
 * sum. With a `base_rate` the log-odds are
 *
 *   (intercept + points) / temperature + level,   score = 1 / (1 + e^-log-odds)
 *
 * where level is the log-odds of one side's own rate (`ranking/models/served-scorecard.ts`). Without a
 * `base_rate` the level is 0 and the intercept alone is the level.
 *
 * Direction. Every term is evaluated for (me = seeker, other = candidate), and in reciprocal domains again
 * with the two exchanged. A term is therefore written from the view of `me`. A term on a field that only one
 * side has (`salary_expectation` of candidates, `salary_max` of jobs) needs `orientation: either`. Such a
 * term is evaluated in the direction in which both values exist, and has the same points in both.
 *
 *   - name: goals                         - name: pay
 *     compare: matrix                       compare: within
 *     field: relationship_goal              me: salary_expectation
 *     symmetric: true                       other: {max: salary_max}
 *     matrix:                               orientation: either
 *       long_term:                          knots: [[0, 0.6], [0.25, -1.5]]
 *         {long_term: 1, casual: -1.5}      reason: "Pay meets the wish: {me}"
 *     reason_equal: "Both want {value}"
 *
 *   - name: age_gap
 *     compare: difference
 *     field: age
 *     knots: [[0, 0.5], [5, 0.3], [15, -1.2], [30, -2.5]]
 *     reason: "{difference:year|years} apart"
 *     reason_equal: "Both {value}"
 *
 * `knots` are a piecewise-linear curve [[x, points], …] with ascending x, constant before the first knot and
 * after the last. `reason-template.ts` has the placeholders of reasons, `scorecard-check.ts` the field types
 * of each term.
 */
import { z } from 'zod';
import { FieldName } from './field.ts';

/** Log-odds of one term. A greater effect is better expressed as a filter. */
const Points = z.number().min(-10).max(10);

export const Knots = z
  .array(z.tuple([z.number(), Points]))
  .min(1)
  .max(64)
  .refine(
    (knots) => knots.every(([x], position) => position === 0 || x > knots[position - 1]![0]),
    'the x of knots ascend: [[0, 0.5], [10, 0], [50, -1]]',
  );
export type Knots = z.infer<typeof Knots>;

const ValueNames = z.union([z.string(), z.boolean(), z.array(z.union([z.string(), z.boolean()])).min(1)]);
/** {me: {role: [student, graduate]}, other: {remote: true}}: each named field has one of its values. */
const Condition = z.strictObject({
  me: z.record(FieldName, ValueNames).optional(),
  other: z.record(FieldName, ValueNames).optional(),
});
export type Condition = z.infer<typeof Condition>;

const Template = z.string().min(1).max(200);

const common = {
  name: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'a term name is lower-case letters, digits and _'),
  /** Multiplies all points of the term. */
  weight: z.number().min(0).max(10).default(1),
  /** Points where a side has no value, or the two cannot be compared. */
  missing: Points.default(0),
  /** The term counts only where all conditions are met. A missing value meets none. */
  when: Condition.optional(),
  /** The term counts only where no condition is met: `unless: {other: {work_mode: remote}}`. */
  unless: Condition.optional(),
  /** Reason for points above 0. A term without a template has no reason. */
  reason: Template.optional(),
  /** Replaces `reason` where the two values are equal (difference 0, same place, same value). */
  reason_equal: Template.optional(),
  /** Reason for points below 0. */
  reason_against: Template.optional(),
};

const pair = {
  ...common,
  /** One field of both sides, or `me` and `other`. */
  field: FieldName.optional(),
  me: FieldName.optional(),
  other: FieldName.optional(),
  orientation: z.enum(['forward', 'either']).default('forward'),
};

/** Direction of the points over x. Learned points keep it. */
const monotone = z.enum(['increasing', 'decreasing']).optional();

/**
 * Equality of enums (one value), booleans, integers, hard strings (without case and outer spaces) or places.
 */
const SameTerm = z.strictObject({
  ...pair,
  compare: z.literal('same'),
  same: Points,
  different: Points.default(0),
  /** Points of particular shared values, in place of `same`. */
  same_value: z.record(z.string(), Points).optional(),
});

/**
 * My enum (or boolean: "true", "false") against theirs: `matrix[mine][theirs]`, or `default`. `multiple`
 * enums: the best pair. `symmetric` copies a pair to the exchanged pair where that is not declared.
 */
const MatrixTerm = z.strictObject({
  ...pair,
  compare: z.literal('matrix'),
  matrix: z.record(z.string(), z.record(z.string(), Points)),
  symmetric: z.boolean().default(false),
  default: Points.default(0),
});

/**
 * Shared values of two enums over common values. x is `count`: how many; `jaccard`: shared / either (0..1);
 * `cover_mine`: share of mine that they have (0..1); `cover_theirs`: share of theirs that I have (0..1).
 * Placeholders {shared}, {count}, {lacking} (mine that they lack; with `cover_theirs`, theirs that I lack).
 */
const OverlapTerm = z.strictObject({
  ...pair,
  compare: z.literal('overlap'),
  measure: z.enum(['count', 'jaccard', 'cover_mine', 'cover_theirs']),
  knots: Knots,
  monotone,
});

/** Two numbers. x = |other - me|, or other - me when `signed`. */
const DifferenceTerm = z.strictObject({
  ...pair,
  compare: z.literal('difference'),
  signed: z.boolean().default(false),
  knots: Knots,
  monotone,
});

/** Two positive numbers. x = other / me, or larger / smaller (at least 1) when `symmetric`. */
const RatioTerm = z.strictObject({
  ...pair,
  compare: z.literal('ratio'),
  symmetric: z.boolean().default(false),
  knots: Knots,
  monotone,
});

/** A field, or an interval between two fields. An end that is not declared, or without a value, is open. */
const Interval = z.union([
  FieldName,
  z
    .strictObject({ min: FieldName.optional(), max: FieldName.optional() })
    .refine(({ min, max }) => min !== undefined || max !== undefined, 'name `min`, `max` or both'),
]);
export type Interval = z.infer<typeof Interval>;

/**
 * My number or interval against theirs. x = the gap between the two: 0 where they overlap, else their
 * distance. `overshoot: share` (the default) gives x as a share of the missed bound: 0.1 = 10 % above the
 * maximum. `absolute` gives x in the fields' unit. A side without any value is missing.
 */
const WithinTerm = z.strictObject({
  ...common,
  compare: z.literal('within'),
  me: Interval,
  other: Interval,
  orientation: z.enum(['forward', 'either']).default('forward'),
  overshoot: z.enum(['share', 'absolute']).default('share'),
  knots: Knots,
  monotone,
});

/** Two geo fields. x = km, great circle. */
const DistanceTerm = z.strictObject({ ...pair, compare: z.literal('distance'), knots: Knots, monotone });

/**
 * Points of one side's value, whatever the counterpart. `other` says how much others want that side, `me` how
 * readily it wants others. (`me` gives all candidates of a seeker the same points. It changes their order
 * through the opposite direction.) `points` by enum or boolean value (`multiple`: the best), or `knots` over
 * a number.
 */
const PriorTerm = z.strictObject({
  ...common,
  compare: z.literal('prior'),
  other: FieldName.optional(),
  me: FieldName.optional(),
  points: z.record(z.string(), Points).optional(),
  knots: Knots.optional(),
  monotone,
});

/** x = days since the other's profile last changed. */
const RecencyTerm = z.strictObject({ ...common, compare: z.literal('recency'), knots: Knots, monotone });

/** x = share (0..1) of `fields` (default: all of the other's side) in which the other has a value. */
const CompletenessTerm = z.strictObject({
  ...common,
  compare: z.literal('completeness'),
  fields: z.array(FieldName).min(1).optional(),
  knots: Knots,
  monotone,
});

/**
 * My soft text against theirs, in the cross encoder only: x = mean over my sentences of the cosine with their
 * nearest sentence (-1..1). {mine} and {theirs_text} quote the nearest pair. It suits two fields that
 * correspond (`wants` and `offers`); the similarity of whole profiles is `head`.
 */
const TextTerm = z.strictObject({ ...pair, compare: z.literal('text'), knots: Knots, monotone });

/**
 * My values in their soft text, in the cross encoder only. x = share (0..1) of my values (enum labels, or a
 * hard string) that occur in their text as words. {shared} lists them.
 */
const MentionsTerm = z.strictObject({ ...pair, compare: z.literal('mentions'), knots: Knots, monotone });

/**
 * The words of all soft texts of both, in the cross encoder only. x = BM25 of each text as the query of the
 * other: the share of their information that they have in common (0..1), greater for long texts. Words are
 * weighted by the document frequencies of the workspace. {shared} names the rarest words that both use.
 */
const SharedWordsTerm = z.strictObject({
  ...common,
  compare: z.literal('shared_words'),
  knots: Knots,
  monotone,
  /** How soon a repeated word stops counting. */
  k1: z.number().min(0).max(10).default(1.2),
  /** How much long texts are discounted: 0 not at all, 1 in proportion to their length. */
  b: z.number().min(0).max(1).default(0.75),
});

export const Term = z.discriminatedUnion('compare', [
  SameTerm,
  MatrixTerm,
  OverlapTerm,
  DifferenceTerm,
  RatioTerm,
  WithinTerm,
  DistanceTerm,
  PriorTerm,
  RecencyTerm,
  CompletenessTerm,
  TextTerm,
  MentionsTerm,
  SharedWordsTerm,
]);
export type Term = z.infer<typeof Term>;
export type TermOf<Compare extends Term['compare']> = Extract<Term, { compare: Compare }>;

/**
 * Points of a cosine: weight · tanh(slope · (cosine - centre)), with `weight_against` in place of `weight`
 * below the centre. The defaults fit the embedded encoder (docs/design/decisions/match-scores.md); another
 * encoder needs other ones (`npm run bench -- cosines`). Dissimilarity weighs less than similarity, since a
 * short text is unlike most.
 */
const CosineEvidence = {
  weight: z.number().min(0).max(10),
  weight_against: z.number().min(0).max(10),
  /** The cosine without points: that of two random profiles. */
  centre: z.number().min(-1).max(1),
  slope: z.number().min(0).max(50),
};

/**
 * The embedding stage: similarity of the whole texts of two profiles. 0 points where a side has no vector.
 */
const TextPrior = z.strictObject({
  weight: CosineEvidence.weight.default(0.8),
  weight_against: CosineEvidence.weight_against.default(0.3),
  centre: CosineEvidence.centre.default(0.25),
  slope: CosineEvidence.slope.default(6),
});

/** The cross encoder: similarity of sentences, in addition to all terms. */
const CrossEncoderPrior = z.strictObject({
  /** x = mean of the `best` greatest cosines between one of my sentences and their nearest one. */
  sentences: z
    .strictObject({
      weight: CosineEvidence.weight.default(0.6),
      weight_against: CosineEvidence.weight_against.default(0.2),
      centre: CosineEvidence.centre.default(0.22),
      slope: CosineEvidence.slope.default(5),
      best: z.number().int().min(1).max(8).default(3),
      /** Least cosine of the nearest pair to be quoted as a reason. */
      quote_above: z.number().min(0).max(1).default(0.45),
    })
    .prefault({}),
});

/**
 * How much terms over enum fields count that were read from long texts, in the cross encoder. A side counts
 * values / (values + (characters − from) / characters_a_value); up to `from` characters it counts whole, and so
 * does a value that the client gave.
 */
const ReadValues = z.strictObject({
  /** Characters of all texts of a person up to which values count whole. */
  from: z.number().int().min(0).max(100_000).default(500),
  /** Characters of a text in which one value is expected. */
  characters_a_value: z.number().min(1).max(100_000).default(30),
});
export type ReadValues = z.infer<typeof ReadValues>;

/** The rate at which a shown pair reaches the goal of the service, before any outcome is known. */
const BaseRate = z.strictObject({
  /**
   * A probability: that the seeker says yes to a candidate that was shown, and in reciprocal domains that
   * both say yes.
   */
  value: z.number().gt(0).lt(1),
  /** The event in words: "both want to meet again after a first date". */
  means: z.string().trim().min(1).max(200),
});
export type BaseRate = z.infer<typeof BaseRate>;

export const Scorecard = z
  .strictObject({
    /**
     * Points of every pair. With a `base_rate`: minus the points that a typical shown pair has from its
     * terms, so that it scores the base rate. Without one: log-odds of a pair of which nothing is known.
     */
    intercept: Points.default(0),
    base_rate: BaseRate.optional(),
    /** Divides the summed evidence, because terms are correlated. 1: independent terms. */
    temperature: z.number().min(0.1).max(100).default(1),
    terms: z.array(Term).max(200).default([]),
    head: TextPrior.prefault({}),
    cross_encoder: CrossEncoderPrior.prefault({}),
    /** Left out: values count whole, given or read. */
    read_values: ReadValues.optional(),
  })
  .superRefine(({ terms }, context) => {
    const seen = new Set<string>();
    terms.forEach(({ name }, position) => {
      if (seen.has(name)) {
        context.addIssue({
          code: 'custom',
          path: ['terms', position, 'name'],
          message: `term «${name}» is declared twice`,
        });
      }
      seen.add(name);
    });
  });
export type Scorecard = z.infer<typeof Scorecard>;
