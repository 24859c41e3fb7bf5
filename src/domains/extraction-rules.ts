/**
 * How a field is found in free text: the grammar that a domain's file declares and `profiles/extract/` carries out.
 *
 * A field's `extract` is a list of rules, tried in order; the first that finds something gives the value (for an
 * enum with `multiple: true`, all `phrases` rules together do). Preferences of all rules are put together.
 *
 * SCOPES. The engine splits a text into sentences and clauses, and gives each clause a scope:
 *   self    says something about the person, company or thing whose profile it is ("I'm 30", "We pay $120k"); a
 *           clause without any sign ("29F, NYC", "Senior engineer, 8 yrs") is self too
 *   wish    says something about the wished-for counterpart ("looking for someone 25-35", "you have 5+ years",
 *           what stands below a heading "Requirements:")
 *   other   says something about somebody else ("my brother is 40", "my ex was 35"): no rule ever reads it
 * A domain's file can add to the built-in signs (`extraction:` at its top, `ExtractionSettings` below).
 *
 * A rule says which scope it `reads` and whether it `gives` a value or a preference:
 *
 *   reads: self (default) | wish | any
 *   gives: value (default) | preference     what is found becomes the field's value, or a demand on counterparts in
 *                                           the grammar of `filters`: {age: {gte: 25, lte: 35}}, {gender: woman},
 *                                           {skills: [go, rust]}, {smokes: {ne: yes}}, {location_within_km: 50}
 *   wish_gives_preference: true             short for a second, equal rule with `reads: wish, gives: preference`
 *   sides: [job]                            only for texts of these sides. The side field (`sides.field` of the
 *                                           domain) is extracted first, or given by the caller; while the side is
 *                                           unknown such a rule is not used. (A field with `sides` likewise.)
 *   confidence: 0.9                         of what it finds; each kind has its default
 *
 * Phrases are written in the language of `phrase-pattern.ts`: `looking for [a] (friend*|buddy)`.
 */
import { z } from 'zod';
import { parsePhrase } from './phrase-pattern.ts';
import { checkPattern } from './string-pattern.ts';

const Scope = z.enum(['self', 'wish', 'any']);

const Phrase = z
  .string()
  .min(1)
  .max(400)
  .superRefine((phrase, context) => {
    try {
      parsePhrase(phrase);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
    }
  });
const Phrases = z.array(Phrase).min(1).max(2000);

const common = {
  reads: Scope.default('self'),
  gives: z.enum(['value', 'preference']).default('value'),
  wish_gives_preference: z.boolean().default(false),
  sides: z.array(z.string()).min(1).optional(),
  confidence: z.number().min(0).max(1).optional(),
};

/**
 * Numbers with units, money, counts.
 *
 *   - rule: number                          # "8 years of experience", "8+ yrs exp", "eight years in backend"
 *     measure: duration
 *     unit: years                           # the value's unit; "18 months" gives 1.5 (1 in an integer field)
 *     cues: ["experience", "(yrs|years) in", "exp"]
 *   - rule: number                          # "$120k", "120-150k a year", "€5.000 a month", "60 USD/hour"
 *     measure: money
 *     currency: USD                         # the value's currency; others are converted by `rates`, or not taken
 *     rates: {EUR: 1.1, GBP: 1.27}          # how much of `currency` one of them is worth
 *     per: year                             # hourly, daily, weekly, monthly pay becomes yearly; a missing period
 *                                           # counts as this one. Leave it out for prices.
 *     cues: ["salary", "pay*", "comp*", "base", "ote", "a year"]
 *     currency_optional: true               # "salary 120-150k" without a sign counts as `currency`; a number with
 *                                           # a unit ("128 GB") or of things ("3 seats") never does
 *     take: low
 *   - rule: number                          # "team of 12", "12 employees"
 *     cues: ["team of", "employees", "people"]
 *   - rule: number                          # "p95 under 300ms"
 *     measure: custom
 *     units: {ms: 1, milliseconds: 1, s: 1000, seconds: 1000}
 *     cues: ["latency", "p95", "responds in"]
 *
 * A number is taken where a cue stands in the same clause at most `within` words before or after it (no cues: every
 * number that has the measure's unit). `not_cues` near it forbid it. Number words ("eight", "twenty-five"), scales
 * (k, m, mm, mil, million, bn, lakh, crore), thousands marks, ranges ("5-7", "between 5 and 7", "5 to 7") and bounds
 * ("5+", "at least 5", "over 5", "min. 5", "up to 7", "under 7", "max 7") are understood.
 *   take: low (default) | high | mid       which end of a range; "5+" has no high end, "up to 7" no low one: such a
 *                                          text gives nothing for the end it lacks. An exact number is both.
 *   bound: at_least | at_most | exact | around     only for preferences: how a number without words of bound is
 *                                          meant (default at_least); `around` uses `tolerance` (a share, 0.15).
 * Confidence 0.9.
 */
export const NumberRule = z.strictObject({
  rule: z.literal('number'),
  ...common,
  measure: z.enum(['count', 'money', 'duration', 'length', 'weight', 'percent', 'custom']).default('count'),
  /** duration: years months weeks days hours minutes seconds ms; length: mm cm m km in ft miles; weight: g kg lb. */
  unit: z.string().optional(),
  /** custom: unit word -> factor to the value's unit. */
  units: z.record(z.string().min(1), z.number().positive()).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'a currency is its ISO 4217 code: USD')
    .optional(),
  rates: z.record(z.string().regex(/^[A-Z]{3}$/), z.number().positive()).optional(),
  /** alone: only an amount with a scale that is a clause of its own, such as the "80k" of "remote, 80k, Berlin". */
  currency_optional: z.union([z.boolean(), z.literal('alone')]).default(false),
  per: z.enum(['hour', 'day', 'week', 'month', 'year']).optional(),
  cues: Phrases.optional(),
  not_cues: Phrases.optional(),
  within: z.number().int().min(0).max(30).default(5),
  take: z.enum(['low', 'high', 'mid']).default('low'),
  /** Multiplies what was found, after unit, currency and period: 12 makes a year of monthly revenue ("€22k MRR"). */
  times: z.number().positive().default(1),
  bound: z.enum(['at_least', 'at_most', 'exact', 'around']).default('at_least'),
  tolerance: z.number().min(0).max(1).default(0.15),
});

/**
 * A person's age in whole years, in every usual way: "29F", "f/29", "29 yo", "I'm 29", "turning thirty in May" (29),
 * "born in 1991", "my 30th birthday was last week". "in my mid thirties" gives nothing. In the wish scope: ranges
 * and bounds ("25-35", "over 30", "in their thirties", "around my age").
 *
 *   - rule: age
 *     wish_gives_preference: true
 *     range: [18, 99]                       # outside: not an age (default 16 to 110)
 *
 * Confidence 0.95, from a birth year 0.85.
 */
const AgeRule = z.strictObject({
  rule: z.literal('age'),
  ...common,
  range: z.tuple([z.number().int().min(0), z.number().int().max(130)]).default([16, 110]),
  /** Preferences: "around 30" is 30 ± this many years. */
  tolerance: z.number().int().min(0).max(20).default(3),
});

/**
 * Places, through the gazetteer. A name counts only after a cue ("in", "from", "based in", "live in", "near",
 * "location:", added `cues`) or in the form "Austin, TX" / "Lyon, France". For geo fields the value is the resolved
 * name.
 *
 *   - rule: place
 *     not_cues: ["from", "born in"]         # here: where somebody lives, not where they come from
 *     wish_gives_preference: true           # "within 50 km", "max 30 miles away" -> {location_within_km: 50}
 *
 * `within` distances are read in every scope, since "within 20 km of me" can only speak of counterparts.
 * Confidence 0.9; 0.7 where only population settled which place is meant.
 */
export const PlaceRule = z.strictObject({
  rule: z.literal('place'),
  ...common,
  cues: Phrases.optional(),
  not_cues: Phrases.optional(),
});

/** How a phrase behaves under negation ("not looking for anything casual", "never smoked", "no kids"). */
const Negation = z.enum(['skip', 'ignore', 'only']);

const PhraseEntry = z.union([
  Phrase,
  z.strictObject({
    phrase: z.union([Phrase, Phrases]),
    /**
     * skip (default): a negated mention does not give the value (in the wish scope it gives {ne: value});
     * ignore: it does, since the phrase is meant so ("no strings attached");
     * only: it gives the value only when negated ("smoker", for the value `no`).
     */
    negation: Negation.optional(),
    /** Instead of the rule's: `m4f` tells the same in every scope. */
    reads: Scope.optional(),
    /** One of these must stand in the same sentence. */
    needs: Phrases.optional(),
    /** None of these may stand in the same sentence. */
    unless: Phrases.optional(),
    confidence: z.number().min(0).max(1).optional(),
  }),
]);

/**
 * Enums by phrase lists.
 *
 *   - rule: phrases
 *     wish_gives_preference: true
 *     values:
 *       woman: ["(i am|im) a (woman|girl|lady)", "she her"]
 *       man:
 *         - "(i am|im) a (man|guy|dude)"
 *         - {phrase: "m4f", reads: any, confidence: 0.95}
 *       casual:
 *         - {phrase: ["no strings attached", "nsa"], negation: ignore}
 *
 * The longest phrase wins where several overlap. For a single-valued enum with several values found, the one of
 * highest confidence is taken, then the one said last ("used to be X, now Y" is not understood otherwise), and an
 * even contradiction inside one sentence ("casual or long term") takes the first. `multiple: true` takes all.
 * A number field may have numbers as values: {"0": ["give away"], "1": ["solo founder"]}.
 * Spelling: words of six letters and more may have one wrong letter, unless `typos: false`.
 * Confidence 0.9.
 */
export const PhrasesRule = z.strictObject({
  rule: z.literal('phrases'),
  ...common,
  values: z.record(z.string(), z.array(PhraseEntry).min(1)),
  typos: z.boolean().default(true),
  /** Among values of equal confidence: a CV's newest job and a listing's item stand first, a change of mind last. */
  prefer: z.enum(['last', 'first']).default('last'),
  /** "S–XL", "37 to 41": what lies between counts too; letters in the order in which `values` stand here. */
  spans: z.boolean().default(false),
});

/**
 * Enums (and derived attributes) by nearest prototype sentence, for what no phrase list foresees. Each sentence of
 * the text (in the scope that is read) is encoded and compared with every prototype by cosine; the value is given
 * where the best cosine reaches `threshold` and is at least `margin` above the best prototype of any other value
 * and of `neither`. Put it after the `phrases` rule: it runs only when nothing was found before. A sentence with a
 * negation in it is only compared with prototypes that have one, since vectors hardly see a "not".
 *
 *   - rule: prototype
 *     threshold: 0.62
 *     margin: 0.05
 *     values:
 *       anxious: ["I need a lot of reassurance", "I worry that people I love will leave me"]
 *       avoidant: ["I need a lot of space", "closeness scares me"]
 *     neither: ["I love hiking", "I work as a nurse"]
 *
 * Confidence: the cosine.
 */
export const PrototypeRule = z.strictObject({
  rule: z.literal('prototype'),
  ...common,
  values: z.record(z.string(), z.array(z.string().min(1).max(400)).min(1)),
  neither: z.array(z.string().min(1).max(400)).default([]),
  threshold: z.number().min(0).max(1),
  margin: z.number().min(0).max(1).default(0.03),
});

/**
 * Booleans. A negated phrase of `true` gives false and the other way round, unless its `negation` says otherwise.
 *
 *   - rule: boolean
 *     "true": ["remote", "work from (home|anywhere)"]
 *     "false": ["on-site only", "in the office"]
 *
 * Confidence 0.9.
 */
export const BooleanRule = z.strictObject({
  rule: z.literal('boolean'),
  ...common,
  true: z.array(PhraseEntry).min(1).optional(),
  false: z.array(PhraseEntry).min(1).optional(),
  typos: z.boolean().default(true),
});

/**
 * A short string by a regular expression in RE2 syntax (linear time whatever the text: no look-around, no
 * back-references), with a named group `value`. It is searched clause by clause, in Unicode, without regard to
 * letter case unless `case_sensitive`. The value is the group with white space and punctuation trimmed.
 *
 *   - rule: pattern
 *     pattern: '(?:work(?:ing)? (?:at|for)|engineer at) (?P<value>[A-Z][\w&.-]+(?: [A-Z][\w&.-]+){0,2})'
 *     case_sensitive: true
 *
 * Confidence 0.8.
 */
export const PatternRule = z.strictObject({
  rule: z.literal('pattern'),
  ...common,
  pattern: z
    .string()
    .min(1)
    .max(1000)
    .superRefine((pattern, context) => {
      const fault = checkPattern(pattern);
      if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    }),
  case_sensitive: z.boolean().default(false),
});

/**
 * Text for soft fields: whole sentences, as they stand, in their order, joined by one space; the span runs from the
 * first to the last.
 *
 *   - rule: text                            # sentences of one topic
 *     take: matching
 *     cues: ["i (value|care about|believe in)", "important to me"]
 *     prototypes: ["What matters most to me is honesty"]
 *     threshold: 0.45
 *   - rule: text                            # or what is left when sentences of mere hard facts are taken away
 *     take: remaining
 *     min_words: 4
 *
 * matching: sentences with a cue, or at least `threshold` near a prototype. remaining: sentences of the scope that
 * say more than what the hard fields took from them (at least `min_words` words beside it). whole: all sentences of
 * the scope. `not_cues` keep a sentence out. Confidence 0.7, of `matching` 0.8.
 */
export const TextRule = z.strictObject({
  rule: z.literal('text'),
  ...common,
  take: z.enum(['matching', 'remaining', 'whole']),
  cues: Phrases.optional(),
  not_cues: Phrases.optional(),
  prototypes: z.array(z.string().min(1).max(400)).min(1).optional(),
  threshold: z.number().min(0).max(1).default(0.5),
  min_words: z.number().int().min(1).max(50).default(4),
  max_characters: z.number().int().min(1).max(65_536).default(4000),
});

/**
 * A value where the text gave none (as long as the text gave anything at all, and is of the rule's `sides`).
 *
 *   - {rule: default, value: unknown}
 *
 * Comes with `origin: default`, the empty span [0, 0] and confidence 0.5.
 */
export const DefaultRule = z.strictObject({
  rule: z.literal('default'),
  sides: z.array(z.string()).min(1).optional(),
  confidence: z.number().min(0).max(1).optional(),
  value: z.union([z.number(), z.boolean(), z.string(), z.array(z.string()).min(1)]),
});

export const ExtractionRule = z.discriminatedUnion('rule', [
  NumberRule,
  AgeRule,
  PlaceRule,
  PhrasesRule,
  PrototypeRule,
  BooleanRule,
  PatternRule,
  TextRule,
  DefaultRule,
]);
export type ExtractionRule = z.infer<typeof ExtractionRule>;
export type NumberRule = z.infer<typeof NumberRule>;
export type PlaceRule = z.infer<typeof PlaceRule>;
export type PhrasesRule = z.infer<typeof PhrasesRule>;
export type PhraseEntry = z.infer<typeof PhraseEntry>;
export type PrototypeRule = z.infer<typeof PrototypeRule>;
export type BooleanRule = z.infer<typeof BooleanRule>;
export type PatternRule = z.infer<typeof PatternRule>;
export type TextRule = z.infer<typeof TextRule>;
export type DefaultRule = z.infer<typeof DefaultRule>;

/**
 * What holds for all rules of a domain (`extraction:` at the top of its file). All lists add to the built-in ones
 * (`profiles/extract/scope-cues.ts`).
 *
 *   extraction:
 *     wish_cues: ["must have", "we are hiring", "ideal candidate"]    # from here on the clause is about the wish
 *     self_cues: ["our team", "we offer"]                             # … about the profile itself
 *     other_cues: ["my previous employer", "our competitor*"]         # … about somebody else
 *     behalf_cues: ["my mother needs"]                                # … about the profile: the post is for her
 *     wish_headings: ["requirements", "what you bring"]               # a line of its own: the lines below are wish
 *     self_headings: ["about us", "benefits", "summary"]              # … the lines below are self
 *     neutral_you: true          # "you" is no sign of the wish (an agent's or a product's description)
 *     neutral_others: true       # "my wife", "my son" are no sign of somebody else (people who shop for others)
 */
export const ExtractionSettings = z.strictObject({
  wish_cues: Phrases.optional(),
  self_cues: Phrases.optional(),
  other_cues: Phrases.optional(),
  behalf_cues: Phrases.optional(),
  wish_headings: Phrases.optional(),
  self_headings: Phrases.optional(),
  neutral_you: z.boolean().default(false),
  neutral_others: z.boolean().default(false),
});
export type ExtractionSettings = z.infer<typeof ExtractionSettings>;

/** What a rule that does not suit its field is told; null where it does. */
export function misfit(
  rule: ExtractionRule,
  field: {
    readonly type: string;
    readonly kind: string;
    readonly format?: 'geo' | undefined;
    readonly values?: readonly string[] | undefined;
  },
): { readonly path: readonly string[]; readonly message: string } | null {
  const types: Readonly<Record<ExtractionRule['rule'], readonly string[]>> = {
    number: ['integer', 'number'],
    age: ['integer', 'number'],
    place: ['string'],
    phrases: ['enum', 'string', 'integer', 'number'],
    prototype: ['enum'],
    boolean: ['boolean'],
    pattern: ['string', 'enum'],
    text: ['string'],
    default: ['integer', 'number', 'boolean', 'enum', 'string'],
  };
  if (!types[rule.rule].includes(field.type)) {
    return { path: ['rule'], message: `the rule «${rule.rule}» cannot fill a field of type ${field.type}` };
  }
  if ((rule.rule === 'phrases' || rule.rule === 'prototype') && field.values !== undefined) {
    const stranger = Object.keys(rule.values).find((value) => !field.values?.includes(value));
    if (stranger !== undefined) {
      return { path: ['values', stranger], message: `«${stranger}» is not among the field's values` };
    }
  }
  if (rule.rule === 'phrases' && (field.type === 'integer' || field.type === 'number')) {
    const word = Object.keys(rule.values).find((value) => !Number.isFinite(Number(value)));
    if (word !== undefined)
      return {
        path: ['values', word],
        message: `«${word}» is no number, and the field is of type ${field.type}`,
      };
  }
  const demands = rule.rule !== 'default' && (rule.gives === 'preference' || rule.wish_gives_preference);
  if (demands && field.kind !== 'hard') {
    return { path: ['rule'], message: 'only a hard field can be demanded in preferences' };
  }
  if (rule.rule === 'number' && rule.measure === 'money' && rule.currency === undefined) {
    return { path: ['measure'], message: 'a money rule names the `currency` of its value' };
  }
  if (rule.rule === 'number' && rule.measure === 'custom' && rule.units === undefined) {
    return { path: ['measure'], message: 'a custom measure lists its `units`' };
  }
  return null;
}
