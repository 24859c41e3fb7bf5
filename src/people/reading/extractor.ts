/**
 * The interface of extraction: free text to typed values. An extractor is compiled once from a domain's
 * definition. A value that the text does not state is absent.
 */
import type { ReadingDepth } from '../../contract/reading-depths.ts';
import type { FieldValue, FieldValues } from '../../domains/field.ts';

export interface ExtractedValue {
  readonly field: string;
  readonly value: FieldValue;
  /** UTF-16 offsets [start, end) of the words that state the value. */
  readonly span: readonly [number, number];
  /** Where it stands in a record: `offers.price`. Absent: in prose. */
  readonly path?: string;
  /** 0..1 */
  readonly confidence: number;
  /** Rules over words, similarity of vectors, a language model, or a default value (span [0, 0]). */
  readonly origin: 'rules' | 'encoder' | 'llm' | 'default';
}

export interface Extraction {
  /** Hard, soft and derived fields; at most one value a field (a `multiple` enum: one array). */
  readonly values: readonly ExtractedValue[];
  /** Preferences about a counterpart in the wire grammar of `filters`: {age: {gte: 25, lte: 35}}. */
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly preferenceSpans: Readonly<
    Record<
      string,
      {
        readonly span: readonly [number, number];
        readonly confidence: number;
        /** Absent: the rules. */
        readonly origin?: 'llm';
      }
    >
  >;
  /** The reading was fast, and a full one may differ from it. */
  readonly isPartial?: true;
}

export interface ReadingOptions {
  /** Names of the requested fields, default all; the result may have others too. */
  readonly wanted?: ReadonlySet<string> | undefined;
  /** Default: `full`. */
  readonly depth?: ReadingDepth | undefined;
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
