/**
 * The interface of a fitted tokenizer with its catalogue. Assignment is a pure function of content: the codes
 * are the same on every machine, in batches of any size and order.
 *
 * N items of the catalogue at fit, L levels.
 */
import type { CodebookLayout } from '../semantic-ids/codebook-layout.ts';

export interface ItemContent {
  readonly itemId: string;
  /** Input of the text encoder; null: no text. */
  readonly text: string | null;
  readonly imageUrl: string | null;
}

export interface AssignedCodes {
  readonly itemId: string;
  /** One code per level [L]. */
  readonly codes: readonly number[];
  /** Whether the item was not in the catalogue at fit. */
  readonly coldStart: boolean;
  /** At least 1 where an earlier item of the catalogue has the same codes; null: no suffix. */
  readonly collisionSuffix: number | null;
}

export interface FittedTokenizer {
  readonly tokenizerId: string;
  readonly layout: CodebookLayout;
  /** The items of the fit. */
  readonly catalogue: {
    readonly itemIds: readonly string[];
    /** Row-major [N × L]. */
    readonly codes: Uint16Array;
    /** 0: no suffix [N]. */
    readonly suffixes: Uint32Array;
  };
  /**
   * The items outside the catalogue without content of the tokenizer's modalities. Their codes would be those
   * of the catalogue's mean.
   */
  unknownWithoutContent(items: readonly ItemContent[]): readonly ItemContent[];
  /**
   * Codes by content, in the given order. An item of the catalogue that comes without content has the codes
   * of the fit. Throws ApiError with the items whose image cannot be read.
   */
  assign(items: readonly ItemContent[]): Promise<readonly AssignedCodes[]>;
}
