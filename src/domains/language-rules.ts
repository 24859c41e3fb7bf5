/**
 * Rules for texts in a language other than English: a domain's `languages` by ISO 639-1 code.
 *
 *   languages:
 *     de:
 *       wish_cues: ["ich suche", "gesucht wird"]     # as in `extraction`; these replace the English ones
 *       self_cues: ["ich (bin|habe)", "wir (sind|bieten)"]
 *       other_cues: ["mein* (bruder|schwester)"]
 *       past_cues: ["als ich"]
 *       spoken_for_cues: ["(sie|er) (sucht|wünscht sich)"]
 *       negators: ["(nicht|kein*|nie|ohne)"]
 *       place_cues: {home: ["wohne in"], in: ["in"], from: ["aus"], not: ["interesse an"]}
 *       same_as_english: {brand: {}, skills: {except: [vue]}}   # names are alike in every language: the English
 *                                                  # rules of these fields are read too, but for these values
 *       fields:
 *         gender:
 *           - {rule: phrases, values: {woman: [frau], man: [mann]}}
 *
 * Each sentence is read by the rules of its own language alone, since words that look alike have other
 * meanings. A language without rules gives no values.
 */
import { z } from 'zod';
import { rulesFaults } from './extraction-rule-check.ts';
import { ExtractionRule, Phrases } from './extraction-rules.ts';
import type { FieldDefinition } from './field.ts';

/** The languages that can be told apart (`reading/languages/language.ts`), but English. */
const languageCodes = [
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'sv',
  'da',
  'no',
  'fi',
  'pl',
  'cs',
  'ro',
  'hu',
  'tr',
  'ca',
  'hr',
  'sk',
  'sl',
] as const;
export const LanguageCode = z.enum(languageCodes);
export type LanguageCode = z.infer<typeof LanguageCode>;

export const LanguageRules = z.strictObject({
  wish_cues: Phrases.optional(),
  self_cues: Phrases.optional(),
  other_cues: Phrases.optional(),
  past_cues: Phrases.optional(),
  /** Third-person wishes ("sie wünscht sich"), which show that a relative's text describes the wisher. */
  spoken_for_cues: Phrases.optional(),
  wish_headings: Phrases.optional(),
  self_headings: Phrases.optional(),
  /** Words that deny the rest of their clause. */
  negators: Phrases.optional(),
  /** `home`: where the author lives; `in`: any place; `from`: an origin; `not`: no place follows. */
  place_cues: z
    .strictObject({
      home: Phrases.optional(),
      in: Phrases.optional(),
      from: Phrases.optional(),
      not: Phrases.optional(),
    })
    .optional(),
  same_as_english: z
    .record(z.string(), z.strictObject({ except: z.array(z.string()).default([]) }))
    .default({}),
  fields: z.record(z.string(), z.array(ExtractionRule).min(1).max(50)).default({}),
});
export type LanguageRules = z.infer<typeof LanguageRules>;

/** The faults of a domain's languages; `path` below `languages`. */
export function languageFaults(
  languages: Readonly<Partial<Record<LanguageCode, LanguageRules>>>,
  fields: readonly FieldDefinition[],
): readonly { readonly path: readonly (string | number)[]; readonly message: string }[] {
  const unknown = Object.entries(languages).flatMap(([code, { same_as_english: same }]) =>
    Object.keys(same)
      .filter((name) => !fields.some((field) => field.name === name))
      .map((name) => ({
        path: [code, 'same_as_english', name],
        message: `there is no field «${name}»`,
      })),
  );
  const faulty = Object.entries(languages).flatMap(([code, rules]) =>
    rulesFaults(rules.fields, fields).map(({ path, message }) => ({
      path: [code, 'fields', ...path],
      message,
    })),
  );
  return [...unknown, ...faulty];
}
