/** Comparators of the two texts: `text` and `mentions`. Only the cross encoder stage uses them. */

import type { DomainDefinition } from '../../../domains/definition.ts';
import type { TermOf } from '../../../domains/scorecard.ts';
import { mean } from '../../../platform/numeric/statistics.ts';
import { fieldInWords, labelOf, listInWords } from '../words.ts';
import type { Comparator } from './comparator.ts';
import { bothFields, choicesOf } from './compare-choices.ts';
import type { Person, Sentence } from './person.ts';
import { piecewise } from './piecewise.ts';
import { nearestSentences, quote } from './sentences.ts';

export function compareText(
  definition: DomainDefinition,
  term: TermOf<'text'>,
): Comparator<readonly Sentence[], readonly Sentence[]> {
  const fields = bothFields(term);
  const curve = piecewise(term.knots);
  return {
    operand: (person, role) => sentencesIn(person, fields[role]),
    points: (me, other) => {
      const nearest = nearestSentences(me, other);
      return curve(mean(nearest.map(({ cosine }) => cosine)));
    },
    facts: (me, other) => {
      const nearest = nearestSentences(
        sentencesIn(me, fields.me) ?? [],
        sentencesIn(other, fields.other) ?? [],
      );
      const best = nearest.toSorted((a, b) => b.cosine - a.cosine)[0];
      return {
        equal: false,
        words: {
          mine: quote(best?.mine.text ?? ''),
          theirs_text: quote(best?.theirs.text ?? ''),
          field: fieldInWords(definition, fields.other),
        },
      };
    },
    symmetric: false,
  };
}

/** The person's sentences that occur in that field's text; undefined where none does. */
function sentencesIn(person: Person, field: string): readonly Sentence[] | undefined {
  const text = person.text(field);
  if (text === undefined) return undefined;
  const found = person.sentences.filter((sentence) => text.includes(sentence.text));
  return found.length === 0 ? undefined : found;
}

interface Phrase {
  readonly label: string;
  readonly pattern: RegExp;
}

export function compareMentions(
  definition: DomainDefinition,
  term: TermOf<'mentions'>,
): Comparator<readonly Phrase[], string> {
  const fields = bothFields(term);
  const curve = piecewise(term.knots);
  const phrases = new Map<string, Phrase>();
  const phraseOf = (value: string): Phrase => {
    const known = phrases.get(value);
    if (known !== undefined) return known;
    const made = {
      label: labelOf(definition, fields.me, value),
      pattern: wordsPattern(definition, fields.me, value),
    };
    phrases.set(value, made);
    return made;
  };
  const phrasesOf = (person: Person) => choicesOf(person.value(fields.me))?.map(phraseOf);
  return {
    operand: (person, role) => (role === 'me' ? phrasesOf(person) : person.text(fields.other)),
    points: (me, other) => curve(me.filter(({ pattern }) => pattern.test(other)).length / me.length),
    facts: (me, other) => {
      const mine = phrasesOf(me) ?? [];
      const named = mine.filter(({ pattern }) => pattern.test(other.text(fields.other) ?? ''));
      return {
        equal: false,
        words: {
          me: listInWords(mine.map(({ label }) => label)),
          shared: listInWords(named.map(({ label }) => label)),
          count: named.length,
          field: fieldInWords(definition, fields.other),
        },
      };
    },
    symmetric: false,
  };
}

/** The value or its label, as whole words in any case; "C++" and ".NET" are words too. */
function wordsPattern(definition: DomainDefinition, field: string, value: string): RegExp {
  const spoken = [value, value.replaceAll(/[_-]/g, ' '), labelOf(definition, field, value)];
  const alternatives = [...new Set(spoken)].map((words) =>
    words.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' ', '\\s+'),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}+#])`, 'iu');
}
