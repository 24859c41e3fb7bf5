/**
 * Free text to typed values: the interface of extraction. An extractor is compiled from a domain's definition once.
 * It never guesses: what the text does not say is absent.
 */
import type { FieldValue, FieldValues } from '../domains/field.ts';

export interface ExtractedValue {
  readonly field: string;
  readonly value: FieldValue;
  /** UTF-16 offsets [start, end) of the words that say so. */
  readonly span: readonly [number, number];
  /** 0..1 */
  readonly confidence: number;
  /** What found it: a rule over the words, nearness in embedding space, a language model, or nothing (a default; span [0, 0]). */
  readonly origin: 'rules' | 'encoder' | 'llm' | 'default';
}

export interface Extraction {
  /** Hard, soft and derived fields; at most one value a field (a `multiple` enum: one array). */
  readonly values: readonly ExtractedValue[];
  /** Demands on a counterpart in the wire grammar of `filters` ({age: {gte: 25, lte: 35}}), with where they stand. */
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly preferenceSpans: Readonly<
    Record<
      string,
      {
        readonly span: readonly [number, number];
        readonly confidence: number;
        /** Left out: the rules. */
        readonly origin?: 'llm';
      }
    >
  >;
}

export interface Extractor {
  /**
   * `nowMs`: ages from birth years are reckoned at that time. `known`: values that are certain already (given by the
   * client): the side decides which rules are used. `wanted`: names of the fields that are asked for; default: all. Of
   * the others there may be values too.
   */
  extract(
    text: string,
    nowMs: number,
    known?: FieldValues,
    wanted?: ReadonlySet<string>,
  ): Promise<Extraction>;
  /** It asks a server: who has many texts should not ask for all at once. */
  readonly asksServer?: boolean;
}
