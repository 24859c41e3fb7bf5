/** A reading of a field that a finder proposes, before it is decided which of them are given. */
import type { FieldDefinition } from '../../../domains/field.ts';
import type { FoundPreference, FoundValue, Preference } from '../document.ts';

export type Finder =
  | 'phrases'
  | 'boolean'
  | 'number'
  | 'place'
  | 'age'
  | 'prototype'
  | 'pattern'
  | 'text'
  | 'record';

interface Common {
  readonly field: FieldDefinition;
  readonly finder: Finder;
  /** Position of the finder's rule among those of the field. */
  readonly rule: number;
  /** Whether field or rule are for some sides only. */
  readonly isSided: boolean;
  /** UTF-16 offsets [start, end). */
  readonly span: readonly [number, number];
  /** The path of the leaf of a record: `skills[2].name`. */
  readonly path?: string;
  /** Whether the rules alone would choose it: the most confident one, the first or last of equal ones. */
  isFirstChoice: boolean;
  /** Values of the features, in the order of `featureNames`. */
  features: Float64Array;
  /** 0..1, of being right. */
  probability: number;
}

export interface ValueCandidate extends Common {
  readonly kind: 'value';
  readonly value: string | number | boolean;
  readonly finding: FoundValue;
}

export interface PreferenceCandidate extends Common {
  readonly kind: 'preference';
  readonly preference: Preference;
  readonly finding: FoundPreference;
}

export type Candidate = ValueCandidate | PreferenceCandidate;
