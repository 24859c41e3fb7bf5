/**
 * The grammar of extraction rules: how a domain's file declares that a field is found in free text.
 * `reading/` evaluates the rules.
 *
 * A field's `extract` is a list of rules, tried in order. The first one that finds something gives the value;
 * for an enum with `multiple: true`, all `phrases` rules give values. The preferences of all rules are
 * combined.
 *
 * SCOPES. The engine splits a text into sentences and clauses, and gives each word a scope:
 *   self    the profile itself: "I'm 30", "We pay $120k", and clauses without any cue ("29F, NYC", "Senior
 *           engineer, 8 yrs")
 *   wish    the wished-for counterpart: "looking for someone 25-35", "you have 5+ years", the lines below a
 *           heading "Requirements:"
 *   other   another person: "my brother is 40", "my ex was 35"
 *   past    the profile's past: "when I was 19"
 * No rule reads `other` or `past`, except `text` rules. A domain's file can add to the built-in cues
 * (`extraction:` at its top, `extraction-settings.ts`).
 *
 * A rule declares which scope it `reads` and whether it `gives` a value or a preference:
 *
 *   reads: self (default) | wish | any    any: self and wish
 *   gives: value (default) | preference   a preference is what a counterpart should have, in the grammar of
 *                                         `filters`: {age: {gte: 25, lte: 35}}, {gender: woman},
 *                                         {skills: [go, rust]}, {smokes: {ne: yes}}, {location_within_km: 50}
 *   wish_gives_preference: true           the same as a second rule with `reads: wish, gives: preference`
 *   sides: [job]                          only for texts of these sides. The side (`sides.field` of the
 *                                         domain) is extracted first, or given by the caller. While it is
 *                                         unknown, the rule is not used. `sides` of a field works likewise.
 *   confidence: 0.9                       of the findings; each kind of rule has its default
 *
 * Phrases are written in the language of `phrase-pattern.ts`: `looking for [a] (friend*|buddy)`.
 */
import { z } from 'zod';
import { parsePhrase } from './phrase-pattern.ts';
import { checkPattern, checkSyntax } from './string-pattern.ts';

const Scope = z.enum(['self', 'wish', 'any']);

const phraseThat = (faultOf: (phrase: string) => string | null) =>
  z
    .string()
    .min(1)
    .max(400)
    .superRefine((phrase, context) => {
      const fault = faultOf(phrase);
      if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    });

function phraseFault(phrase: string): string | null {
  try {
    parsePhrase(phrase);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const Phrase = phraseThat(phraseFault);
export const Phrases = z.array(Phrase).min(1).max(2000);

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
 *   - rule: number                      # "8 years of experience", "8+ yrs exp", "eight years in backend"
 *     measure: duration
 *     unit: years                       # the value's unit; "18 months" gives 1.5 (1 in an integer field)
 *     cues: ["experience", "(yrs|years) in", "exp"]
 *   - rule: number                      # "$120k", "120-150k a year", "€5.000 a month", "60 USD/hour"
 *     measure: money
 *     currency: USD                     # the value's currency
 *     rates: {EUR: 1.1, GBP: 1.27}      # values in `currency`; currencies without a rate are not read
 *     per: year                         # converts hourly, daily, weekly and monthly pay; an amount without a
 *                                       # period counts as yearly. Left out for prices.
 *     cues: ["salary", "pay*", "comp*", "base", "ote", "a year"]
 *     currency_optional: true           # an amount without a currency is in `currency`: "salary 120-150k".
 *                                       # A number with a unit ("128 GB") or of things ("3 seats") is none.
 *     take: low
 *   - rule: number                      # "team of 12", "12 employees"
 *     cues: ["team of", "employees", "people"]
 *   - rule: number                      # "p95 under 300ms"
 *     measure: custom
 *     units: {ms: 1, milliseconds: 1, s: 1000, seconds: 1000}
 *     cues: ["latency", "p95", "responds in"]
 *
 * A cue selects the nearest number of its sentence, at most `within` words before or after it. Without
 * `cues`, every number with the measure's unit is read. `not_cues` exclude the nearest number. Number words
 * ("eight", "twenty-five"), scales (k, m, mm, mil, million, bn, lakh, crore), thousands separators, ranges
 * ("5-7", "between 5 and 7", "5 to 7") and bounds ("5+", "at least 5", "over 5", "min. 5", "up to 7", "under
 * 7", "max 7") are read.
 *
 * take: low (default) | high | mid | known   which end of a range is the value. An exact number is both ends.
 *                                         "5+" has no high end and "up to 7" no low one: a text without the
 *                                         end that is taken gives no value. `known`: the low end, else the high one.
 *   bound: at_least (default) | at_most | exact | around
 *                                         for preferences: the bound of a number that has none in the text.
 *                                         `around` is ± `tolerance`, a share (default 0.15).
 * Confidence 0.9, less 0.01 for each word between cue and number.
 *
 * For an enum, `levels` map a number to a value: that of the last level whose `from` the number reaches. A
 * level without a value gives nothing.
 *
 *     levels: [{from: 1, value: early_revenue}, {from: 500000}, {from: 5000000, value: scaling}]
 */
export const NumberRule = z.strictObject({
  rule: z.literal('number'),
  ...common,
  measure: z.enum(['count', 'money', 'duration', 'length', 'weight', 'percent', 'custom']).default('count'),
  /**
   * duration: years months weeks days hours minutes seconds ms; length: mm cm m km in ft miles; weight: g kg
   * lb.
   */
  unit: z.string().optional(),
  /** custom: unit word -> factor to the value's unit. */
  units: z.record(z.string().min(1), z.number().positive()).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'a currency is its ISO 4217 code: USD')
    .optional(),
  rates: z.record(z.string().regex(/^[A-Z]{3}$/), z.number().positive()).optional(),
  /**
   * alone: only an amount with a scale that is a whole clause, such as the "80k" of "remote, 80k, Berlin".
   */
  currency_optional: z.union([z.boolean(), z.literal('alone')]).default(false),
  per: z.enum(['hour', 'day', 'week', 'month', 'year']).optional(),
  /** An amount without a period between these bounds is one of a month: "2,350 EUR gross". Needs `per`. */
  monthly: z.tuple([z.number().positive(), z.number().positive()]).optional(),
  cues: Phrases.optional(),
  not_cues: Phrases.optional(),
  within: z.number().int().min(0).max(30).default(5),
  /** Numbers outside are not read, in the unit of the rule. */
  range: z.tuple([z.number(), z.number()]).optional(),
  /** Whether a number beside one of `not_cues` is never given. By default it is only less probable. */
  strict: z.boolean().default(false),
  take: z.enum(['low', 'high', 'mid', 'known']).default('low'),
  /**
   * Multiplies the number after unit, currency and period: 12 turns monthly revenue ("€22k MRR") into yearly.
   */
  times: z.number().positive().default(1),
  bound: z.enum(['at_least', 'at_most', 'exact', 'around']).default('at_least'),
  tolerance: z.number().min(0).max(1).default(0.15),
  /** Counted nouns whose numbers add up: "nine women and one man" with `["(women|man)"]` is 10. */
  parts: Phrases.optional(),
  /** In rising order. */
  levels: z
    .array(z.strictObject({ from: z.number(), value: z.string().optional() }))
    .min(1)
    .optional(),
});

/**
 * A person's age in whole years: "29F", "f/29", "29 yo", "I'm 29", "turning thirty in May" (29), "born in
 * 1991", "my 30th birthday was last week". "in my mid thirties" gives nothing. In the wish scope: ranges and
 * bounds ("25-35", "over 30", "in their thirties", "around 30").
 *
 *   - rule: age
 *     wish_gives_preference: true
 *     range: [18, 99]                       # a number outside is not an age; default 16 to 110
 *
 * Confidence 0.75 to 0.97; from a birth year 0.85.
 */
export const AgeRule = z.strictObject({
  rule: z.literal('age'),
  ...common,
  range: z.tuple([z.number().int().min(0), z.number().int().max(130)]).default([16, 110]),
  /** Preferences: "around 30" is 30 ± this many years. */
  tolerance: z.number().int().min(0).max(20).default(3),
});

/**
 * Places, through the gazetteer. A name counts after a cue ("in", "from", "based in", "live in", "near",
 * "location:", added `cues`), with its country or state ("Austin, TX", "Lyon, France"), or next to an age or
 * gender ("29F, Berlin"). For geo fields the value is the resolved name.
 *
 *   - rule: place
 *     not_cues: ["from", "born in"]         # here: a home counts, an origin does not
 *     after_cues: ["(company|bakery)"]      # up to two words after a city: "the Hamburg shipping company"
 *     wish_gives_preference: true           # "within 50 km", "max 30 miles away" -> {location_within_km: 50}
 *
 * `within` distances are read in every scope, since they are always about counterparts.
 * Confidence 0.55 to 0.97, by cue (`reading/places/find-places.ts`).
 */
export const PlaceRule = z.strictObject({
  rule: z.literal('place'),
  ...common,
  cues: Phrases.optional(),
  not_cues: Phrases.optional(),
  after_cues: Phrases.optional(),
  /** country: the value is the place's country, ISO 3166-1 alpha-2 in lower case. */
  as: z.enum(['name', 'country']).default('name'),
});

/** The effect of a negation ("not looking for anything casual", "never smoked", "no kids") on a phrase. */
const Negation = z.enum(['skip', 'ignore', 'only']);

const phraseEntry = <One extends z.ZodType<string>>(one: One) =>
  z.strictObject({
    phrase: z.union([one, z.array(one).min(1).max(2000)]),
    /**
     * skip (default): a negated mention gives no value, and in the wish scope {ne: value};
     * ignore: a negated mention gives the value, since the negation is part of it ("no strings attached");
     * only: only a negated mention gives the value ("smoker", for the value `no`).
     */
    negation: Negation.optional(),
    /** Replaces the rule's scope: `m4f` means the same in every scope. */
    reads: Scope.optional(),
    /** One of these must occur in the same sentence, at most 60 words away. */
    needs: Phrases.optional(),
    /** None of these may occur there. */
    unless: Phrases.optional(),
    confidence: z.number().min(0).max(1).optional(),
  });
const PhraseEntry = z.union([Phrase, phraseEntry(Phrase)]);

/** Stands for the names of a value in a frame. */
export const NAME_MARK = '{}';
const Frame = phraseThat((frame) =>
  frame.includes(NAME_MARK)
    ? phraseFault(frame.replaceAll(NAME_MARK, 'name'))
    : `a frame has ${NAME_MARK} where the name stands: «${frame}»`,
);

/**
 * Phrases that give no value. No shorter phrase of the rule may use their words. "machine learning
 * engineer" is a title, so its first words are no skill. A phrase with `{}` at one end is a context: no
 * phrase of the rule counts right after "my last {}" or right before "{} wine". Unlike `unless`, an exception
 * excludes these words alone.
 */
const Exceptions = z
  .array(
    phraseThat((phrase) => {
      const bare = phrase.replace(NAME_MARK, '').trim();
      if (bare !== phrase && !phrase.startsWith(NAME_MARK) && !phrase.endsWith(NAME_MARK))
        return `an exception has ${NAME_MARK} at its beginning or end: «${phrase}»`;
      return bare.includes(NAME_MARK) ? `an exception has ${NAME_MARK} once: «${phrase}»` : phraseFault(bare);
    }),
  )
  .min(1)
  .max(2000);

const ListRule = z.strictObject({
  /** Cues right before a list: ["ships to", "sizes"]. */
  after: Phrases.optional(),
  /** Cues right after a list: ["only", "sizes available"]. */
  before: Phrases.optional(),
  /** The number of names side by side that make a list without a cue. Default: never. */
  alone: z.number().int().min(2).max(20).optional(),
});
export type ListRule = z.infer<typeof ListRule>;

const TopicRule = z.strictObject({
  /**
   * Cues before the thing that the text is about: ["selling", "looking for"]. The text's beginning is always
   * one.
   */
  after: Phrases.optional(),
  /** Cues right before a thing that is only mentioned: ["for my", "fits", "instead of"]. */
  aside: Phrases.optional(),
});
export type TopicRule = z.infer<typeof TopicRule>;

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
 * The longest of overlapping phrases counts. Among several values of a single-valued enum, the one with the
 * highest confidence counts. At equal confidence it is the one in the last sentence, since a text corrects
 * itself ("used to be X. Now Y"). Within a sentence it is the first ("casual or long term"). `multiple: true`
 * takes all values. A number field may have numbers as values: {"0": ["give away"], "1": ["solo founder"]}.
 * Words of six letters and more may have one wrong letter, unless `typos: false`. Confidence 0.9, times 0.95
 * for a corrected word.
 */
export const PhrasesRule = z.strictObject({
  rule: z.literal('phrases'),
  ...common,
  values: z.record(z.string(), z.array(PhraseEntry).min(1)),
  typos: z.boolean().default(true),
  /** Which of several values with equal confidence counts. `first` suits CVs and listings. */
  prefer: z.enum(['last', 'first']).default('last'),
  /**
   * Reads ranges ("S–XL", "37 to 41"): all values between the ends count, letters in the order of `values`.
   */
  spans: z.boolean().default(false),
  /**
   * The phrases are names that count only in a list: after a cue, before one, or side by side. Commas,
   * strokes and "and" join them: "Ships to DK, SE and Norway", "S / M / L". A name that is also an English
   * word ("NO", "IN") counts in capitals alone.
   */
  lists: ListRule.optional(),
  /**
   * Phrases with `{}` for a name. Plain strings of `values` are then names, which count only in a frame:
   * `frames: ["hosted in {}", "{} servers"]`, `eu: ["(eu|europe)", "german*"]`. An entry with `phrase:` is a
   * phrase of its own.
   */
  frames: z
    .array(z.union([Frame, phraseEntry(Frame)]))
    .min(1)
    .max(200)
    .optional(),
  /**
   * The phrases name things, and the field is what the text is about. A thing that is only mentioned ("a lamp
   * for my desk", "fits a phone", a thing in a later sentence) counts only where nothing else is named. With
   * cues the text is about one thing: the one at its beginning, or the first after a cue.
   */
  topic: TopicRule.optional(),
  except: Exceptions.optional(),
  /**
   * Read only where no earlier rule of the field found a value: words that hint at a value without naming it.
   * A list names values that do not count as found: "AI for dentists" names a technology, and the field is
   * still open.
   */
  fallback: z.union([z.boolean(), z.array(z.string()).min(1)]).default(false),
  /**
   * A value that is refused once does not count elsewhere in the sentence: "not black, since all are black".
   */
  refused_in_sentence: z.boolean().default(false),
});

/**
 * Enums (and derived attributes) by the nearest prototype sentence, for wordings that no phrase list
 * foresees. Each sentence of the text (its part in the scope) is compared by cosine with every prototype. A
 * value is given if its best cosine is at least `threshold`, and exceeds that of any other value and of
 * `neither` by at least `margin`. `compares: phrases` compares one to three words at a time in place of
 * sentences; the prototypes are then names of the values. The rule runs only where earlier rules found
 * nothing, so it stands after a `phrases` rule. A negated sentence is only compared with negated prototypes,
 * since vectors hardly reflect a negation.
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
  compares: z.enum(['sentences', 'phrases']).default('sentences'),
});

/**
 * Booleans. A negated phrase of `true` gives false and vice versa, unless the phrase has a `negation`.
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
  except: Exceptions.optional(),
  typos: z.boolean().default(true),
});

const patternThat = (faultOf: (pattern: string) => string | null) =>
  z
    .string()
    .min(1)
    .max(1000)
    .superRefine((pattern, context) => {
      const fault = faultOf(pattern);
      if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    });

/**
 * A short string by a regular expression in RE2 syntax (linear time, without look-around and back-references)
 * with a named group `value`. It is searched sentence by sentence, and ignores letter case unless
 * `case_sensitive`. The value is the group without the white space and punctuation around it.
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
  pattern: patternThat(checkPattern),
  /** A value in which this pattern is found does not count. */
  except: patternThat(checkSyntax).optional(),
  /** Only sentences with one of these phrases are searched, which costs far less than the pattern. */
  needs: Phrases.optional(),
  /** Only values with a word that is neither English nor in a phrase of the domain: invented names. */
  unlisted: z.boolean().default(false),
  /** Searches the first sentence alone, where titles stand. */
  first_sentence: z.boolean().default(false),
  case_sensitive: z.boolean().default(false),
});

/**
 * Text for soft fields: whole sentences, verbatim and in order, joined by one space. The span runs from the
 * first to the last.
 *
 *   - rule: text                            # sentences of one topic
 *     take: matching
 *     cues: ["i (value|care about|believe in)", "important to me"]
 *     prototypes: ["What matters most to me is honesty"]
 *     threshold: 0.45
 *   - rule: text                            # sentences that say more than hard facts
 *     take: remaining
 *     min_words: 4
 *
 *   take: matching     sentences with a cue, or with a cosine of at least `threshold` to a prototype
 *         remaining    sentences with at least `min_words` words beside those that hard fields were read from
 *         whole        all sentences of the scope
 * `not_cues` exclude a sentence. Confidence 0.7; of `matching` 0.8.
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
  /** Words of content that no hard field has taken, of the whole text: "Seeking €2M, seed" says no more. */
  min_free_words: z.number().int().min(0).max(50).default(0),
  max_characters: z.number().int().min(1).max(65_536).default(4000),
});

/**
 * The value of a field that the text does not state. It needs a text that is English and of the rule's
 * `sides`.
 *
 *   - {rule: default, value: unknown}
 *
 * It has `origin: default`, the empty span [0, 0] and confidence 0.5.
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
