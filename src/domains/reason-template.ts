/**
 * Templates of reasons. A template addresses the seeker, with `me` = "you". Pronouns are placeholders, so
 * that the sentence can also describe the other direction, in which they are exchanged:
 *
 *   "{They} teach what {you} want to learn: {shared}"  →  "They teach what you want to learn: chess and Go"
 *                                                      →  "You teach what they want to learn: chess and Go"
 *
 * Placeholders:
 *   {you} {your} {yours} {they} {them} {their} {theirs}   pronouns; {You} … at the start of a sentence
 *   {value}                      the shared value, or else the other's
 *   {me} {other} {field}         the values of the two sides; the field's label
 *   {shared} {lacking} {count}   of overlaps, mentions and shared words
 *   {difference} {km} {days}     of numbers; of distances; since the last change
 *   {mine} {theirs_text}         quotes of text terms
 *
 * {difference:year|years} adds the word in singular or plural: "1 year", "2 years". Values are worded by
 * their `value_labels`, and lists as "a, b and c".
 */

export const pronouns = {
  you: ['you', 'they'],
  your: ['your', 'their'],
  yours: ['yours', 'theirs'],
  they: ['they', 'you'],
  them: ['them', 'you'],
  their: ['their', 'your'],
  theirs: ['theirs', 'yours'],
} as const satisfies Readonly<Record<string, readonly [straight: string, exchanged: string]>>;

/** The placeholders of each comparator. */
export const placeholdersOf = {
  same: ['value', 'me', 'other', 'field'],
  matrix: ['value', 'me', 'other', 'field'],
  overlap: ['shared', 'lacking', 'count', 'me', 'other', 'field'],
  difference: ['difference', 'value', 'me', 'other', 'field'],
  ratio: ['value', 'me', 'other', 'field'],
  within: ['me', 'other', 'field'],
  distance: ['km', 'value', 'me', 'other', 'field'],
  prior: ['value', 'other', 'field'],
  recency: ['days'],
  completeness: [],
  text: ['mine', 'theirs_text', 'field'],
  mentions: ['shared', 'count', 'me', 'field'],
  shared_words: ['shared', 'count'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export interface Placeholder {
  /** As written: `Other`, `difference`. */
  readonly written: string;
  /** Lower-case name. */
  readonly name: string;
  readonly capitalised: boolean;
  /** Singular and plural, where given. */
  readonly forms: readonly [string, string] | null;
}

const pattern = /\{([A-Za-z_]+)(?::([^|{}]*)\|([^|{}]*))?\}/g;

/** Splits a template into literal texts and placeholders, in order. */
export function parseTemplate(template: string): readonly (string | Placeholder)[] {
  const parts: (string | Placeholder)[] = [];
  let from = 0;
  for (const match of template.matchAll(pattern)) {
    if (match.index > from) parts.push(template.slice(from, match.index));
    const written = match[1]!;
    const name = written.toLowerCase();
    const forms = match[2] === undefined ? null : ([match[2], match[3]!] as const);
    parts.push({ written, name, capitalised: /^[A-Z]/.test(written), forms });
    from = match.index + match[0].length;
  }
  if (from < template.length) parts.push(template.slice(from));
  return parts;
}

/** The fault of a template for a comparator, or null. */
export function templateFault(template: string, compare: keyof typeof placeholdersOf): string | null {
  const known: readonly string[] = [...placeholdersOf[compare], ...Object.keys(pronouns)];
  for (const part of parseTemplate(template)) {
    if (typeof part === 'string') {
      if (/[{}]/.test(part))
        return `«${part}» has a brace that opens no placeholder; write {name} or {name:one|many}`;
    } else if (!known.includes(part.name)) {
      return `«{${part.written}}» is no placeholder of ${compare}; it has ${known.map((name) => `{${name}}`).join(' ')}`;
    }
  }
  return null;
}
