/** The analysed text, which all rules read, and the findings that they return. */

import type { TextLayout } from './decision/text-layout.ts';
import type { Languages } from './languages/language.ts';
import type { Negations } from './negation/find-negations.ts';
import type { ScopedText } from './scopes/assign-scopes.ts';

export interface TextDocument extends ScopedText {
  readonly languages: Languages;
  readonly negations: Negations;
  readonly layout: TextLayout;
  /** The time that ages refer to, ms since 1970. */
  readonly nowMs: number;
  /** Whether a word, in lower case, is English or in a phrase of the domain. */
  readonly isListed: (word: string) => boolean;
  /** Unit vectors [texts, D], cached for the text. */
  readonly encode: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
}

/** How certain it is that a number without a currency is an amount of money. */
export type AmountCertainty = 'sure' | 'doubtful';

/** One preference about a number, a value or a distance, before those of a field are combined. */
export type Preference =
  | {
      readonly kind: 'range';
      readonly gte?: number;
      readonly gt?: number;
      readonly lte?: number;
      readonly lt?: number;
    }
  | { readonly kind: 'value'; readonly value: string | number | boolean; readonly negated: boolean }
  | { readonly kind: 'distance'; readonly km: number };

export interface Finding {
  readonly confidence: number;
  /** Words [first, last) that state the finding. */
  readonly first: number;
  readonly last: number;
  /**
   * UTF-16 offsets [start, end), where they differ from those of the words (a sentence with its full stop).
   */
  readonly span?: readonly [number, number];
  readonly origin: 'rules' | 'encoder';
  /** Whether the spelling of a word was corrected. */
  readonly corrected?: boolean;
  /** For a number: words to the nearest cue; how certain an amount without a currency is. */
  readonly cueDistance?: number;
  readonly withoutCurrency?: AmountCertainty | null;
  /** For a number: a cue that excludes it stands beside it. */
  readonly isExcluded?: boolean;
  /** For a prototype: its cosine, and how far it is ahead of other values. */
  readonly cosine?: number;
  readonly margin?: number;
}
export interface FoundValue extends Finding {
  readonly value: string | number | boolean;
  /** The first of several enum values with equal confidence counts, instead of the last one. */
  readonly prefersFirst?: boolean;
}
export interface FoundPreference extends Finding {
  readonly preference: Preference;
}
export interface Findings {
  readonly values: readonly FoundValue[];
  readonly foundPreferences: readonly FoundPreference[];
}

/** Whether a rule that reads the scope `wanted` may read the word. No rule reads a foreign sentence. */
export function isReadable(document: TextDocument, at: number, wanted: 'self' | 'wish' | 'any'): boolean {
  const word = document.words[at];
  if (word === undefined || document.languages.isForeign[word.sentence] === true) return false;
  const scope = document.scopes[at];
  return wanted === 'any' ? scope === 'self' || scope === 'wish' : scope === wanted;
}

export function spanOf(document: TextDocument, { first, last, span }: Finding): readonly [number, number] {
  return span ?? [document.words[first]!.start, document.words[last - 1]!.end];
}

/** The words [first, last) of a place; the last word where it is behind all of them. */
export function wordsAt(
  { words }: Pick<TextDocument, 'words'>,
  [start, end]: readonly [number, number],
): readonly [number, number] {
  const first = words.findIndex((word) => word.end > start);
  if (first < 0) return [Math.max(0, words.length - 1), words.length];
  let last = first + 1;
  while (last < words.length && words[last]!.start < end) last++;
  return [first, last];
}
