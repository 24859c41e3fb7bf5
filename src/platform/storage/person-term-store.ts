/**
 * People by the words of their ids and values. Every write of a profile keeps its terms in its own transaction.
 * A read names how many rows it looks at, and returns all of them, so that the caller bounds the work and
 * knows where it ended.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { Clauses } from '../../domains/filter.ts';
import type { ListedProfile } from './listed-profile.ts';

/** UTF-16 units. A longer text is no title and no value of a choice: no word of it is kept. */
export const LONGEST_FINDABLE = 100;

/** Whether the text may be a choice, by its form. The words of choices are kept, whatever field has them. */
export const isChoice = (text: string): boolean => text.length <= LONGEST_FINDABLE && !text.includes(' ');

/** All terms that begin with it, or the one that is equal to it. */
export interface TermRange {
  readonly term: string;
  readonly isPrefix: boolean;
}

export interface TermPlace {
  readonly term: string;
  readonly userId: string;
}

/** A row that was looked at. */
export interface LookedAt {
  readonly userId: string;
  /** null: it does not pass the clauses. */
  readonly profile: ListedProfile | null;
}

export interface FoundByTerm extends LookedAt {
  readonly term: string;
  /** Everything that the row is found by. */
  readonly terms: readonly string[];
}

interface ReadBounds {
  readonly clauses: Clauses;
  readonly limit: number;
}

export interface PersonTermStore {
  /** In the order of term and id, by bytes. A person stands under every term of the range that they have. */
  under(
    tenant: TenantId,
    domain: string,
    range: TermRange,
    after: TermPlace | null,
    bounds: ReadBounds,
  ): Promise<readonly FoundByTerm[]>;
  /** How many terms of people are in a range, up to `most`. */
  count(tenant: TenantId, domain: string, range: TermRange, most: number): Promise<number>;
  /** All people in the order of their ids, after an id. */
  inOrder(
    tenant: TenantId,
    domain: string,
    after: string | null,
    bounds: ReadBounds,
  ): Promise<readonly LookedAt[]>;
  /** False while rows of an earlier version have no terms yet. */
  isWhole(tenant: TenantId, domain: string): Promise<boolean>;
  /** Gives up to `limit` rows of an earlier version their terms. Returns how many had none: 0 at the end. */
  addMissing(limit: number): Promise<number>;
}
