/**
 * How a language writes numbers, ranges, bounds and periods: one table a language (`numbers/`), read by the
 * code of `reading/numbers/` and `reading/quantities/`. All words are folded: lower case, without diacritics
 * and apostrophes. Phrases are those of `domains/phrase-pattern.ts`, with `|` between them.
 */
import { type PhraseSequence, parsePhrase } from '../../../domains/phrase-pattern.ts';
import type { Bound } from '../numbers/number-at.ts';
import type { Period } from '../quantities/units.ts';
import type { AmountWords } from './amount-words.ts';

export interface NumberWords {
  /** Words of numbers below a hundred. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Between tens and ones: "treinta y cinco". */
  readonly joints: ReadonlySet<string>;
  /** One after a joint, where the word is also an article: "trente et un". */
  readonly onesAfterJoint: ReadonlySet<string>;
  /** Twenty after four: "quatre-vingts"; sixty and eighty then count to nineteen: "soixante-quinze". */
  readonly scores: ReadonlySet<string>;
  /** Whether any space parts thousands, and a comma decimals: "1 200", "3,50". */
  readonly spacedThousands: boolean;
  /** Words; the letters ("k", "mio") are alike in all languages. */
  readonly scales: ReadonlyMap<string, number>;
  /** Between the ends of a range: "30 bis 40", "8 up to 10". */
  readonly rangeTo: ReadonlySet<string>;
  /** Before the lower end, and between the ends: "entre los 30 y los 40". */
  readonly between: ReadonlySet<string>;
  readonly betweenAnd: ReadonlySet<string>;
  /** Between neighbours alone: "four or five". */
  readonly rangeOr: ReadonlySet<string>;
  /** Articles before a number: "i 30", "los 30". */
  readonly articles: ReadonlySet<string>;
  /** Before a number, and after it or its unit. The longest phrase counts. */
  readonly leadingBounds: BoundPhrases;
  readonly trailingBounds: BoundPhrases;
  /** Units between a number and its trailing bound: "30 Jahre oder mehr". */
  readonly boundUnits: ReadonlySet<string>;
  /** Currency words besides the common ones. A currency without a rate is not read. */
  readonly currencies: ReadonlyMap<string, string>;
  /** Words of a hundredth of a currency, and the currency. */
  readonly minorUnits: ReadonlyMap<string, string>;
  /** Words that may stand between an amount and its period: "brutto im", "par". */
  readonly periodLeads: ReadonlySet<string>;
  /** Periods after a lead or a slash; those that need neither ("monatlich"); those only after an amount. */
  readonly periods: ReadonlyMap<string, Period>;
  readonly periodAdjectives: ReadonlyMap<string, Period>;
  readonly periodEndings: ReadonlyMap<string, Period>;
  /** An amount between them is pay for a month where the text names no period; without it, as the rule says. */
  readonly monthlyPay?: readonly [number, number];
  /** Larger and broken numbers; languages without them have the words above alone. */
  readonly composed?: ComposedNumbers;
  readonly amounts?: AmountWords;
  /** Words before a comparison that deny it: "don't want to pay (more than)". */
  readonly refusals?: Readonly<Record<'over' | 'under' | 'both', readonly string[]>>;
}

export interface ComposedNumbers {
  readonly hundred: string;
  readonly hundredAnd: string;
  readonly ordinals: ReadonlyMap<string, number>;
  readonly halfMore: string;
  readonly phrases: readonly NumberPhrase[];
  readonly ones: CountingArticle;
}

/** A number in several words that counts only before certain others: "half a" before "million". */
export interface NumberPhrase {
  readonly phrase: string;
  readonly value: number;
  readonly before: string;
  /** Words of `before`. */
  readonly words: number;
}

/** Where an article means one: "within a minute", "A nickel apiece". "A second agent" counts nothing. */
export interface CountingArticle {
  readonly articles: ReadonlySet<string>;
  readonly nouns: ReadonlySet<string>;
  /** Before the article. */
  readonly after: ReadonlySet<string>;
  /** After the noun, where the article opens a clause. */
  readonly opening: ReadonlySet<string>;
  /** Nouns that are also ordinals, and the words that may follow them. */
  readonly ordinalNouns: ReadonlySet<string>;
  readonly afterOrdinalNoun: ReadonlySet<string>;
}

type Required =
  | 'numbers'
  | 'scales'
  | 'rangeTo'
  | 'between'
  | 'betweenAnd'
  | 'leadingBounds'
  | 'trailingBounds'
  | 'boundUnits'
  | 'periodLeads'
  | 'periods'
  | 'periodAdjectives';
/** A table of a language; what it does not name, the language does not have. */
export const numberWords = (table: Pick<NumberWords, Required> & Partial<NumberWords>): NumberWords => ({
  joints: new Set(),
  onesAfterJoint: new Set(),
  scores: new Set(),
  spacedThousands: true,
  rangeOr: new Set(),
  articles: new Set(),
  currencies: new Map(),
  minorUnits: new Map(),
  periodEndings: new Map(),
  ...table,
});

export interface BoundPhrases {
  readonly bounds: ReadonlyMap<string, Bound>;
  /** Words of the longest phrase. */
  readonly longest: number;
  /** First and last words of all phrases: nearly all words of a text are neither. */
  readonly starts: ReadonlySet<string>;
  readonly ends: ReadonlySet<string>;
}

export function boundPhrases(phrases: Readonly<Partial<Record<Bound, string>>>): BoundPhrases {
  const bounds = new Map<string, Bound>();
  for (const [bound, written] of Object.entries(phrases) as [Bound, string][])
    for (const words of spelledOut(parsePhrase(written))) bounds.set(words.join(' '), bound);
  const all = [...bounds.keys()].map((phrase) => phrase.split(' '));
  return {
    bounds,
    longest: Math.max(0, ...all.map(({ length }) => length)),
    starts: new Set(all.map((words) => words[0]!)),
    ends: new Set(all.map((words) => words.at(-1)!)),
  };
}

/** Every sequence of words that a phrase stands for; `^` is the end of the sentence. */
function spelledOut(sequence: PhraseSequence): string[][] {
  return sequence.reduce<string[][]>(
    (done, step) => {
      const next =
        step.kind === 'choice'
          ? [...step.of.flatMap(spelledOut), ...(step.optional ? [[]] : [])]
          : [[step.kind === 'word' ? step.word : '^']];
      return done.flatMap((words) => next.map((more) => [...words, ...more]));
    },
    [[]],
  );
}
