/**
 * The domain's prior scorecard: what speaks for and against a pair before any outcome is known. It is a generalised
 * additive model in log-odds: `intercept` plus the points of each term gives the log-odds that `me` wants `other`;
 * 1 / (1 + e^-sum) is the score. +0.7 doubles the odds, -0.7 halves them, +1.1 triples, +2.3 makes them tenfold.
 *
 * Direction. Every term is read for (me = seeker, other = candidate), and in reciprocal domains once more with the
 * two exchanged, so write it from the view of one person, `me`, who judges `other`. A field that only one side has
 * (`salary_expectation` of candidates, `salary_max` of jobs) is named once, with `orientation: either`: the term
 * is then read in whichever of the two ways finds both values, and counts alike in both directions.
 *
 *   - name: goals                       - name: age_gap                    - name: pay
 *     compare: matrix                     compare: difference                compare: within
 *     field: relationship_goal            field: age                         me: salary_expectation
 *     symmetric: true                     knots: [[0, 0.5], [5, 0.3],        other: {max: salary_max}
 *     matrix:                                     [15, -1.2], [30, -2.5]]    orientation: either
 *       long_term:                        reason: "{difference:year|years}   knots: [[0, 0.6], [0.25, -1.5]]
 *         {long_term: 1, casual: -1.5}              apart"                   reason: "Pay meets the wish: {me}"
 *     reason_equal: "Both want {value}"   reason_equal: "Both {value}"
 *
 * `knots` are a piecewise-linear curve [[x, points], …], x ascending; flat before the first and after the last.
 * Reason templates and their placeholders: `reason-template.ts`. What fits which fields: `scorecard-check.ts`.
 */
import { z } from 'zod';
import { FieldName } from './field.ts';

/** Log-odds that one term may give; more than this is a filter, not a preference. */
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
/** {me: {role: [student, graduate]}, other: {remote: true}}: each named field has one of the values. */
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
  /** Points where either side lacks the value (or the two cannot be compared). */
  missing: Points.default(0),
  /** The term counts only where all of this holds; a missing value does not hold. */
  when: Condition.optional(),
  /** … and only where none of this holds: `unless: {other: {work_mode: remote}}`. */
  unless: Condition.optional(),
  /** Said when the points are above 0. Without a template the term counts silently. */
  reason: Template.optional(),
  /** Said instead of `reason` when the two values are equal (difference 0, same place, same value). */
  reason_equal: Template.optional(),
  /** Said when the points are below 0. */
  reason_against: Template.optional(),
};

const pair = {
  ...common,
  /** One field for both, or `me` and `other`. */
  field: FieldName.optional(),
  me: FieldName.optional(),
  other: FieldName.optional(),
  orientation: z.enum(['forward', 'either']).default('forward'),
};

/** Which way the points must go with x, also once they are learned. */
const monotone = z.enum(['increasing', 'decreasing']).optional();

/** Equal or not: enum or boolean (one value), integer, hard string (case and outer spaces ignored), geo (same place). */
const SameTerm = z.strictObject({
  ...pair,
  compare: z.literal('same'),
  same: Points,
  different: Points.default(0),
  /** Points for particular shared values, instead of `same`. */
  same_value: z.record(z.string(), Points).optional(),
});

/**
 * My enum (or boolean: "true", "false") against theirs: `matrix[mine][theirs]`; pairs that are not named give
 * `default`. `multiple` enums: the best pair. `symmetric` fills the mirrored pair where only one is written.
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

/** A number, or an interval between two fields of which either may be left out (open) or absent in a row (open). */
const Interval = z.union([
  FieldName,
  z
    .strictObject({ min: FieldName.optional(), max: FieldName.optional() })
    .refine(({ min, max }) => min !== undefined || max !== undefined, 'name `min`, `max` or both'),
]);
export type Interval = z.infer<typeof Interval>;

/**
 * My number or interval against theirs. x = the gap between the two: 0 where they meet, else how far apart, as a
 * share of the bound that is missed (`overshoot: share`, the default: 0.1 = 10 % above the maximum) or in the
 * fields' unit (`absolute`). A side none of whose fields has a value is missing.
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
 * What one person's value is worth whoever the counterpart is: of `other`, how much they are wanted, or of `me`, how
 * readily I want anybody (it orders nobody for me, but those who are asked whether they want me). `points` by enum or
 * boolean value (`multiple`: the best), or `knots` over a number.
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

/** x = share (0..1) of `fields` (default: all that the other's side has) for which the other has a value. */
const CompletenessTerm = z.strictObject({
  ...common,
  compare: z.literal('completeness'),
  fields: z.array(FieldName).min(1).optional(),
  knots: Knots,
  monotone,
});

/**
 * My soft text against theirs, read by the cross encoder only: x = mean over my sentences of the cosine with their
 * nearest sentence (-1..1). {mine} and {theirs_text} quote the nearest pair. The likeness of the whole profiles is
 * `head`, not a term; use this where two different fields answer each other (`wants` against `offers`).
 */
const TextTerm = z.strictObject({ ...pair, compare: z.literal('text'), knots: Knots, monotone });

/**
 * My values named in their soft text, read by the cross encoder only: x = share (0..1) of my values (enum labels,
 * or a hard string) that stand in their text as words. {shared} lists them.
 */
const MentionsTerm = z.strictObject({ ...pair, compare: z.literal('mentions'), knots: Knots, monotone });

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
]);
export type Term = z.infer<typeof Term>;
export type TermOf<Compare extends Term['compare']> = Extract<Term, { compare: Compare }>;

/**
 * Evidence from a cosine: points = weight · tanh(slope · (cosine - centre)), between -`weight_against` (which takes
 * the place of `weight` below the centre) and +`weight`. The defaults fit the embedded encoder on the sample profiles of
 * dating, as `npm run bench -- cosines` prints them: of two profiles drawn at random the whole texts have a median cosine
 * of 0.25 (90 % below 0.39), the three best-met sentences 0.21 (0.32), the nearest pair of sentences 0.28 (0.43).
 * Other weights want other numbers. Unlikeness weighs less than likeness, since short texts are unlike everybody's.
 */
const CosineEvidence = {
  weight: z.number().min(0).max(10),
  weight_against: z.number().min(0).max(10),
  /** The cosine that says nothing: that of two people drawn at random. */
  centre: z.number().min(-1).max(1),
  slope: z.number().min(0).max(50),
};

/** The embedding stage: likeness of the two profiles' whole texts. No vector on either side: 0 points. */
const TextPrior = z.strictObject({
  weight: CosineEvidence.weight.default(0.8),
  weight_against: CosineEvidence.weight_against.default(0.3),
  centre: CosineEvidence.centre.default(0.25),
  slope: CosineEvidence.slope.default(6),
});

/** The cross-encoder's prior: sentence against sentence, on top of all terms. */
const CrossEncoderPrior = z.strictObject({
  /** x = mean cosine of my `best` best-met sentences, each with their nearest sentence. */
  sentences: z
    .strictObject({
      weight: CosineEvidence.weight.default(0.6),
      weight_against: CosineEvidence.weight_against.default(0.2),
      centre: CosineEvidence.centre.default(0.22),
      slope: CosineEvidence.slope.default(5),
      best: z.number().int().min(1).max(8).default(3),
      /** Cosine from which the nearest pair is quoted as a reason. */
      quote_above: z.number().min(0).max(1).default(0.45),
    })
    .prefault({}),
});

export const Scorecard = z
  .strictObject({
    /** Log-odds of a pair about which nothing is known. */
    intercept: Points.default(0),
    terms: z.array(Term).max(200).default([]),
    head: TextPrior.prefault({}),
    cross_encoder: CrossEncoderPrior.prefault({}),
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
