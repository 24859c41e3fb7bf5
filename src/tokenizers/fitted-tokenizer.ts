/**
 * A tokenizer that is ready, with the catalogue that it was fitted on. Assignment is a pure function of content: the same
 * codes on every machine, in batches of any size and order.
 *
 * N items of the catalogue at fit, L levels.
 */
import type { CodebookLayout } from '../semantic-ids/codebook-layout.ts';

export interface ItemContent {
  readonly itemId: string;
  /** What the text encoder reads; null: none. */
  readonly text: string | null;
  readonly imageUrl: string | null;
}

export interface AssignedCodes {
  readonly itemId: string;
  /** One code a level [L]. */
  readonly codes: readonly number[];
  /** The item was not in the catalogue at fit. */
  readonly coldStart: boolean;
  /** From 1 on where the item shares its codes and another came first at fit; null: none. */
  readonly collisionSuffix: number | null;
}

export interface FittedTokenizer {
  readonly tokenizerId: string;
  readonly layout: CodebookLayout;
  /** As they were at fit and stay. */
  readonly catalogue: {
    readonly itemIds: readonly string[];
    /** Row-major [N × L]. */
    readonly codes: Uint16Array;
    /** 0: none [N]. */
    readonly suffixes: Uint32Array;
  };
  /**
   * Items that are not of the catalogue and have no content that this tokenizer reads: their codes would be those of the
   * catalogue's mean.
   */
  unknownWithoutContent(items: readonly ItemContent[]): readonly ItemContent[];
  /**
   * In the order given: codes by content, and where an item of the catalogue has none, the record of the fit. Throws
   * ApiError for content that cannot be read (an image), naming the items.
   */
  assign(items: readonly ItemContent[]): Promise<readonly AssignedCodes[]>;
}
