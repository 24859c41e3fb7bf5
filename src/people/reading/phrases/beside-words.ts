/**
 * Phrases as tests of the words beside something: `formsBefore` must end with one, `formsAfter` begin with
 * one. Edges of clauses and commas do not count there.
 */
import { type PhraseSequence, parsePhrase } from '../../../domains/phrase-pattern.ts';

export interface BesideWords {
  test(forms: string): boolean;
  /** How many words the phrase has; null: there is none. */
  lengthIn(forms: string): number | null;
}

export const endingWith = (phrases: readonly string[]): BesideWords => compile(phrases, (any) => `${any}$`);

export const beginningWith = (phrases: readonly string[]): BesideWords =>
  compile(phrases, (any) => `^${any}(?= |$)`);

/** In the pattern a space precedes each word. */
function compile(phrases: readonly string[], edge: (any: string) => string): BesideWords {
  const any =
    phrases.length === 0 ? '(?!)' : phrases.map((phrase) => sourceOf(parsePhrase(phrase))).join('|');
  const pattern = new RegExp(edge(`(?:${any})`));
  return {
    test: (forms) => pattern.test(` ${forms}`),
    lengthIn: (forms) => {
      const found = pattern.exec(` ${forms}`)?.[0];
      return found === undefined ? null : found.split(' ').length - 1;
    },
  };
}

function sourceOf(sequence: PhraseSequence): string {
  return sequence
    .map((step) => {
      switch (step.kind) {
        case 'word':
          return ` ${escaped(step.word)}`;
        case 'prefix':
          return ` ${escaped(step.word)}\\S*`;
        case 'any':
          return ' \\S+';
        case 'number':
          return ' \\d\\S*';
        case 'twoDigits':
          return ' \\d\\d';
        case 'open':
        case 'edge':
          return '';
        case 'choice':
          return `(?:${step.of.map(sourceOf).join('|')})${step.optional ? '?' : ''}`;
        default:
          return step satisfies never;
      }
    })
    .join('');
}

const escaped = (word: string) => word.replace(/[$+.*?^()[\]{}|\\]/g, '\\$&');
