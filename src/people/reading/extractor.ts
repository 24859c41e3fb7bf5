/**
 * The interface of extraction: free text to typed values. An extractor is compiled once from a domain's
 * definition. A value that the text does not state is absent.
 */
import type { ReadingDepth } from '../../contract/reading-depths.ts';
import type { LostReason, ReadingOwner, Signs } from '../../contract/reading-signs.ts';
import type { FieldValue, FieldValues } from '../../domains/field.ts';
import type { StatedClaims } from './llm/stated-claim.ts';
import type { DecisionWeights } from './network/decision-weights.ts';

export interface ExtractedValue {
  readonly field: string;
  readonly value: FieldValue;
  /** UTF-16 offsets [start, end) of the words that state the value. */
  readonly span: readonly [number, number];
  /** Where it stands in the document: `offers.price`, "Experience › Acme". Absent: nowhere in particular. */
  readonly path?: string;
  /** 0..1 */
  readonly confidence: number;
  /** A set has the mean of its values' signs. */
  readonly signs?: Signs;
  /** Rules over words, similarity of vectors, a language model, or a default value (span [0, 0]). */
  readonly origin: 'rules' | 'encoder' | 'llm' | 'default';
}

/** Where something is stated, how sure that is, and what speaks for it. */
export type TextSource = Pick<ExtractedValue, 'span' | 'path' | 'confidence' | 'signs'>;

export interface PreferenceSource extends TextSource {
  /** Absent: the rules. */
  readonly origin?: 'llm';
}

/** A value or preference that the text may state, and that was not taken. */
export interface LostReading {
  readonly kind: 'value' | 'preference';
  /** A preference has its key, such as `location_within_km`. */
  readonly field: string;
  /** A preference is in the wire grammar of `filters`. */
  readonly value: unknown;
  readonly span: readonly [number, number];
  readonly path?: string;
  /** 0..1, of being right. */
  readonly probability: number;
  readonly owner: ReadingOwner;
  readonly signs: Signs;
  readonly because: LostReason;
}

export interface Extraction {
  /** Hard, soft and derived fields; at most one value a field (a `multiple` enum: one array). */
  readonly values: readonly ExtractedValue[];
  /** Preferences about a counterpart in the wire grammar of `filters`: {age: {gte: 25, lte: 35}}. */
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly preferenceSpans: Readonly<Record<string, PreferenceSource>>;
  /** The reading was fast, and a full one may differ from it. */
  readonly isPartial?: true;
  /** Present where it was asked for; a few a field, the most probable first. */
  readonly lost?: readonly LostReading[];
}

export interface ReadingOptions {
  /** Names of the requested fields, default all; the result may have others too. */
  readonly wanted?: ReadonlySet<string> | undefined;
  /** Default: `full`. */
  readonly depth?: ReadingDepth | undefined;
  /** Whether the readings that lost are wanted too. */
  readonly explained?: boolean | undefined;
  /** The answer of a language model; it is weighed with what the rules find. */
  readonly stated?: StatedClaims | undefined;
  /** By which a full reading settles its claims. Default: the shipped one. */
  readonly decision?: DecisionWeights;
}

export interface Extractor {
  /**
   * `nowMs`: the time for ages computed from birth years, ms since 1970. `known`: the client's values; the
   * side among them decides which rules are used.
   */
  extract(text: string, nowMs: number, known?: FieldValues, options?: ReadingOptions): Promise<Extraction>;
  /** The extractor asks a server, so a caller with many texts should bound its concurrency. */
  readonly asksServer?: boolean;
}
