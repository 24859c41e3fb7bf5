/** The analysed text that all rules read, and the form of their findings. */

import type { ScopedText } from './assign-scopes.ts';
import type { Languages } from './language.ts';
import type { Negations } from './negation.ts';

export interface TextDocument extends ScopedText {
  readonly languages: Languages;
  readonly negations: Negations;
  /** What "now" is for ages, ms since 1970. */
  readonly nowMs: number;
  /** Vectors [texts, D] of unit length; rules that ask for the same pieces of the text share them. */
  readonly encode: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
}

/** A preference on a number, a value or a distance, before those of one field are combined. */
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
  /** Words [first, last) that the finding is read from. */
  readonly first: number;
  readonly last: number;
  /** UTF-16 offsets [start, end), if the span is not exactly the words' (a sentence with its full stop). */
  readonly span?: readonly [number, number];
  readonly origin: 'rules' | 'encoder';
}
export interface FoundValue extends Finding {
  readonly value: string | number | boolean;
  /** Among values of an enum with equal confidence the first one counts. */
  readonly prefersFirst?: boolean;
}
export interface FoundPreference extends Finding {
  readonly preference: Preference;
}
export interface Findings {
  readonly values: readonly FoundValue[];
  readonly foundPreferences: readonly FoundPreference[];
}

/** Whether a word may be read by a rule that reads `wanted`; words of foreign sentences may not. */
export function isReadable(document: TextDocument, at: number, wanted: 'self' | 'wish' | 'any'): boolean {
  const word = document.words[at];
  if (word === undefined || document.languages.isForeign[word.sentence] === true) return false;
  const scope = document.scopes[at];
  return wanted === 'any' ? scope === 'self' || scope === 'wish' : scope === wanted;
}

export function spanOf(document: TextDocument, { first, last, span }: Finding): readonly [number, number] {
  return span ?? [document.words[first]!.start, document.words[last - 1]!.end];
}
