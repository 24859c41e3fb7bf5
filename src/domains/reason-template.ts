/**
 * Reasons in words. A template is written as told to the seeker, with `me` = "you"; pronouns stand in braces so
 * that the same sentence can be told of the other direction, where they change places:
 *
 *   "{They} teach what {you} want to learn: {shared}"  →  "They teach what you want to learn: chess and Go"
 *                                                      →  "You teach what they want to learn: chess and Go"
 *
 * Placeholders: {you} {your} {yours} {they} {them} {their} {theirs} (capitalised where they open the sentence);
 * {value} the shared value, else the other's; {me} {other} each side's value; {field} the field's label;
 * {shared} {lacking} {count} of overlaps and mentions; {difference} of numbers; {km} of distances; {days} since
 * the last change; {mine} {theirs_text} quotes of text terms. {difference:year|years} is the number with the word
 * in the right form: "1 year", "2 years". Values read by their `value_labels`, lists as "a, b and c".
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

/** What a comparator can fill in, by its name. */
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
} as const satisfies Readonly<Record<string, readonly string[]>>;

export interface Placeholder {
  /** As written: `Other`, `difference`. */
  readonly written: string;
  /** Lower-case name. */
  readonly name: string;
  readonly capitalised: boolean;
  /** Word forms for one and for many, where given. */
  readonly forms: readonly [string, string] | null;
}

const pattern = /\{([A-Za-z_]+)(?::([^|{}]*)\|([^|{}]*))?\}/g;

/** The template cut into literal texts and placeholders, in order. */
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

/** What is wrong with a template for a comparator, null where nothing is. */
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
