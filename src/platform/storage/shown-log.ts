/** The log of the matches that were recorded: what a page of it is asked for by, and its entries. */
import type { ShownAnswer } from '../../contract/match.ts';

/** Absent filters let every match pass. */
export interface ShownQuery {
  readonly seekerId?: string | undefined;
  /** A candidate that the match showed. */
  readonly candidateId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly domain?: string | undefined;
  /** Only ids from this one on. */
  readonly fromId?: string | undefined;
  /** Only ids below this one. */
  readonly beforeId?: string | undefined;
  readonly limit: number;
}

export interface ListedMatch {
  readonly matchId: string;
  readonly seekerId: string;
  readonly domain: string;
  readonly keyId: string | null;
  /** As the key is called now; null: it has no name, or none is known. */
  readonly keyName: string | null;
  readonly tookMs: number | null;
  readonly models: ShownAnswer['models_used'];
  /** How many of the candidates shown are not erased. */
  readonly shown: number;
  /** The first places, by position, which counts from 0. */
  readonly top: readonly { readonly userId: string; readonly position: number; readonly score: number }[];
}

export interface ShownPage {
  readonly matches: readonly ListedMatch[];
  /** The id below which the next page begins; null: there is none. */
  readonly next: string | null;
}
