/**
 * The words of a language that hold for all domains: `words/<code>.yaml`, in one form for English and the
 * others. A rule finds nothing in a language whose file lacks the words that it needs.
 * Phrases are in the language of `phrase-pattern.ts`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readYaml } from './read-yaml.ts';

const WordSet = z.string().transform((words): ReadonlySet<string> => new Set(words.split(/\s+/)));
const noWords: ReadonlySet<string> = new Set();
/** Our own phrases, with terms set in, may be longer than an operator's. */
const Phrases = z.array(z.string().min(1));
const List = Phrases.default([]);
const Words = WordSet.default(noWords);

/** Conditions of a number's place, by which it may be an age. */
const ageConditions = [
  'follows_name',
  'begins_clause',
  'closes_clause',
  'ends_clause_after',
  'like_age',
  'touches',
  'contracted',
  'beside_gender',
  'of_trade',
  'own_clause',
  'alone_near_start',
  'digits',
] as const;
export type AgeCondition = (typeof ageConditions)[number];

const PlaceCues = z.strictObject({
  home: List,
  in: List,
  /** A trade may follow too: "working in design". */
  work: List,
  from: List,
  visit: List,
  born: List,
  past: List,
  not: List,
});
export type PlaceCues = z.infer<typeof PlaceCues>;

const Wishes = z.strictObject({ verbs: List, fronted: List, people: List, company: List, writer: List });

/**
 * A sign of a person's own age: phrases beside a number, and conditions of its place (`where`, by name:
 * `reading/ages/conditions.ts`).
 */
const AgeSign = z.strictObject({
  before: Phrases.optional(),
  after: Phrases.optional(),
  not_before: Phrases.optional(),
  where: z.array(z.enum(ageConditions)).default([]),
  /** Whether the words of `after` are a unit of the number; or how many of them. */
  takes_unit: z.boolean().default(false),
  unit_words: z.number().optional(),
  /** Years less than the number: "turning thirty". */
  less: z.number().default(0),
  /** 0: the number is no age. */
  confidence: z.number().min(0).max(1),
});
export type AgeSign = z.infer<typeof AgeSign>;

const Ages = z.strictObject({
  signs: z.array(AgeSign),
  genders: Words,
  /** After a number that is no age. */
  other_units: Words,
  /** After an introduction: no name. */
  not_names: Words,
  /** Nouns whose "of 40" is a count, a size or a time. */
  counted_nouns: Words,
  /** Before a year of birth. */
  born: List,
  /** The first letters of the months. */
  months: Words,
  /** After a number in a range of ages: its unit, and units of other numbers. */
  units: List,
  not_ages: List,
});
export type Ages = z.infer<typeof Ages>;

const SharedWords = z.strictObject({
  wish_cues: Phrases.optional(),
  self_cues: Phrases.optional(),
  other_cues: Phrases.optional(),
  past_cues: Phrases.optional(),
  spoken_for_cues: Phrases.optional(),
  wish_headings: Phrases.optional(),
  self_headings: Phrases.optional(),
  negators: Phrases.optional(),
  ages: Ages.optional(),
  distance_leads: List,
  /** Parts of phrases: `kin` stands for "{kin}". */
  terms: z.record(z.string(), z.string()).default({}),
  weak_self_cues: List,
  kin_nouns: List,
  attribute_cues: List,
  neutral_cues: List,
  /** null: it is not known what the author wants or does themselves. */
  own_wishes: Phrases.nullable().default(null),
  pseudo_negators: List,
  refused_labels: List,
  refusals: List,
  refusing_headings: List,
  /** End the scope of a negation. */
  contrasts: Words,
  /** After one of these a clause may begin, as after a comma. */
  conjunctions: Words,
  /** After one of these a clause does not start anew: "who knows what i am". */
  subordinators: Words,
  ends_past: Words,
  /** "I", in its forms. */
  writer: Words,
  /** Words that are also names of towns. */
  not_places: Words,
  /** Words that are no place after "live in" either. */
  never_places: Words,
  place_cues: PlaceCues.optional(),
  /** Verbs of wanting, and the people who are the counterpart after one. */
  wishes: Wishes.optional(),
});
export type SharedWords = z.infer<typeof SharedWords>;

/** Phrases with terms cannot be parsed yet. */
const Terms = z.looseObject({ terms: z.record(z.string(), z.string()).default({}) });

const known = new Map<string, SharedWords>();

/** A language without a file has no words. Read once for the life of the process. */
export function sharedWords(code: string): SharedWords {
  const words = known.get(code) ?? readWords(`${code}.yaml`);
  known.set(code, words);
  return words;
}

function readWords(fileName: string): SharedWords {
  const path = join(import.meta.dirname, 'words', fileName);
  if (!existsSync(path)) return SharedWords.parse({});
  const source = readFileSync(path, 'utf8');
  const { terms } = readYaml(source, Terms, fileName);
  return readYaml(withTerms(source, terms), SharedWords, fileName);
}

/** Terms may contain no terms. Their characters need no escape in quoted scalars. */
function withTerms(source: string, terms: SharedWords['terms']): string {
  return Object.entries(terms).reduce((text, [name, term]) => text.replaceAll(`{${name}}`, term), source);
}
