/**
 * Settings for all extraction rules of a domain (`extraction:` at the top of its file). Lists of phrases add
 * to the built-in ones (`domains/words/en.yaml`). In a shipped domain the phrases stand in `words/en.yaml`,
 * everything else in `definition.yaml`.
 *
 *   extraction:
 *     threshold: 0.6
 *     wish_cues: ["must have", "we are hiring", "ideal candidate"]
 *     self_cues: ["our team", "we offer"]
 *     other_cues: ["my previous employer", "our competitor*"]
 *     behalf_cues: ["my mother needs"]
 *     spoken_for_cues: ["she (needs|hopes for) #"]
 *     wish_headings: ["requirements", "what you bring"]
 *     self_headings: ["about us", "benefits", "summary"]
 *     off_topic: ["where is my (order|parcel)"]
 *     on_topic: ["looking for"]
 *     requests:
 *       {offers: capabilities, asks: needs, without: [offer_text], prefers: [pricing_model],
 *        cues: ["looking for"], openings: ["request for proposal"], not_cues: ["for hire"]}
 *
 * A text is a request (`reading/asked/request-texts.ts`) if it has one of `openings`, or one of `cues`, a
 * value of `asks` and none of `offers`. The conditions of a request are wishes.
 */
import { z } from 'zod';
import { Phrases } from './extraction-rules.ts';

const requestFacts = {
  /** Names of fields. */
  offers: z.string(),
  asks: z.string(),
  /** Fields that a request has no values of. */
  without: z.array(z.string()).min(1),
  /** Fields whose preferences only requests have. */
  prefers: z.array(z.string()).min(1),
  /**
   * Texts without one of `cues` and without a value of `asks` have no preferences and none of these fields.
   */
  wishes: z.array(z.string()).optional(),
  /** After a question, facts of these fields are wanted of the counterpart, but beside `states`. */
  conditions: z.array(z.string()).optional(),
  /**
   * A limit in a text that asks for nothing is the writer's own (`reading/asked/own-limits.ts`). After a
   * question, numbers of `own` are wanted of the counterpart (`reading/asked/after-question.ts`).
   */
  limits: z
    .array(
      z.strictObject({
        field: z.string(),
        own: z.string(),
        hides: z.array(z.string()).optional(),
        /** The value of a field of `hides` that an amount alone gives. */
        means: z.string().optional(),
      }),
    )
    .optional(),
};

const requestWords = {
  openings: Phrases,
  cues: Phrases,
  not_cues: Phrases,
  /** In texts that are no requests, their sentences are wishes after the first question … */
  demands: Phrases.optional(),
  /** … but for what the writer says in one of these (`reading/asked/demands-after-offers.ts`). */
  own: Phrases.optional(),
  /**
   * Names of profiles. A longer text with one value, without these and without one of `on_topic` gives
   * nothing (`reading/asked/states-little.ts`).
   */
  nouns: Phrases.optional(),
  /** Phrases that writers still use of themselves after a question. */
  states: Phrases.optional(),
};

const facts = {
  /** "you" is no cue of the wish (descriptions of agents and products). */
  neutral_you: z.boolean().default(false),
  /** "my wife", "my son" are no cues of `other` (shopping for other people). */
  neutral_others: z.boolean().default(false),
  /** No built-in cues of the wish: offers and wishes are in the same fields. */
  neutral_wishes: z.boolean().default(false),
  /** A text of no known side and without a required field gives nothing. */
  needs_side: z.boolean().default(false),
  /** A text without a value of a hard field, but for a place, gives nothing. */
  needs_value: z.boolean().default(false),
  /** Least probability of a value that is given. */
  threshold: z.number().min(0).max(1).default(0.5),
};

const words = {
  /** Switch to the scope `wish`. */
  wish_cues: Phrases.optional(),
  /** Switch to `self`. */
  self_cues: Phrases.optional(),
  /** Switch to `other`. */
  other_cues: Phrases.optional(),
  /** Switch to `self`: the post is that person's. */
  behalf_cues: Phrases.optional(),
  /** The wish of a person whom the author writes for. */
  spoken_for_cues: Phrases.optional(),
  /** Lines: the lines below are `wish`. */
  wish_headings: Phrases.optional(),
  /** Lines: the lines below are `self`. */
  self_headings: Phrases.optional(),
  /** A text with one of these is about something else and gives nothing … */
  off_topic: Phrases.optional(),
  /** … unless it has one of these. */
  on_topic: Phrases.optional(),
};

const RequestSettings = z.strictObject({ ...requestFacts, ...requestWords });
export type RequestSettings = z.infer<typeof RequestSettings>;

export const ExtractionSettings = z.strictObject({
  ...words,
  ...facts,
  requests: RequestSettings.optional(),
});
export type ExtractionSettings = z.infer<typeof ExtractionSettings>;

export const ExtractionFacts = z.strictObject({
  ...facts,
  requests: z.strictObject(requestFacts).optional(),
});
export type ExtractionFacts = z.infer<typeof ExtractionFacts>;

export const ExtractionWords = z.strictObject({
  ...words,
  requests: z.strictObject(requestWords).optional(),
});
export type ExtractionWords = z.infer<typeof ExtractionWords>;
